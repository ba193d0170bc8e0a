"""The cases of ring signatures."""

from dataclasses import replace
from typing import Any, Dict, List

from cases import Case, CaseList
from ring import BOUND, NAZGUL, RING_GO, SCHEMES, Scheme, Signature, plain_variant
from ring_groups import FIELD, with_y
from seeds import octets

MESSAGE = octets("ring message", 32)
OTHER_MESSAGE = octets("other ring message", 32)
# Members of the ring, and the signer's place.
VALID = ((2, 0), (2, 1), (3, 1), (4, 3), (8, 5), (33, 16))
# Of the cases that are changed.
SIZE, SIGNER = 3, 1


class RingCases:
    """Builds the cases of one group."""

    def __init__(self, name: str):
        self.scheme: Scheme = SCHEMES[name]
        self.group = self.scheme.group
        self.list = CaseList(name)
        self.head = 4 + 32 + self.group.point_size
        self.entry = 32 + self.group.point_size

    def build(self) -> List[Case]:
        """All cases of the group."""
        self.build_key_image()
        self.build_linked()
        plain = plain_variant(self.group.name)
        self.build_verify("verify", plain)
        if plain == RING_GO:
            self.build_verify("bound_verify", BOUND)
        return self.list.cases

    def secret(self, index: int) -> int:
        """The secret key of a member."""
        return self.scheme.draw(f"signer {index}")

    def ring(self, size: int) -> List[Any]:
        """The first members."""
        return [self.scheme.public(self.secret(index)) for index in range(size)]

    def sign(self, variant: str, size: int = SIZE, signer: int = SIGNER, **instead):
        """A signature over the first members."""
        ring = instead.pop("ring", None) or self.ring(size)
        message = instead.pop("message", MESSAGE)
        secret = instead.pop("secret", self.secret(signer))
        label = f"{variant} {size} {signer}"
        return self.scheme.sign(
            variant, ring, secret, message, label, signer, **instead
        )

    def build_key_image(self) -> None:
        """Keys and their images."""
        order, encode = self.group.order, self.group.encode
        keys = {f"signer_{index}": self.secret(index) for index in range(5)}
        for name, key in {**keys, "key_one": 1, "key_order_minus_1": order - 1}.items():
            points = (self.scheme.public(key), self.scheme.image(key))
            data = b"".join(encode(point) for point in points)
            self.add_key(name, self.scheme.scalar(key), data.hex())
        for name, data in {
            "key_zero": bytes(32),
            "key_equals_order": self.scheme.scalar(order),
            "key_equals_order_plus_1": self.scheme.scalar(order + 1),
            "key_all_ones": b"\xff" * 32,
            "key_31_bytes": self.scheme.scalar(self.secret(0))[1:],
            "key_33_bytes": b"\x00" + self.scheme.scalar(self.secret(0)),
            "key_empty": b"",
        }.items():
            self.add_key(name, data, None)

    def add_key(self, name: str, key: bytes, expected: Any) -> None:
        """A case of `key_image`."""
        self.list.add("key_image", name, {"secret_keys": [key.hex()]}, expected)

    def build_linked(self) -> None:
        """Pairs of signatures, by one signer and by two."""
        plain = plain_variant(self.group.name)
        encode = self.scheme.encode
        first = encode(self.sign(plain))
        pairs = {
            "itself": (first, True),
            "another_message": (encode(self.sign(plain, message=OTHER_MESSAGE)), True),
            "a_longer_ring": (encode(self.sign(plain, size=8)), True),
            "another_ring": (
                encode(
                    self.sign(
                        plain, ring=self.ring(5)[1:], signer=0, secret=self.secret(1)
                    )
                ),
                True,
            ),
            "another_signer": (encode(self.sign(plain, signer=2)), False),
            "another_signer_and_ring": (
                encode(self.sign(plain, size=8, signer=5)),
                False,
            ),
            "negated_image": (self.change(first, image=self.negated(first)), False),
            "truncated": (first[:-1], False),
            "empty": (b"", False),
        }
        for order, point in self.small_orders().items():
            if order != "identity":
                image = self.group.add(self.scheme.image(self.secret(SIGNER)), point)
                pairs[f"image_plus_{order}"] = (
                    self.change(first, image=self.group.encode(image)),
                    True,
                )
        for name, (second, linked) in pairs.items():
            signatures = [first.hex(), second.hex()]
            self.list.add("linked", name, {"signatures": signatures}, linked)
        signatures = [first[:-1].hex(), first.hex()]
        self.list.add("linked", "first_truncated", {"signatures": signatures}, False)

    def build_verify(self, folder: str, variant: str) -> None:
        """Signatures, good and bad."""

        def add(name: str, data: bytes, valid: bool, message: bytes = MESSAGE) -> None:
            inputs = {"messages": [message.hex()], "signatures": [data.hex()]}
            self.list.add(folder, name, inputs, valid)

        encode = self.scheme.encode
        for size, signer in VALID:
            data = encode(self.sign(variant, size, signer))
            add(f"valid_{size}_members_signer_{signer}", data, True)
        good = self.sign(variant)
        data = encode(good)
        for name, message in {
            "wrong_message": OTHER_MESSAGE,
            "message_with_last_bit_flipped": MESSAGE[:-1] + bytes([MESSAGE[-1] ^ 1]),
            "message_with_first_bit_flipped": bytes([MESSAGE[0] ^ 128]) + MESSAGE[1:],
            "message_31_bytes": MESSAGE[:-1],
            "message_33_bytes": MESSAGE + b"\x00",
            "message_empty": b"",
        }.items():
            add(name, data, False, message)
        for made in (
            self.valid_oddities(variant),
            self.changed(variant, good),
            self.lengths(data),
            self.malformed(data),
            self.rings(variant),
        ):
            for name, (changed, valid) in made.items():
                add(name, changed, valid)
        if self.group.name == "secp256k1":
            for name, (changed, valid) in self.leading_zeros(variant).items():
                add(name, changed, valid)

    def valid_oddities(self, variant: str) -> Dict[str, Any]:
        """Equations that hold with unusual numbers."""
        encode, group = self.scheme.encode, self.group
        zero = self.sign(variant, responses=[0] * SIZE)
        made = {
            "valid_responses_zero": (encode(zero), True),
            "valid_identity_commitments": (encode(self.sign(variant, nonce=0)), True),
        }
        secret = self.secret(SIGNER)
        for order, point in self.small_orders().items():
            if order == "identity":
                continue
            image = group.add(self.scheme.image(secret), point)
            shifted = self.hold(variant, image=image)
            made[f"valid_image_plus_{order}"] = (encode(shifted), True)
            ring = self.ring(SIZE)
            ring[SIGNER] = group.add(ring[SIGNER], point)
            hashed = group.hash_to_point(group.encode(ring[SIGNER]))
            image = group.multiply(hashed, secret)
            made[f"valid_member_plus_{order}"] = (
                encode(self.hold(variant, ring=ring, image=image)),
                True,
            )
        return made

    def hold(self, variant: str, **instead) -> Signature:
        """A signature whose components of small order vanish."""
        for nonce in range(1, 1000):
            made = self.sign(variant, nonce=nonce, **instead)
            if self.scheme.verify(variant, made, MESSAGE):
                return made
        raise AssertionError("none holds")

    def changed(self, variant: str, good: Signature) -> Dict[str, Any]:
        """What becomes of a signature when one part is another."""
        scheme, group = self.scheme, self.group
        other = self.sign(variant, size=5, signer=4)
        made = {
            "tampered_challenge": replace(good, challenge=good.challenge ^ 1),
            "another_challenge": replace(good, challenge=other.challenge),
            "challenge_zero": replace(good, challenge=0),
            "another_image": replace(good, image=other.image),
            "swapped_responses": replace(good, responses=swap(good.responses)),
            "swapped_keys": replace(good, ring=swap(good.ring)),
            "swapped_members": replace(
                good, responses=swap(good.responses), ring=swap(good.ring)
            ),
            "rotated_members": rotated(good, good.challenge),
            "removed_member": replace(
                good, responses=good.responses[:-1], ring=good.ring[:-1]
            ),
            "added_member": replace(
                good,
                responses=[*good.responses, other.responses[0]],
                ring=[*good.ring, other.ring[4]],
            ),
        }
        for index in range(SIZE):
            responses = list(good.responses)
            responses[index] ^= 1
            made[f"tampered_response_{index}"] = replace(good, responses=responses)
            ring = list(good.ring)
            ring[index] = other.ring[4]
            made[f"another_member_{index}"] = replace(good, ring=ring)
        for stranger in {RING_GO, BOUND} - {variant} if variant != NAZGUL else ():
            made["of_the_other_variant"] = self.sign(stranger)
        answers = {name: (scheme.encode(each), False) for name, each in made.items()}
        data = scheme.encode(good)
        answers["negated_image"] = (
            self.change(data, image=self.negated(data)),
            False,
        )
        # Where nothing binds the ring, it has no first member.
        following = scheme.challenges(variant, good.ring, good.image, MESSAGE)
        commitments = scheme.commit(
            good.image, good.ring[0], good.responses[0], good.challenge
        )
        second = following(*commitments)
        answers["rotated_members_with_their_challenge"] = (
            scheme.encode(rotated(good, second)),
            variant != BOUND,
        )
        assert group.encode(good.image) != group.encode(other.image)
        return answers

    def lengths(self, data: bytes) -> Dict[str, Any]:
        """Too short, too long, or of another number of members than it says."""

        def says(count: int) -> bytes:
            return count.to_bytes(4, "big") + data[4:]

        made = {
            "empty": b"",
            "3_bytes": data[:3],
            "4_bytes": data[:4],
            "head_alone": data[: self.head],
            "one_byte_less": data[:-1],
            "one_member_less": data[: -self.entry],
            "one_byte_more": data + b"\x00",
            "one_member_more": data + data[-self.entry :],
            "says_one_member_less": says(SIZE - 1),
            "says_one_member_more": says(SIZE + 1),
            "says_no_member": says(0),
            "no_member": bytes(4) + data[4 : self.head],
            "says_one_member": says(1),
            "says_2_pow_31_members": says(2**31),
            "says_2_pow_32_minus_1_members": says(2**32 - 1),
            "count_little_endian": data[:4][::-1] + data[4:],
        }
        return {name: (each, False) for name, each in made.items()}

    def malformed(self, data: bytes) -> Dict[str, Any]:
        """Scalars out of range, and points that are none."""
        order = self.group.order
        made = {}
        for name, scalar in {
            "order": self.scheme.scalar(order),
            "all_ones": b"\xff" * 32,
        }.items():
            made[f"challenge_{name}"] = self.change(data, challenge=scalar)
            made[f"response_{name}"] = self.change(data, response=scalar)
        for name, point in self.bad_points().items():
            made[f"image_{name}"] = self.change(data, image=point)
            made[f"member_{name}"] = self.change(data, member=point)
        return {name: (each, False) for name, each in made.items()}

    def rings(self, variant: str) -> Dict[str, Any]:
        """Equations that hold, over what is no ring, or in an encoding that is none."""
        encode, group = self.scheme.encode, self.group
        ring = self.ring(SIZE)
        small = self.sign(variant, responses=[5] * SIZE)
        raised = self.scheme.scalar(5 + group.order)
        made = {
            "one_member": encode(self.sign(variant, 1, 0)),
            "duplicate_decoy": encode(
                self.sign(variant, ring=[ring[0], ring[1], ring[0]])
            ),
            "duplicate_signer": encode(
                self.sign(variant, ring=[ring[0], ring[1], ring[1]])
            ),
            "response_plus_order": self.change(encode(small), response=raised),
        }
        if group.name == "ed25519":
            for order, point in self.small_orders().items():
                members = [point, *ring[1:]]
                made[f"member_{order}"] = encode(self.sign(variant, ring=members))
            y = next(y for y in range(2, 19) if not small_order(group, with_y(y, 0)))
            signed = encode(self.sign(variant, ring=[with_y(y, 0), *ring[1:]]))
            encoding = (y + FIELD).to_bytes(32, "little")
            made["member_y_plus_p"] = self.change(signed, member=encoding)
        return {name: (each, False) for name, each in made.items()}

    def leading_zeros(self, variant: str) -> Dict[str, Any]:
        """Challenges with a leading zero octet, which ring-go's default build moves.

        A signer's nonce decides the challenge after it: of a ring of two, either."""
        made = {}
        for place in range(2):
            signer = 1 - place
            ring, secret = self.ring(2), self.secret(signer)
            key, image = self.group.encode(ring[signer]), self.scheme.image(secret)
            # Before anything is moved.
            plain = BOUND if variant == BOUND else NAZGUL
            following = self.scheme.challenges(plain, ring, image, MESSAGE)
            hashed = self.group.hash_to_point(key)
            nonce = next(
                nonce
                for nonce in range(1, 10000)
                if following(
                    self.group.multiply(self.group.generator, nonce),
                    self.group.multiply(hashed, nonce),
                )
                < 2**248
            )
            signed = self.sign(variant, 2, signer, nonce=nonce)
            name = f"leading_zero_in_challenge_{place}"
            made[f"valid_{name}"] = (self.scheme.encode(signed), True)
            if variant == RING_GO:
                other = self.sign(NAZGUL, 2, signer, nonce=nonce)
                made[f"{name}_not_moved"] = (self.scheme.encode(other), False)
        return made

    def small_orders(self) -> Dict[str, Any]:
        """Points of small order, where the group's encoding has them."""
        if self.group.name != "ed25519":
            return {}
        order_8 = next(
            point
            for y in range(2, FIELD)
            if (point := with_y(y, 0))
            and (point := self.group.multiply(point, self.group.order))
            and not small_order(self.group, self.group.multiply(point, 4), 1)
        )
        points = {"order_8": order_8}
        points["order_4"] = self.group.multiply(order_8, 2)
        points["order_2"] = self.group.multiply(order_8, 4)
        points["identity"] = self.group.identity
        return points

    def bad_points(self) -> Dict[str, bytes]:
        """Encodings that must be refused in every place."""
        if self.group.name == "secp256k1":
            key = self.group.encode(self.ring(1)[0])
            off = next(x for x in range(1, 99) if not self.group.with_x(x, 0))
            return {
                "zeros": bytes(33),
                "identity": b"\x02" + bytes(32),
                "not_on_curve": b"\x02" + off.to_bytes(32, "big"),
                "x_equals_p": b"\x02" + (2**256 - 2**32 - 977).to_bytes(32, "big"),
                "x_all_ones": b"\x03" + b"\xff" * 32,
                "prefix_0": b"\x00" + key[1:],
                "prefix_4": b"\x04" + key[1:],
                "prefix_6": b"\x06" + key[1:],
            }
        if self.group.name == "ed25519":
            off = next(y for y in range(2, 99) if not with_y(y, 0))
            return {
                "not_on_curve": off.to_bytes(32, "little"),
                "all_ones": b"\xff" * 32,
                **{
                    f"{order}_in_its_place": self.group.encode(point)
                    for order, point in self.small_orders().items()
                },
            }
        s = int.from_bytes(self.group.encode(self.ring(1)[0]), "little")
        return {
            "identity": bytes(32),
            "odd": (FIELD - s).to_bytes(32, "little"),
            "not_canonical": FIELD.to_bytes(32, "little"),
            "not_on_curve": next(
                data
                for value in range(2, 99, 2)
                if not self.group.decode(data := value.to_bytes(32, "little"))
            ),
            "all_ones": b"\xff" * 32,
        }

    def negated(self, data: bytes) -> bytes:
        """The encoding of the image's negative."""
        image = self.group.decode(data[36 : self.head])
        return self.group.encode(self.group.multiply(image, self.group.order - 1))

    def change(self, data: bytes, **parts: bytes) -> bytes:
        """The signature with other octets: of the first challenge, of the image, of
        the first member or of its response."""
        places = {
            "challenge": 4,
            "image": 36,
            "response": self.head,
            "member": self.head + 32,
        }
        changed = bytearray(data)
        for part, value in parts.items():
            changed[places[part] : places[part] + len(value)] = value
        return bytes(changed)


def small_order(group: Any, point: Any, order: int = 8) -> bool:
    """Whether there is no such point, or its order divides this one."""
    if point is None:
        return True
    return group.encode(group.multiply(point, order)) == group.encode(group.identity)


def swap(items: List[Any]) -> List[Any]:
    """The first two exchanged."""
    return [items[1], items[0], *items[2:]]


def rotated(signature: Signature, challenge: int) -> Signature:
    """The second member first."""
    return replace(
        signature,
        challenge=challenge,
        responses=[*signature.responses[1:], signature.responses[0]],
        ring=[*signature.ring[1:], signature.ring[0]],
    )

"""Linkable ring signatures (bLSAG) on encoded inputs, in three variants.

`ring_go` is that of ring-go's default build, `bound` that of docs/RING.md, and `nazgul`
that of the crate nazgul with SHA-512, for which the encoding is ours.
"""

from dataclasses import dataclass
from hashlib import sha3_512
from typing import Any, Dict, List, Optional

from ring_groups import GROUPS
from seeds import octets

RING_GO, BOUND, NAZGUL = "ring_go", "bound", "nazgul"


@dataclass(frozen=True)
class Signature:
    """With its ring; points and scalars are decoded."""

    challenge: int
    image: Any
    responses: List[int]
    ring: List[Any]


class Scheme:
    """The scheme over one group. What is refused is None."""

    def __init__(self, name: str):
        self.group = GROUPS[name]

    def scalar(self, value: int) -> bytes:
        """32 octets."""
        return value.to_bytes(32, self.group.byteorder)

    def decode_scalar(self, data: bytes) -> Optional[int]:
        """Below the order."""
        value = int.from_bytes(data, self.group.byteorder)
        return value if len(data) == 32 and value < self.group.order else None

    def public(self, secret: int) -> Any:
        """The public key."""
        return self.group.multiply(self.group.generator, secret)

    def image(self, secret: int) -> Any:
        """The key image."""
        key = self.group.encode(self.public(secret))
        return self.group.multiply(self.group.hash_to_point(key), secret)

    def encode(self, signature: Signature) -> bytes:
        """ring-go's encoding."""
        parts = [len(signature.ring).to_bytes(4, "big")]
        parts += [self.scalar(signature.challenge), self.group.encode(signature.image)]
        for response, member in zip(signature.responses, signature.ring):
            parts += [self.scalar(response), self.group.encode(member)]
        return b"".join(parts)

    def decode(self, data: bytes) -> Optional[Signature]:
        """At least two members, all different, and nothing after them."""
        size = self.group.point_size
        head, entry = 4 + 32 + size, 32 + size
        members = int.from_bytes(data[:4], "big")
        if members < 2 or len(data) != head + members * entry:
            return None
        entries = [data[at : at + entry] for at in range(head, len(data), entry)]
        keys = [each[32:] for each in entries]
        responses = [self.decode_scalar(each[:32]) for each in entries]
        points = [self.group.decode(key) for key in keys]
        challenge = self.decode_scalar(data[4:36])
        image = self.group.decode(data[36:head])
        if None in (challenge, image, *responses, *points):
            return None
        if len(set(keys)) < members:
            return None
        return Signature(challenge, image, responses, points)

    def challenges(self, variant: str, ring, image, message: bytes):
        """From a member's two commitments to the next challenge."""
        group = self.group
        prefix = message
        if variant == BOUND:
            members = b"".join(group.encode(member) for member in ring)
            name = b"ring-signatures 1 bound " + group.name.encode("ascii")
            data = name + message + group.encode(image) + members
            prefix = sha3_512(data).digest()

        def following(left: Any, right: Any) -> int:
            challenge = group.challenge(
                prefix + group.encode(left) + group.encode(right)
            )
            return group.ring_go(challenge) if variant == RING_GO else challenge

        return following

    def commit(self, image, member, response: int, challenge: int):
        """A member's two commitments."""
        group = self.group
        hashed = group.hash_to_point(group.encode(member))
        return (
            group.add(
                group.multiply(group.generator, response),
                group.multiply(member, challenge),
            ),
            group.add(
                group.multiply(hashed, response),
                group.multiply(image, challenge),
            ),
        )

    def sign(
        self,
        variant: str,
        ring: List[Any],
        secret: int,
        message: bytes,
        label: str,
        signer: int,
        **instead: Any,
    ) -> Signature:
        """A signature by the member at `signer`, whose random numbers come from a
        label; or with another image, nonce or responses of the others."""
        group = self.group
        key = group.encode(ring[signer])
        image = instead.get("image") or self.image(secret)
        nonce = instead.get("nonce", self.draw(f"{label} nonce"))
        drawn = [self.draw(f"{label} {i}") for i in range(len(ring))]
        responses = list(instead.get("responses", drawn))
        following = self.challenges(variant, ring, image, message)
        challenge = following(
            group.multiply(group.generator, nonce),
            group.multiply(group.hash_to_point(key), nonce),
        )
        challenges = {}
        for step in range(1, len(ring) + 1):
            index = (signer + step) % len(ring)
            challenges[index] = challenge
            if index != signer:
                response = responses[index]
                commitments = self.commit(image, ring[index], response, challenge)
                challenge = following(*commitments)
        responses[signer] = (nonce - challenge * secret) % group.order
        return Signature(challenges[0], image, responses, list(ring))

    def draw(self, label: str) -> int:
        """A scalar, not zero."""
        value = int.from_bytes(octets(f"{self.group.name} {label}", 64), "big")
        return value % (self.group.order - 1) + 1

    def verify(self, variant: str, signature: Signature, message: bytes) -> bool:
        """Once around the ring."""
        following = self.challenges(variant, signature.ring, signature.image, message)
        challenge = signature.challenge
        for response, member in zip(signature.responses, signature.ring):
            commitments = self.commit(signature.image, member, response, challenge)
            challenge = following(*commitments)
        return challenge == signature.challenge

    def evaluate(self, folder: str, inputs: Dict[str, Any]) -> Any:
        """The answer to a case."""
        group = self.group
        if folder == "key_image":
            secret = self.decode_scalar(bytes.fromhex(inputs["secret_keys"][0]))
            if not secret:
                return None
            points = (self.public(secret), self.image(secret))
            return "".join(group.encode(point).hex() for point in points)
        signatures = [self.decode(bytes.fromhex(s)) for s in inputs["signatures"]]
        if None in signatures:
            return False
        if folder == "linked":
            tags = [group.link_tag(signature.image) for signature in signatures]
            return group.encode(tags[0]) == group.encode(tags[1])
        message = bytes.fromhex(inputs["messages"][0])
        variant = BOUND if folder == "bound_verify" else plain_variant(group.name)
        return len(message) == 32 and self.verify(variant, signatures[0], message)


def plain_variant(name: str) -> str:
    """The variant of the operations without `bound`."""
    return NAZGUL if name == "ristretto255" else RING_GO


SCHEMES = {name: Scheme(name) for name in GROUPS}

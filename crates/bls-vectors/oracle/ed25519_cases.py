"""The cases of Ed25519.

Libraries differ in what they take beside what a signer makes. OpenSSL, like the first
implementation, checks s B = R + h A without the cofactor, by the octets of R, and takes any
octets that decode to a point as a key.
"""

import csv
from hashlib import sha512
from pathlib import Path
from typing import Tuple

import edwards
from edwards import GENERATOR, IDENTITY, L, P, Point
from group_cases import number

VECTORS = Path(__file__).with_name("rfc8032.csv")
TORSION = edwards.point_of_order_8()


def challenge(r: bytes, key: bytes, message: bytes) -> int:
    """What a signer answers to. It is reduced modulo L before a key is multiplied by it, which
    shows where the key is outside the subgroup."""
    return int.from_bytes(sha512(r + key + message).digest(), "little") % L


def little(value: int) -> bytes:
    """A number as 32 octets."""
    return value.to_bytes(32, "little")


class Crafted:
    """A key whose part of small order is `torsion`, and what its owner can make."""

    def __init__(self, scalar: int, torsion: Point = IDENTITY, encoded: bytes = b""):
        self.scalar = scalar
        self.torsion = torsion
        point = edwards.add(edwards.multiply(GENERATOR, scalar), torsion)
        self.key = encoded or edwards.encode(point)

    def sign(self, message: bytes, torsion: Point = IDENTITY) -> bytes:
        """The equation holds but for the parts of small order: that of R is `torsion`."""
        nonce = number("ed25519 nonce") % L
        point = edwards.add(edwards.multiply(GENERATOR, nonce), torsion)
        return self.finish(edwards.encode(point), nonce, message)

    def finish(self, r: bytes, nonce: int, message: bytes) -> bytes:
        """A signature with any octets for R."""
        return r + little((nonce + challenge(r, self.key, message) * self.scalar) % L)

    def remainder(self, message: bytes, signature: bytes) -> Point:
        """What the key's part of small order adds to the equation."""
        h = challenge(signature[:32], self.key, message)
        return edwards.multiply(self.torsion, h % 8)

    def signed(self, vanishes: bool) -> Tuple[bytes, bytes]:
        """A message and its signature to which that is nothing, or is something."""
        for index in range(1000):
            message = f"message {index}".encode("ascii")
            signature = self.sign(message)
            if (self.remainder(message, signature) == IDENTITY) == vanishes:
                return message, signature
        raise AssertionError

    def compensated(self) -> Tuple[bytes, bytes]:
        """A message and its signature, whose R makes up for that."""
        for index in range(1000):
            message = f"message {index}".encode("ascii")
            signature = self.sign(message, TORSION)
            if self.remainder(message, signature) == edwards.negate(TORSION):
                return message, signature
        raise AssertionError


# Without a part of small order, and with one.
PLAIN = Crafted(number("ed25519 scalar") % L)
MIXED = Crafted(number("ed25519 scalar") % L, TORSION)
# The identity is the R of a nonce of zero; here its y is not reduced.
NOT_REDUCED = PLAIN.finish(little(P + 1), 0, b"")


def add_ed25519(author, secret_keys, message: bytes) -> None:
    """All cases that are of this scheme alone."""
    with VECTORS.open(encoding="ascii") as file:
        for row in csv.DictReader(file):
            name = f"rfc8032_{row.pop('name')}"
            secret_key, key, signed, signature = map(bytes.fromhex, row.values())
            author.add_keygen(name, secret_key, key)
            author.add_sign(name, secret_key, signed, signature)
            author.add_verify(name, key, signed, signature, True)
    author.add_keygen("zero", bytes(32), author.scheme.public_key(bytes(32)))
    ones = b"\xff" * 32
    author.add_keygen("all_ones", ones, author.scheme.public_key(ones))
    add_numbers(author, message)
    add_small_order(author, message)
    add_mixed_order(author, message)
    add_batches(author, secret_keys, message)


def add_numbers(author, message: bytes) -> None:
    """Every s and every y that is not reduced, and keys that are no points."""
    key, r = author.public_keys[0], author.signature[:32]
    s = int.from_bytes(author.signature[32:], "little")
    for name, other in {
        "s_plus_l": s + L,
        "s_plus_8_l": s + 8 * L,
        "s_l": L,
        "s_l_minus_1": L - 1,
        "s_0": 0,
        "s_with_highest_bit": s + 2**255,
        "s_negated": L - s,
    }.items():
        author.add_verify(name, key, message, r + little(other), False)
    off = next(y for y in range(2, P) if not is_y(y))
    for name, other in {
        "key_off_curve": little(off),
        "key_off_curve_not_reduced": little(P + 2),
        "key_negated": key[:-1] + bytes([key[-1] ^ 0x80]),
    }.items():
        author.add_verify(name, other, message, author.signature, False)
    author.add_verify("r_off_curve", key, message, little(off) + r, False)
    signature = PLAIN.finish(little(1), 0, message)
    author.add_verify("r_identity", PLAIN.key, message, signature, True)
    author.add_verify("r_identity_not_reduced", PLAIN.key, b"", NOT_REDUCED, False)


def is_y(y: int) -> bool:
    """Whether there is a point with this y."""
    try:
        edwards.recover_x(y, False)
    except AssertionError:
        return False
    return True


def add_small_order(author, message: bytes) -> None:
    """Keys of small order, in all their encodings: anybody can sign for them."""
    order_4 = edwards.multiply(TORSION, 2)
    minus_one = edwards.multiply(TORSION, 4)
    for name, point, encoded in (
        ("identity", IDENTITY, b""),
        ("identity_with_sign", IDENTITY, little(1 | 1 << 255)),
        ("identity_not_reduced", IDENTITY, little(P + 1)),
        ("identity_not_reduced_with_sign", IDENTITY, little(P + 1 | 1 << 255)),
        ("order_2", minus_one, b""),
        ("order_2_with_sign", minus_one, little(P - 1 | 1 << 255)),
        ("order_4", order_4, b""),
        ("order_4_not_reduced", order_4, little(P | (order_4[0] % 2) << 255)),
        ("order_8", TORSION, b""),
    ):
        key = Crafted(0, point, encoded)
        for vanishes in (True,) if point == IDENTITY else (True, False):
            suffix = "vanishes" if vanishes else "remains"
            signed = key.signed(vanishes)
            author.add_verify(f"key_{name}_{suffix}", key.key, *signed, vanishes)


def add_mixed_order(author, message: bytes) -> None:
    """Parts of small order beside the rest: with the cofactor all of these would be valid."""
    for name, signed, expected in (
        ("key_mixed_order_vanishes", MIXED.signed(vanishes=True), True),
        ("key_mixed_order_remains", MIXED.signed(vanishes=False), False),
        ("key_and_r_mixed_order", MIXED.compensated(), True),
    ):
        author.add_verify(name, MIXED.key, *signed, expected)
    signature = PLAIN.sign(message, TORSION)
    author.add_verify("r_mixed_order", PLAIN.key, message, signature, False)
    signature = PLAIN.finish(edwards.encode(TORSION), 0, message)
    author.add_verify("r_small_order", PLAIN.key, message, signature, False)


def add_batches(author, secret_keys, message: bytes) -> None:
    """Lists, of which every member has to verify."""
    sign = author.sign
    keys = [author.scheme.public_key(key) for key in secret_keys]
    first = keys[0], message, sign(secret_keys[0], message)
    second = keys[1], b"", sign(secret_keys[1], b"")
    third = keys[0], b"third", sign(secret_keys[0], b"third")
    fourth = keys[1], message, sign(secret_keys[1], message)
    all_four = [first, second, third, fourth]

    def with_s(triple, difference: int):
        key, signed, signature = triple
        s = int.from_bytes(signature[32:], "little") + difference
        return key, signed, signature[:32] + little(s)

    mixed = MIXED.key, *MIXED.signed(vanishes=False)
    mixed_r = PLAIN.key, message, PLAIN.sign(message, TORSION)
    r, s = second[2][:32], second[2][32:]
    for name, triples, expected in (
        ("valid_1", [first], True),
        ("valid_4", all_four, True),
        ("valid_same_twice", [first, first], True),
        ("valid_one_key_two_messages", [first, third], True),
        ("valid_two_keys_one_message", [first, fourth], True),
        ("empty", [], False),
        ("wrong_message_1", [(keys[0], b"other", first[2])], False),
        ("wrong_message_last", [first, second, (keys[0], b"fourth", third[2])], False),
        (
            "signatures_swapped",
            [(*first[:2], fourth[2]), (*fourth[:2], first[2])],
            False,
        ),
        ("errors_of_s_cancel", [with_s(first, 1), with_s(fourth, -1)], False),
        ("s_plus_l", [first, with_s(second, L)], False),
        ("key_off_curve", [first, (little(2), b"", r + s)], False),
        ("r_off_curve", [first, (keys[1], b"", little(2) + s)], False),
        ("r_mixed_order", [first, mixed_r], False),
        ("key_mixed_order_remains", [first, mixed], False),
        ("r_identity_not_reduced", [first, (PLAIN.key, b"", NOT_REDUCED)], False),
    ):
        author.add_list("batch_verify", name, triples, expected)

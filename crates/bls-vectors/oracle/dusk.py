"""The old scheme of the crate dusk-bls12_381-sign 0.6.0, over py_ecc.

Keys are in G2, signatures in G1, secret keys are 32 octets little endian.
Written from a reading of that crate; its peculiarities are kept:

* the message is not hashed to the curve: h0(m) = h(m) times the generator of
  G1, where h is BLAKE2b-256 with two bits cleared, read little endian, so
  everybody knows the discrete logarithm of h0(m);
* verification is two full pairings.

Infinity as public key and zero as secret key are refused here, as in the other
groups. The crate leaves that to its callers; where it answers otherwise, the
file `differences.json` says so.
"""

from hashlib import blake2b
from typing import List, Optional, Sequence

import curve
from curve import G1, G2, ORDER, Point
from suites import decode, from_hex, from_hex_list, to_hex

NAME = "dusk"
KEYS = G2
SIGNATURES = G1


def scalar_hash(data: bytes) -> int:
    """h: BLAKE2b-256, little endian, the two top bits cleared; 0 if >= r."""
    digest = bytearray(blake2b(data, digest_size=32).digest())
    digest[31] &= 0x3F
    value = int.from_bytes(digest, "little")
    return value if value < ORDER else 0


def message_point(message: bytes) -> Point:
    """h0: the generator of G1 times the hash of the message."""
    return curve.multiply(G1.generator, scalar_hash(message))


def decode_secret_key(data: bytes) -> Optional[int]:
    """A secret key from 32 octets, little endian."""
    value = int.from_bytes(data, "little")
    return value if len(data) == 32 and 0 < value < ORDER else None


def decode_key(data: bytes) -> Optional[Point]:
    """A public key: a point that is not infinity."""
    point = decode(KEYS, data)
    return None if point is None or curve.is_inf(point) else point


def public_key(secret_key: int) -> bytes:
    """The generator of G2 times the secret key."""
    return KEYS.encode(curve.multiply(KEYS.generator, secret_key))


def sign_vulnerable(secret_key: bytes, message: bytes) -> Optional[bytes]:
    """h0(message) times the secret key."""
    scalar = decode_secret_key(secret_key)
    if scalar is None:
        return None
    return SIGNATURES.encode(curve.multiply(message_point(message), scalar))


def sign(secret_key: bytes, message: bytes) -> Optional[bytes]:
    """As `sign_vulnerable`, times the hash of the signer's public key."""
    scalar = decode_secret_key(secret_key)
    if scalar is None:
        return None
    point = curve.multiply(message_point(message), scalar)
    point = curve.multiply(point, scalar_hash(public_key(scalar)))
    return SIGNATURES.encode(point)


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether e(signature, generator of G2) = e(h0(message), key)."""
    key_point = decode_key(key)
    point = decode(SIGNATURES, signature)
    if key_point is None or point is None:
        return False
    return curve.pairing_product_is_one(
        [
            (curve.neg(point), KEYS.generator),
            (message_point(message), key_point),
        ]
    )


def weighted_key(key: bytes) -> Optional[Point]:
    """pk_t: the key times the hash of its encoding."""
    point = decode_key(key)
    return None if point is None else curve.multiply(point, scalar_hash(key))


def aggregate_public_keys(keys: Sequence[bytes]) -> Optional[bytes]:
    """APK of the first key, the rest aggregated into it."""
    points = [weighted_key(key) for key in keys]
    if not points or None in points:
        return None
    return KEYS.encode(KEYS.sum(points))


def aggregate(signatures: Sequence[bytes]) -> Optional[bytes]:
    """The first signature, the rest aggregated into it."""
    points: List[Optional[Point]] = [decode(SIGNATURES, item) for item in signatures]
    if not points or None in points:
        return None
    return SIGNATURES.encode(SIGNATURES.sum(points))


OPERATIONS = {
    "sign": sign,
    "sign_vulnerable": sign_vulnerable,
    "verify": verify,
    "aggregate_public_keys": aggregate_public_keys,
    "aggregate": aggregate,
}


def evaluate(folder: str, case_input):
    """The output that belongs to the input of a vector case."""
    if folder.startswith("deserialization_"):
        ((field, data),) = case_input.items()
        group = {"pubkey": KEYS, "signature": SIGNATURES}[field]
        assert folder == "deserialization_" + group.name
        return decode(group, from_hex(data)) is not None
    operation = OPERATIONS[folder]
    if isinstance(case_input, list):
        return to_hex(operation(from_hex_list(case_input)))
    output = operation(*(from_hex(value) for value in case_input.values()))
    return output if folder == "verify" else to_hex(output)

"""The old scheme of the crate dusk-bls12_381-sign 0.6.0.

Written from a reading of that crate; its peculiarity is kept: the message is
not hashed to the curve. Its point is the generator of G1 times a hash h of it,
so everybody knows the discrete logarithm of that point.
"""

from hashlib import blake2b

import curve
from curve import G1, ORDER, Point
from multi_signature import MultiSignature


def scalar_hash(data: bytes) -> int:
    """h: BLAKE2b-256, little endian, the two top bits cleared; 0 if >= r."""
    digest = bytearray(blake2b(data, digest_size=32).digest())
    digest[31] &= 0x3F
    value = int.from_bytes(digest, "little")
    return value if value < ORDER else 0


def message_point(message: bytes) -> Point:
    """The generator of G1 times the hash of the message."""
    return curve.multiply(G1.generator, scalar_hash(message))


DUSK = MultiSignature(
    name="dusk",
    message_point=message_point,
    coefficient=scalar_hash,
    sign_folder="sign_vulnerable",
    sign_multisig_folder="sign",
    keys_counted="added",
)

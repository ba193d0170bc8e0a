"""The scheme of the crate bls12_381-bls 0.6.0, successor of dusk-bls12_381-sign.

Written from a reading of that crate. The message is hashed to G1 by RFC 9380
under a tag of its own; the coefficient of a key is a hash of that key alone.
"""

from hashlib import blake2b

import curve
from curve import G1, ORDER, Point
from multi_signature import MultiSignature

MESSAGE_TAG = b"BLS_SIG_BLS12381G1_XMD:SHA-256_DUSK_V2"
COEFFICIENT_TAG = b"BLS_SIG_BLS12381_SCALAR_SHA256_DUSK_H1_V2"


def scalar_hash(data: bytes) -> int:
    """BLAKE2b-512, little endian, modulo r."""
    return int.from_bytes(blake2b(data).digest(), "little") % ORDER


def message_point(message: bytes) -> Point:
    """hash_to_curve of the suite BLS12381G1_XMD:SHA-256_SSWU_RO_."""
    return curve.hash_to_curve(G1, message, MESSAGE_TAG)


def coefficient(key: bytes) -> int:
    """The hash of tag and key: BLAKE2b, though the tag speaks of SHA-256."""
    return scalar_hash(COEFFICIENT_TAG + key)


def insecure_message_point(message: bytes) -> Point:
    """The generator of G1 times the hash of the message."""
    return curve.multiply(G1.generator, scalar_hash(message))


DUSK_V2 = MultiSignature(
    name="dusk_v2",
    message_point=message_point,
    coefficient=coefficient,
    sign_folder="sign",
    sign_multisig_folder="sign_multisig",
    keys_counted="signers",
)

# The crate from 0.2 to 0.5, which it now calls insecure v1: made to be refused.
INSECURE_V1 = MultiSignature(
    name="insecure_v1",
    message_point=insecure_message_point,
    coefficient=scalar_hash,
    sign_folder="sign",
    sign_multisig_folder="sign_multisig",
    keys_counted="signers",
)

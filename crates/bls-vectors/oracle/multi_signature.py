"""The multi-signature scheme of the dusk crates, over py_ecc.

Keys are in G2, signatures in G1, secret keys are 32 octets little endian. A
single signature is the message point times the secret key; a multi-signature
is that times the coefficient of the signer's public key, and belongs to the
sum of the keys, each times its coefficient. `dusk.py` and `dusk_v2.py` say
what message point and coefficient are.

Infinity as public key and zero as secret key are refused here, as in the other
groups. Where a crate leaves that to its callers and answers otherwise, the
file `differences.json` says so.
"""

from dataclasses import dataclass
from typing import Callable, List, Optional, Sequence

import curve
from curve import G1, G2, ORDER, Point
from suites import decode, from_hex, from_hex_list, to_hex

KEYS = G2
SIGNATURES = G1


@dataclass(frozen=True, eq=False)
class MultiSignature:
    """One generation of the scheme."""

    name: str
    message_point: Callable[[bytes], Point]
    # Of an encoded public key.
    coefficient: Callable[[bytes], int]
    # What the crate, and so the folder of the vectors, calls the two operations.
    sign_folder: str
    sign_multisig_folder: str
    # What the crate's aggregation of keys counts: those "added" to the aggregate
    # of the first, or all "signers".
    keys_counted: str

    # -- operations ---------------------------------------------------------

    def sign(self, secret_key: bytes, message: bytes) -> Optional[bytes]:
        """The message point times the secret key."""
        scalar = decode_secret_key(secret_key)
        if scalar is None:
            return None
        return SIGNATURES.encode(curve.multiply(self.message_point(message), scalar))

    def sign_multisig(self, secret_key: bytes, message: bytes) -> Optional[bytes]:
        """As `sign`, times the coefficient of the signer's public key."""
        scalar = decode_secret_key(secret_key)
        if scalar is None:
            return None
        point = curve.multiply(self.message_point(message), scalar)
        point = curve.multiply(point, self.coefficient(public_key(scalar)))
        return SIGNATURES.encode(point)

    def verify(self, key: bytes, message: bytes, signature: bytes) -> bool:
        """Whether e(signature, generator of G2) = e(message point, key).

        The key is that of one signer for a single signature, an aggregate for
        a multi-signature.
        """
        key_point = decode_key(key)
        point = decode(SIGNATURES, signature)
        if key_point is None or point is None:
            return False
        return curve.pairing_product_is_one(
            [
                (curve.neg(point), KEYS.generator),
                (self.message_point(message), key_point),
            ]
        )

    def weighted_key(self, key: bytes) -> Optional[Point]:
        """The key times its coefficient."""
        point = decode_key(key)
        return None if point is None else curve.multiply(point, self.coefficient(key))

    def aggregate_public_keys(self, keys: Sequence[bytes]) -> Optional[bytes]:
        """The sum of the keys, each times its coefficient."""
        points = [self.weighted_key(key) for key in keys]
        if not points or None in points:
            return None
        return KEYS.encode(KEYS.sum(points))

    @staticmethod
    def aggregate(signatures: Sequence[bytes]) -> Optional[bytes]:
        """The sum of the signatures."""
        points: List[Optional[Point]] = [
            decode(SIGNATURES, item) for item in signatures
        ]
        if not points or None in points:
            return None
        return SIGNATURES.encode(SIGNATURES.sum(points))

    # -- vector cases -------------------------------------------------------

    def evaluate(self, folder: str, case_input):
        """The output that belongs to the input of a vector case."""
        if folder.startswith("deserialization_"):
            ((field, data),) = case_input.items()
            group = {"pubkey": KEYS, "signature": SIGNATURES}[field]
            assert folder == "deserialization_" + group.name
            return decode(group, from_hex(data)) is not None
        operation = {
            self.sign_folder: self.sign,
            self.sign_multisig_folder: self.sign_multisig,
            "verify": self.verify,
            "aggregate_public_keys": self.aggregate_public_keys,
            "aggregate": self.aggregate,
        }[folder]
        if isinstance(case_input, list):
            return to_hex(operation(from_hex_list(case_input)))
        output = operation(*(from_hex(value) for value in case_input.values()))
        return output if folder == "verify" else to_hex(output)


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

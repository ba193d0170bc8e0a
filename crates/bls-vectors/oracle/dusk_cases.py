"""The cases that only one generation of the dusk scheme has."""

from typing import Callable

import curve
import dusk
import dusk_v2
from cases import COMMON_MESSAGE, LIST_MESSAGES
from curve import ORDER
from dusk import DUSK
from dusk_v2 import DUSK_V2, INSECURE_V1
from multi_signature import SIGNATURES
from multi_signature_cases import (
    SCALARS,
    MultiSignatureCases,
    key,
    little_endian,
)
from suites import MIN_SIG, decode


class DuskCases(MultiSignatureCases):
    """The old scheme."""

    def __init__(self):
        super().__init__(DUSK, "vulnerable", "resistant")

    def build_own(self) -> None:
        """A forgery that the equation accepts."""
        message, other = COMMON_MESSAGE, LIST_MESSAGES[0]
        moved = moved_to(other, self.sign(0, message), message, dusk.scalar_hash)
        self.add_verify("valid_moved_to_another_message", key(0), other, moved, True)


class DuskV2Cases(MultiSignatureCases):
    """Its successor."""

    def __init__(self):
        super().__init__(DUSK_V2, "single", "multi")

    def build_own(self) -> None:
        """What is valid elsewhere and must not be here."""
        message, other = COMMON_MESSAGE, LIST_MESSAGES[0]
        single = self.sign(0, message)
        moved = moved_to(other, single, message, dusk_v2.scalar_hash)
        self.add_verify("moved_to_another_message", key(0), other, moved, False)
        secret_key = little_endian(SCALARS[0])
        for name, signed in (
            ("signature_of_dusk", DUSK.sign(secret_key, message)),
            ("signature_of_insecure_v1", INSECURE_V1.sign(secret_key, message)),
            # The same groups and key, and a hash that differs in its tag alone.
            ("signature_of_min_sig", MIN_SIG.sign(secret_key[::-1], message)),
        ):
            self.add_verify(name, key(0), message, signed, False)
        point = decode(SIGNATURES, single)
        point = curve.multiply(point, INSECURE_V1.coefficient(key(0)))
        for name, scheme, signed in (
            (
                "insecure_v1_coefficient_in_key",
                INSECURE_V1,
                self.sign_multisig(0, message),
            ),
            (
                "insecure_v1_coefficient_in_signature",
                DUSK_V2,
                SIGNATURES.encode(point),
            ),
        ):
            aggregated = scheme.aggregate_public_keys([key(0)])
            self.add_verify(name, aggregated, message, signed, False)


def moved_to(
    other: bytes, signature: bytes, message: bytes, scalar_hash: Callable[[bytes], int]
) -> bytes:
    """A signature times the quotient of the hashes of two messages.

    Where a message point is the generator times that hash, this makes a
    signature of `other` without the secret key.
    """
    factor = scalar_hash(other) * pow(scalar_hash(message), -1, ORDER)
    point = curve.multiply(decode(SIGNATURES, signature), factor % ORDER)
    return SIGNATURES.encode(point)

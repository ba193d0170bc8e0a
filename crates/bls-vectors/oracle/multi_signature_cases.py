"""The vector cases that both generations of the dusk scheme share."""

from functools import lru_cache
from typing import List

import refused
from cases import (
    COMMON_MESSAGE,
    LIST_MESSAGES,
    LIST_REFUSALS,
    PRESENT,
    SIGNERS,
    Case,
    CaseList,
    add_deserialization,
    add_encoded,
    negate_encoded,
    signer_scalar,
)
from curve import ORDER
from multi_signature import KEYS, SIGNATURES, MultiSignature, public_key
from seeds import MESSAGES
from suites import decode, to_hex

DESERIALIZATION_REFUSALS_G1 = (
    "too_short",
    "too_long",
    "uncompressed",
    "compression_bit_missing",
    "infinity_with_sign_bit",
    "infinity_with_trailing_byte",
    "not_on_curve",
    "not_in_subgroup",
    "plus_small_order_point",
    "x_not_reduced",
)
DESERIALIZATION_REFUSALS_G2 = DESERIALIZATION_REFUSALS_G1[:-1] + (
    "x_c1_not_reduced",
    "x_c0_not_reduced",
    "sign_bit_in_second_half",
    *refused.over_real_squares(),
)


def little_endian(value: int) -> bytes:
    """A secret key as 32 octets."""
    return value.to_bytes(32, "little")


SCALARS = [signer_scalar(i) for i in range(SIGNERS)]


@lru_cache(maxsize=None)
def key(index: int) -> bytes:
    """The public key of a signer."""
    return public_key(SCALARS[index])


class MultiSignatureCases:
    """The cases of one generation.

    `single` and `multi` are the words for the two kinds of signatures in the
    names of cases.
    """

    def __init__(self, scheme: MultiSignature, single: str, multi: str):
        self.scheme = scheme
        self.single = single
        self.multi = multi
        self.list = CaseList(scheme.name)

    # -- building blocks ----------------------------------------------------

    @lru_cache(maxsize=None)
    def sign(self, index: int, message: bytes) -> bytes:
        """The single signature of a signer."""
        return self.scheme.sign(little_endian(SCALARS[index]), message)

    @lru_cache(maxsize=None)
    def sign_multisig(self, index: int, message: bytes) -> bytes:
        """The multi-signature of a signer."""
        return self.scheme.sign_multisig(little_endian(SCALARS[index]), message)

    def weighted_sum(self, indices) -> int:
        """The sum of secret keys, each times its coefficient."""
        weights = [self.scheme.coefficient(key(i)) for i in indices]
        return sum(SCALARS[i] * weight for i, weight in zip(indices, weights)) % ORDER

    def add_verify(self, name, public_key, message, signature, expected) -> None:
        """A case of folder verify."""
        case_input = {
            "pubkey": to_hex(public_key),
            "message": to_hex(message),
            "signature": to_hex(signature),
        }
        self.list.add("verify", name, case_input, expected)

    # -- cases --------------------------------------------------------------

    def build(self) -> List[Case]:
        """All cases of the generation."""
        add_deserialization(
            self.list, SIGNATURES, "signature", DESERIALIZATION_REFUSALS_G1
        )
        add_deserialization(self.list, KEYS, "pubkey", DESERIALIZATION_REFUSALS_G2)
        self.build_sign()
        self.build_verify()
        self.build_verify_weaknesses()
        self.build_verify_refusals()
        self.build_aggregate_public_keys()
        self.build_aggregate()
        self.build_own()
        return self.list.cases

    def build_own(self) -> None:
        """The cases that the other generation does not have."""

    def build_sign(self) -> None:
        """Both signing operations."""
        message = MESSAGES["32_byte_message"]
        single = self.scheme.sign_folder
        multi = self.scheme.sign_multisig_folder

        def add(folder, name, secret_key, each, expected):
            case_input = {"privkey": to_hex(secret_key), "message": to_hex(each)}
            self.list.add(folder, name, case_input, expected)

        for folder in (single, multi):
            for name in ("empty_message", "32_byte_message", "200_byte_message"):
                secret_key = little_endian(SCALARS[0])
                add(folder, f"signer_0_{name}", secret_key, MESSAGES[name], PRESENT)
            add(folder, "signer_1", little_endian(SCALARS[1]), message, PRESENT)
            add(folder, "key_r_minus_1", little_endian(ORDER - 1), message, PRESENT)
            add(folder, "key_zero", little_endian(0), message, None)
            add(folder, "key_equals_r", little_endian(ORDER), message, None)
        by_one = to_hex(SIGNATURES.encode(self.scheme.message_point(message)))
        add(single, "key_one", little_endian(1), message, by_one)
        add(multi, "key_one", little_endian(1), message, PRESENT)
        add(multi, "key_all_ones", b"\xff" * 32, message, None)
        add(multi, "key_31_bytes", little_endian(SCALARS[0])[:-1], message, None)
        add(multi, "key_33_bytes", little_endian(SCALARS[0]) + b"\0", message, None)

    def build_verify(self) -> None:
        """Verification under keys of one signer and under aggregates."""
        scheme, message = self.scheme, COMMON_MESSAGE
        for name in ("empty_message", "32_byte_message", "200_byte_message"):
            each = MESSAGES[name]
            signed = self.sign(0, each)
            self.add_verify(f"valid_{self.single}_{name}", key(0), each, signed, True)
        for count in (1, 2, 5):
            aggregated = scheme.aggregate_public_keys([key(i) for i in range(count)])
            signed = scheme.aggregate(
                [self.sign_multisig(i, message) for i in range(count)]
            )
            name = f"valid_aggregated_key_of_{count}"
            self.add_verify(name, aggregated, message, signed, True)
        one = scheme.aggregate_public_keys([key(0)])
        two = scheme.aggregate_public_keys([key(0), key(1)])
        multi = self.sign_multisig(0, message)
        single = self.sign(0, message)
        both = scheme.aggregate([multi, self.sign_multisig(1, message)])
        for name, each_key, each, signed in (
            (f"{self.multi}_signature_under_plain_key", key(0), message, multi),
            (f"{self.single}_signature_under_aggregated_key", one, message, single),
            ("wrong_message", key(0), LIST_MESSAGES[0], single),
            ("wrong_key", key(1), message, single),
            ("negated_signature", key(0), message, negate_encoded(SIGNATURES, single)),
            ("signer_missing_in_signature", two, message, multi),
            ("signer_missing_in_key", one, message, both),
        ):
            self.add_verify(name, each_key, each, signed, False)

    def build_verify_weaknesses(self) -> None:
        """Infinity, and what a key that was not proved to be owned can do."""
        message = COMMON_MESSAGE
        no_key = KEYS.encode(KEYS.infinity)
        no_signature = SIGNATURES.encode(SIGNATURES.infinity)
        self.add_verify(
            "infinity_key_and_signature", no_key, message, no_signature, False
        )
        self.add_verify("infinity_key", no_key, message, self.sign(0, message), False)
        self.add_verify("infinity_signature", key(0), message, no_signature, False)
        # A rogue key: the plain sum of both keys is the attacker's own key.
        rogue = add_encoded(KEYS, key(1), negate_encoded(KEYS, key(0)))
        total = add_encoded(KEYS, key(0), rogue)
        forged = self.sign(1, message)
        self.add_verify("valid_rogue_key_in_plain_sum", total, message, forged, True)
        weighted = self.scheme.aggregate_public_keys([key(0), rogue])
        for name, each in {
            "": forged,
            f"_{self.multi}": self.sign_multisig(1, message),
        }.items():
            name = f"rogue_key_in_aggregated_key{name}_signature"
            self.add_verify(name, weighted, message, each, False)

    def build_verify_refusals(self) -> None:
        """Keys and signatures that do not decode."""
        message = COMMON_MESSAGE
        single = self.sign(0, message)
        made = refused.malformed(KEYS, decode(KEYS, key(0)))
        for name in LIST_REFUSALS:
            self.add_verify(f"key_{name}", made[name], message, single, False)
        made = refused.malformed(SIGNATURES, decode(SIGNATURES, single))
        for name in LIST_REFUSALS:
            self.add_verify(f"signature_{name}", key(0), message, made[name], False)

    def build_aggregate_public_keys(self) -> None:
        """The aggregate of a list of keys."""

        def add(name, keys, expected):
            case_input = [to_hex(each) for each in keys]
            self.list.add("aggregate_public_keys", name, case_input, expected)

        def by_scalars(indices):
            return to_hex(public_key(self.weighted_sum(indices)))

        infinity = KEYS.encode(KEYS.infinity)
        for count in (1, 2, 5):
            indices = range(count)
            add(f"{count}_keys", [key(i) for i in indices], by_scalars(indices))
        add("duplicate", [key(0), key(0)], by_scalars([0, 0]))
        opposite = negate_encoded(KEYS, key(0))
        # The two coefficients differ, so the keys do not cancel.
        add("key_and_its_negation", [key(0), opposite], PRESENT)
        add("infinity_first", [infinity, key(0)], None)
        add("infinity_added", [key(0), infinity], None)
        add("empty_list", [], None)
        made = refused.malformed(KEYS, decode(KEYS, key(1)))
        for name in ("not_on_curve", "not_in_subgroup"):
            add(f"one_{name}", [key(0), made[name]], None)

    def build_aggregate(self) -> None:
        """The aggregate of multi-signatures."""

        def add(name, signatures, expected):
            case_input = [to_hex(each) for each in signatures]
            self.list.add("aggregate", name, case_input, expected)

        def by_scalars(indices):
            total = little_endian(self.weighted_sum(indices))
            return to_hex(self.scheme.sign(total, COMMON_MESSAGE))

        signatures = [self.sign_multisig(i, COMMON_MESSAGE) for i in range(SIGNERS)]
        infinity = SIGNATURES.encode(SIGNATURES.infinity)
        for count in (1, 2, 5):
            add(f"{count}_signatures", signatures[:count], by_scalars(range(count)))
        add("duplicate", signatures[:1] * 2, by_scalars([0, 0]))
        opposite = negate_encoded(SIGNATURES, signatures[0])
        add("signature_and_its_negation", [signatures[0], opposite], to_hex(infinity))
        add("infinity_and_signature", [infinity, signatures[0]], by_scalars([0]))
        add("empty_list", [], None)
        made = refused.malformed(SIGNATURES, decode(SIGNATURES, signatures[1]))
        for name in ("not_on_curve", "not_in_subgroup"):
            add(f"one_{name}", [signatures[0], made[name]], None)

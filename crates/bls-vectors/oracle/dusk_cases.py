"""The vector cases of the old dusk scheme."""

from functools import lru_cache
from typing import List

import curve
import dusk
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
)


def little_endian(value: int) -> bytes:
    """A secret key as 32 octets."""
    return value.to_bytes(32, "little")


SCALARS = [signer_scalar(i) for i in range(SIGNERS)]


@lru_cache(maxsize=None)
def key(index: int) -> bytes:
    """The public key of a signer."""
    return dusk.public_key(SCALARS[index])


@lru_cache(maxsize=None)
def signature(index: int, message: bytes) -> bytes:
    """The rogue-key-resistant signature of a signer."""
    return dusk.sign(little_endian(SCALARS[index]), message)


@lru_cache(maxsize=None)
def vulnerable(index: int, message: bytes) -> bytes:
    """The plain signature of a signer."""
    return dusk.sign_vulnerable(little_endian(SCALARS[index]), message)


def weight(index: int) -> int:
    """The hash of a signer's public key."""
    return dusk.scalar_hash(key(index))


def build() -> List[Case]:
    """All cases of the scheme."""
    cases = CaseList(dusk.NAME)
    add_deserialization(
        cases, dusk.SIGNATURES, "signature", DESERIALIZATION_REFUSALS_G1
    )
    add_deserialization(cases, dusk.KEYS, "pubkey", DESERIALIZATION_REFUSALS_G2)
    build_sign(cases)
    build_verify(cases)
    build_verify_weaknesses(cases)
    build_verify_refusals(cases)
    build_aggregate_public_keys(cases)
    build_aggregate(cases)
    return cases.cases


def build_sign(cases: CaseList) -> None:
    """Both signing operations."""
    message = MESSAGES["32_byte_message"]

    def add(folder, name, secret_key, each, expected):
        case_input = {"privkey": to_hex(secret_key), "message": to_hex(each)}
        cases.add(folder, name, case_input, expected)

    for folder in ("sign", "sign_vulnerable"):
        for name in ("empty_message", "32_byte_message", "200_byte_message"):
            secret_key = little_endian(SCALARS[0])
            add(folder, f"signer_0_{name}", secret_key, MESSAGES[name], PRESENT)
        add(folder, "signer_1", little_endian(SCALARS[1]), message, PRESENT)
        add(folder, "key_r_minus_1", little_endian(ORDER - 1), message, PRESENT)
        add(folder, "key_zero", little_endian(0), message, None)
        add(folder, "key_equals_r", little_endian(ORDER), message, None)
    by_one = to_hex(dusk.SIGNATURES.encode(dusk.message_point(message)))
    add("sign_vulnerable", "key_one", little_endian(1), message, by_one)
    add("sign", "key_one", little_endian(1), message, PRESENT)
    add("sign", "key_all_ones", b"\xff" * 32, message, None)
    add("sign", "key_31_bytes", little_endian(SCALARS[0])[:-1], message, None)
    add("sign", "key_33_bytes", little_endian(SCALARS[0]) + b"\0", message, None)


def add_verify(cases, name, public_key, message, each, expected) -> None:
    """A case of folder verify."""
    case_input = {
        "pubkey": to_hex(public_key),
        "message": to_hex(message),
        "signature": to_hex(each),
    }
    cases.add("verify", name, case_input, expected)


def build_verify(cases: CaseList) -> None:
    """Verification under plain and aggregated keys."""
    message = COMMON_MESSAGE
    for name in ("empty_message", "32_byte_message", "200_byte_message"):
        each = MESSAGES[name]
        signed = vulnerable(0, each)
        add_verify(cases, f"valid_vulnerable_{name}", key(0), each, signed, True)
    for count in (1, 2, 5):
        aggregated = dusk.aggregate_public_keys([key(i) for i in range(count)])
        signed = dusk.aggregate([signature(i, message) for i in range(count)])
        name = f"valid_aggregated_key_of_{count}"
        add_verify(cases, name, aggregated, message, signed, True)
    one = dusk.aggregate_public_keys([key(0)])
    two = dusk.aggregate_public_keys([key(0), key(1)])
    single = signature(0, message)
    plain = vulnerable(0, message)
    for name, public_key, each, signed in (
        ("resistant_signature_under_plain_key", key(0), message, single),
        ("vulnerable_signature_under_aggregated_key", one, message, plain),
        ("wrong_message", key(0), LIST_MESSAGES[0], plain),
        ("wrong_key", key(1), message, plain),
        (
            "negated_signature",
            key(0),
            message,
            negate_encoded(dusk.SIGNATURES, plain),
        ),
        ("signer_missing_in_signature", two, message, single),
        (
            "signer_missing_in_key",
            one,
            message,
            dusk.aggregate([single, signature(1, message)]),
        ),
    ):
        add_verify(cases, name, public_key, each, signed, False)


def build_verify_weaknesses(cases: CaseList) -> None:
    """Infinity, and forgeries that the equation accepts."""
    message, other = COMMON_MESSAGE, LIST_MESSAGES[0]
    plain = vulnerable(0, message)
    no_key = dusk.KEYS.encode(dusk.KEYS.infinity)
    no_signature = dusk.SIGNATURES.encode(dusk.SIGNATURES.infinity)
    add_verify(
        cases, "infinity_key_and_signature", no_key, message, no_signature, False
    )
    add_verify(cases, "infinity_key", no_key, message, plain, False)
    add_verify(cases, "infinity_signature", key(0), message, no_signature, False)
    # A plain signature moved to another message without the secret key.
    factor = dusk.scalar_hash(other) * pow(dusk.scalar_hash(message), -1, ORDER)
    moved = curve.multiply(decode(dusk.SIGNATURES, plain), factor % ORDER)
    moved = dusk.SIGNATURES.encode(moved)
    add_verify(cases, "valid_moved_to_another_message", key(0), other, moved, True)
    # A rogue key: the plain sum of both keys is the attacker's own key.
    rogue = add_encoded(dusk.KEYS, key(1), negate_encoded(dusk.KEYS, key(0)))
    total = add_encoded(dusk.KEYS, key(0), rogue)
    forged = vulnerable(1, message)
    add_verify(cases, "valid_rogue_key_in_plain_sum", total, message, forged, True)
    weighted = dusk.aggregate_public_keys([key(0), rogue])
    for name, each in {"": forged, "_resistant": signature(1, message)}.items():
        name = f"rogue_key_in_aggregated_key{name}_signature"
        add_verify(cases, name, weighted, message, each, False)


def build_verify_refusals(cases: CaseList) -> None:
    """Keys and signatures that do not decode."""
    message = COMMON_MESSAGE
    plain = vulnerable(0, message)
    made = refused.malformed(dusk.KEYS, decode(dusk.KEYS, key(0)))
    for name in LIST_REFUSALS:
        add_verify(cases, f"key_{name}", made[name], message, plain, False)
    made = refused.malformed(dusk.SIGNATURES, decode(dusk.SIGNATURES, plain))
    for name in LIST_REFUSALS:
        add_verify(cases, f"signature_{name}", key(0), message, made[name], False)


def build_aggregate_public_keys(cases: CaseList) -> None:
    """APK from the first key, then APK::aggregate with the rest."""

    def add(name, keys, expected):
        case_input = [to_hex(each) for each in keys]
        cases.add("aggregate_public_keys", name, case_input, expected)

    def by_scalars(indices):
        total = sum(SCALARS[i] * weight(i) for i in indices)
        return to_hex(dusk.public_key(total % ORDER))

    infinity = dusk.KEYS.encode(dusk.KEYS.infinity)
    for count in (1, 2, 5):
        indices = range(count)
        add(f"{count}_keys", [key(i) for i in indices], by_scalars(indices))
    add("duplicate", [key(0), key(0)], by_scalars([0, 0]))
    opposite = negate_encoded(dusk.KEYS, key(0))
    # The two weights differ, so the keys do not cancel.
    add("key_and_its_negation", [key(0), opposite], PRESENT)
    add("infinity_first", [infinity, key(0)], None)
    add("infinity_added", [key(0), infinity], None)
    add("empty_list", [], None)
    made = refused.malformed(dusk.KEYS, decode(dusk.KEYS, key(1)))
    for name in ("not_on_curve", "not_in_subgroup"):
        add(f"one_{name}", [key(0), made[name]], None)


def build_aggregate(cases: CaseList) -> None:
    """Signature::aggregate: the first signature with the rest."""

    def add(name, signatures, expected):
        case_input = [to_hex(each) for each in signatures]
        cases.add("aggregate", name, case_input, expected)

    def by_scalars(indices):
        total = sum(SCALARS[i] * weight(i) for i in indices) % ORDER
        return to_hex(dusk.sign_vulnerable(little_endian(total), COMMON_MESSAGE))

    signatures = [signature(i, COMMON_MESSAGE) for i in range(SIGNERS)]
    infinity = dusk.SIGNATURES.encode(dusk.SIGNATURES.infinity)
    for count in (1, 2, 5):
        add(f"{count}_signatures", signatures[:count], by_scalars(range(count)))
    add("duplicate", signatures[:1] * 2, by_scalars([0, 0]))
    opposite = negate_encoded(dusk.SIGNATURES, signatures[0])
    add("signature_and_its_negation", [signatures[0], opposite], to_hex(infinity))
    add("infinity_and_signature", [infinity, signatures[0]], by_scalars([0]))
    add("empty_list", [], None)
    point = decode(dusk.SIGNATURES, signatures[1])
    made = refused.malformed(dusk.SIGNATURES, point)
    for name in ("not_on_curve", "not_in_subgroup"):
        add(f"one_{name}", [signatures[0], made[name]], None)

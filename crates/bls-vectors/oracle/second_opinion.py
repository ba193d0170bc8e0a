"""py_ecc's own ciphersuite as a second opinion on the min_pk cases.

py_ecc implements the proof-of-possession suite with keys in G1 as a whole.
Its answers must be those of `suites.MIN_PK`, with one exception: its
Aggregate does not check that a signature lies in the subgroup.
"""

from py_ecc.bls import G2ProofOfPossession
from eth_utils import ValidationError

from suites import MIN_PK, from_hex, from_hex_list, to_hex


def check(folder: str, case_input, output) -> None:
    """Asserts that py_ecc agrees with `output`, where it has an answer."""
    if folder == "sign":
        secret_key = from_hex(case_input["privkey"])
        if len(secret_key) == 32:
            arguments = int.from_bytes(secret_key, "big"), from_hex(
                case_input["message"]
            )
            assert output == answer_or_none(G2ProofOfPossession.Sign, *arguments)
    elif folder == "verify":
        assert output == G2ProofOfPossession.Verify(
            *(from_hex(value) for value in case_input.values())
        )
    elif folder == "aggregate":
        signatures = from_hex_list(case_input)
        if all(subgroup_member_or_undecodable(item) for item in signatures):
            assert output == answer_or_none(G2ProofOfPossession.Aggregate, signatures)
    elif folder == "aggregate_verify":
        assert output == G2ProofOfPossession.AggregateVerify(
            from_hex_list(case_input["pubkeys"]),
            from_hex_list(case_input["messages"]),
            from_hex(case_input["signature"]),
        )
    elif folder == "fast_aggregate_verify":
        assert output == G2ProofOfPossession.FastAggregateVerify(
            from_hex_list(case_input["pubkeys"]),
            from_hex(case_input["message"]),
            from_hex(case_input["signature"]),
        )


def answer_or_none(function, *arguments):
    """The octets a py_ecc function returns, in hexadecimal; None if it raises."""
    try:
        return to_hex(bytes(function(*arguments)))
    except (ValidationError, ValueError):
        return None


def subgroup_member_or_undecodable(signature: bytes) -> bool:
    """False for a signature that only the subgroup check refuses."""
    group = MIN_PK.signature_group
    on_curve = group.decode_on_curve(signature) is not None
    return not on_curve or group.decode(signature) is not None

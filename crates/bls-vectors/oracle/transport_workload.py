"""The inputs of the group transport: one signer per scheme and messages of some sizes.

Sums over many signers are those of the workloads of dusk and dusk_v2; min_pk has
its own here, for its sums there are over other numbers of signers.
"""

import json
from typing import Dict

import curve
from dusk import DUSK
from dusk_v2 import DUSK_V2
from multi_signature import MultiSignature
from seeds import octets
from suites import MIN_PK, to_hex
from workload import multi_signature_row, suite_row

MESSAGE_LENGTHS = (32, 1024, 65536)
AGGREGATED = (1, 64)


def transport_workload() -> Dict[str, bytes]:
    """Names and contents of the files."""
    payload = octets("blsbench transport payload", max(MESSAGE_LENGTHS))
    messages = [payload[:length] for length in MESSAGE_LENGTHS]
    document = {
        "signers": {
            DUSK.name: {
                **multi_signature_signer(DUSK, messages),
                "vulnerable_signatures": [
                    to_hex(DUSK.sign(multi_signature_row((DUSK, 0))[0], message))
                    for message in messages
                ],
            },
            DUSK_V2.name: multi_signature_signer(DUSK_V2, messages),
            MIN_PK.name: min_pk_signer(messages),
        },
        "min_pk_sums": min_pk_sums(),
    }
    text = json.dumps(document, indent=2) + "\n"
    return {
        "transport.json": text.encode("ascii"),
        "transport_payload.bin": payload,
    }


def multi_signature_signer(scheme: MultiSignature, messages) -> Dict:
    """The first signer of the scheme's workload, who signs for an aggregate."""
    secret_key, key, _, _ = multi_signature_row((scheme, 0))
    aggregate_key = scheme.aggregate_public_keys([key])
    signatures = [scheme.sign_multisig(secret_key, message) for message in messages]
    for message, signature in zip(messages, signatures):
        assert scheme.verify(aggregate_key, message, signature)
    return signer(secret_key, aggregate_key, signatures)


def min_pk_signer(messages) -> Dict:
    """The first signer of the workload of min_pk."""
    _, (_, secret_key, key, _, _, _), _ = suite_row((MIN_PK.name, 0))
    signatures = [MIN_PK.sign(secret_key, message) for message in messages]
    for message, signature in zip(messages, signatures):
        assert MIN_PK.verify(key, message, signature)
    return signer(secret_key, key, signatures)


def signer(secret_key: bytes, aggregate_key: bytes, signatures) -> Dict:
    """As it is written."""
    return {
        "secret_key": to_hex(secret_key),
        "aggregate_key": to_hex(aggregate_key),
        "signatures": [to_hex(signature) for signature in signatures],
    }


def min_pk_sums():
    """The aggregate of N keys, and of N signatures added to another."""
    points = [suite_row((MIN_PK.name, index))[2] for index in range(1 + max(AGGREGATED))]
    keys = [key for key, _, _ in points]
    signatures = [signature for _, signature, _ in points]
    return [
        {
            "count": count,
            "public_key": to_hex(
                MIN_PK.key_group.encode(MIN_PK.key_group.sum(keys[:count]))
            ),
            "signature": to_hex(
                MIN_PK.signature_group.encode(
                    MIN_PK.signature_group.sum(signatures[: 1 + count])
                )
            ),
        }
        for count in AGGREGATED
    ]

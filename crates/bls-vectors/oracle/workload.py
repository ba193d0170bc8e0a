"""The inputs of the benchmarks: many signers from one fixed seed.

The seed of every octet string is a SHA-256 of a fixed label; see
`seeds.workload_digest`.
"""

import json
from typing import Dict, List, Tuple

import curve
from curve import ORDER, Point
from multi_signature import MultiSignature, public_key
from seeds import workload_digest
from suites import SUITES, Suite, to_hex

SIGNERS = 1000
AGGREGATE_SIZES = (1, 2, 4, 10, 21, 46, 100, 1000)

MULTI_SIGNATURE_SIGNERS = 65
MULTI_SIGNATURE_MESSAGE_LENGTH = 100
AGGREGATED_KEYS = (1, 64)
ADDED_SIGNATURES = (1, 64)


def suite_row(task: Tuple[str, int]) -> Tuple[int, List[bytes], List[Point]]:
    """Secret scalar, row and points (key, both signatures) of one signer."""
    name, index = task
    suite = SUITES[name]
    ikm = workload_digest(name, "ikm", index)
    message = workload_digest(name, "message", index)
    scalar = suite.key_gen(ikm)
    points = [
        curve.multiply(suite.key_group.generator, scalar),
        curve.multiply(suite.hash(message), scalar),
        curve.multiply(suite.hash(workload_digest(name, "common")), scalar),
    ]
    key, signature, common_signature = (
        group.encode(point)
        for group, point in zip(
            (suite.key_group, suite.signature_group, suite.signature_group), points
        )
    )
    secret_key = scalar.to_bytes(32, "big")
    row = [ikm, secret_key, key, message, signature, common_signature]
    return scalar, row, points


def suite_workload(name: str, pool) -> str:
    """The text of min_pk.json or min_sig.json."""
    suite = SUITES[name]
    tasks = [(name, index) for index in range(SIGNERS)]
    results = pool.map(suite_row, tasks, chunksize=25)
    rows = [row for _, row, _ in results]
    totals = running_totals(suite, [points for _, _, points in results])
    check_suite_workload(suite, [scalar for scalar, _, _ in results], rows, totals)
    return render(
        {"common_message": to_hex(workload_digest(name, "common"))},
        {
            "signers": [[to_hex(field) for field in row] for row in rows],
            "aggregates": [
                {
                    "signers": size,
                    "pubkey": to_hex(key),
                    "signature": to_hex(signature),
                    "common_signature": to_hex(common_signature),
                }
                for size, (key, signature, common_signature) in totals.items()
            ],
        },
    )


def running_totals(suite: Suite, points) -> Dict[int, Tuple[bytes, bytes, bytes]]:
    """For every aggregate size: the sums of keys and of both signatures."""
    groups = suite.key_group, suite.signature_group, suite.signature_group
    sums = [group.infinity for group in groups]
    totals = {}
    for count, each in enumerate(points, start=1):
        sums = [curve.add(total, point) for total, point in zip(sums, each)]
        if count in AGGREGATE_SIZES:
            totals[count] = tuple(
                group.encode(total) for group, total in zip(groups, sums)
            )
    return totals


def check_suite_workload(suite: Suite, scalars, rows, totals) -> None:
    """Asserts the aggregates by another route, and verifies a handful."""
    common_message = workload_digest(suite.name, "common")
    for size, (key, _, common_signature) in totals.items():
        total = sum(scalars[:size]) % ORDER
        assert key == suite.sk_to_pk(total)
        secret_key = total.to_bytes(32, "big")
        assert common_signature == suite.sign(secret_key, common_message)
    for row in (rows[0], rows[1], rows[-1]):
        _, _, key, message, signature, common_signature = row
        assert suite.verify(key, message, signature)
        assert suite.verify(key, common_message, common_signature)
    for size in (4, 21):
        keys = [row[2] for row in rows[:size]]
        messages = [row[3] for row in rows[:size]]
        _, signature, common_signature = totals[size]
        assert suite.aggregate_verify(keys, messages, signature)
        assert suite.fast_aggregate_verify(keys, common_message, common_signature)


def multi_signature_message(scheme: MultiSignature) -> bytes:
    """The one message of a multi-signature workload."""
    blocks = (MULTI_SIGNATURE_MESSAGE_LENGTH + 31) // 32
    stream = b"".join(
        workload_digest(scheme.name, "message", index) for index in range(blocks)
    )
    return stream[:MULTI_SIGNATURE_MESSAGE_LENGTH]


def multi_signature_row(task: Tuple[MultiSignature, int]) -> List[bytes]:
    """Secret key, public key, multi- and single signature of one signer."""
    scheme, index = task
    digest = workload_digest(scheme.name, "privkey", index)
    scalar = int.from_bytes(digest, "little") % ORDER
    secret_key = scalar.to_bytes(32, "little")
    message = multi_signature_message(scheme)
    return [
        secret_key,
        public_key(scalar),
        scheme.sign_multisig(secret_key, message),
        scheme.sign(secret_key, message),
    ]


def multi_signature_workload(scheme: MultiSignature, pool) -> str:
    """The text of dusk.json or dusk_v2.json."""
    tasks = [(scheme, index) for index in range(MULTI_SIGNATURE_SIGNERS)]
    rows = pool.map(multi_signature_row, tasks, chunksize=5)
    message = multi_signature_message(scheme)
    for _, key, _, signature in rows[:3]:
        assert scheme.verify(key, message, signature)

    def aggregates(counted: str, values: Tuple[int, ...], output) -> List[Dict]:
        """Over the first signers; the first is not among those "added" to it."""
        first = {"added": 1, "signers": 0}[counted]
        result = []
        for value in values:
            some = rows[: first + value]
            key = scheme.aggregate_public_keys([row[1] for row in some])
            signature = scheme.aggregate([row[2] for row in some])
            assert scheme.verify(key, message, signature)
            result.append({counted: value, "output": to_hex(output(key, signature))})
        return result

    return render(
        {"message": to_hex(message)},
        {
            "signers": [[to_hex(field) for field in row] for row in rows],
            "public_keys": aggregates(
                scheme.keys_counted, AGGREGATED_KEYS, lambda key, _: key
            ),
            "signatures": aggregates(
                "added", ADDED_SIGNATURES, lambda _, signature: signature
            ),
        },
    )


def render(texts: Dict[str, str], lists: Dict[str, list]) -> str:
    """JSON with each element of the lists on a line of its own."""
    members = [
        f"  {json.dumps(name)}: {json.dumps(text)}" for name, text in texts.items()
    ]
    for name, items in lists.items():
        lines = ",\n".join("    " + json.dumps(item) for item in items)
        members.append(f"  {json.dumps(name)}: [\n{lines}\n  ]")
    return "{\n" + ",\n".join(members) + "\n}\n"

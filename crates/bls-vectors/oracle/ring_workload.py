"""The inputs of the benchmarks of ring signatures."""

import json
from typing import Dict, Tuple

from ring import BOUND, NAZGUL, SCHEMES, plain_variant
from seeds import workload_digest

SIZES = (2, 4, 8, 16, 32, 64, 128)
# A place in every ring.
SIGNER = 1
# How many signatures each ring has for verify_many, where they cannot be made when they
# are needed.
NAZGUL_SIGNATURES = 4


def ring_workload(name: str, pool) -> bytes:
    """The file of a group."""
    scheme = SCHEMES[name]
    secrets = [secret(name, index) for index in range(max(SIZES))]
    ring = [scheme.public(each) for each in secrets]
    plain = plain_variant(scheme.group.name)
    variants = [plain] if plain == NAZGUL else [plain, BOUND]
    count = NAZGUL_SIGNATURES if plain == NAZGUL else 1
    jobs = [
        (name, variant, size, index)
        for variant in variants
        for size in SIZES
        for index in range(count)
    ]
    signatures: Dict[str, Dict[int, list]] = {}
    for (_, variant, size, _), text in zip(jobs, pool.map(sign, jobs, chunksize=1)):
        key = "bound_signatures" if variant == BOUND else "signatures"
        signatures.setdefault(key, {}).setdefault(size, []).append(text)
    document = {
        "secret_key": scheme.scalar(secrets[SIGNER]).hex(),
        "key_image": scheme.group.encode(scheme.image(secrets[SIGNER])).hex(),
        "messages": [message(name, index).hex() for index in range(count)],
        "ring": [scheme.group.encode(member).hex() for member in ring],
        **signatures,
    }
    return (json.dumps(document, indent=2) + "\n").encode("ascii")


def secret(name: str, index: int) -> int:
    """The secret key of a member."""
    digest = workload_digest(name, "secret key", index)
    return int.from_bytes(digest, "big") % SCHEMES[name].group.order


def message(name: str, index: int) -> bytes:
    """What is signed."""
    return workload_digest(name, "message", index)


def sign(job: Tuple[str, str, int, int]) -> str:
    """One signature, verified."""
    name, variant, size, index = job
    scheme = SCHEMES[name]
    ring = [scheme.public(secret(name, member)) for member in range(size)]
    signed = message(name, index)
    label = f"workload {variant} {size} {index}"
    made = scheme.sign(variant, ring, secret(name, SIGNER), signed, label, SIGNER)
    encoded = scheme.encode(made)
    decoded = scheme.decode(encoded)
    assert decoded is not None and scheme.verify(variant, decoded, signed), job
    return encoded.hex()

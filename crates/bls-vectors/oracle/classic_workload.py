"""The inputs of the benchmarks of the group `classic`."""

from typing import List

from classic import BIP340, ED25519, SCHEMES
from seeds import workload_digest
from workload import render

GROUP = "classic"
# The largest batch.
SIGNERS = 256
LONG = 1024


def row(scheme, index: int, message: bytes) -> List[str]:
    """Secret key, public key, message and signature."""
    secret_key = workload_digest(GROUP, "secret_key", index)
    public_key = scheme.public_key(secret_key)
    auxiliary = workload_digest(GROUP, "auxiliary") if scheme is BIP340 else b""
    signature = scheme.sign(secret_key, message, auxiliary)
    assert scheme.verify(public_key, message, signature)
    return [item.hex() for item in (secret_key, public_key, message, signature)]


def classic_workload() -> str:
    """The text of classic.json."""
    long = b"".join(
        workload_digest(GROUP, "long", index) for index in range(LONG // 32)
    )
    lists = {}
    for scheme in SCHEMES:
        signers = SIGNERS if scheme is ED25519 else 1
        messages = [
            workload_digest(GROUP, "message", index) for index in range(signers)
        ]
        lists[scheme.name] = [
            row(scheme, index, message) for index, message in enumerate(messages)
        ]
        lists[f"{scheme.name}_long"] = [row(scheme, 0, long)]
    return render({"auxiliary": workload_digest(GROUP, "auxiliary").hex()}, lists)

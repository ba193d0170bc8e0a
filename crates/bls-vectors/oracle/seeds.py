"""Deterministic octet strings; nothing here is random."""

from hashlib import sha256

LABEL_CASES = b"blsbench vectors v1"
LABEL_WORKLOAD = b"blsbench workload v1"


def octets(label: str, length: int) -> bytes:
    """`length` octets for the cases: SHA-256(label prefix, label, counter)."""
    prefix = LABEL_CASES + label.encode("ascii")
    blocks = (length + 31) // 32
    stream = b"".join(
        sha256(prefix + counter.to_bytes(4, "big")).digest()
        for counter in range(blocks)
    )
    return stream[:length]


def workload_digest(group: str, field: str, index=None) -> bytes:
    """SHA-256 of the workload label, group, field and (if given) index."""
    suffix = b"" if index is None else index.to_bytes(4, "big")
    data = LABEL_WORKLOAD + group.encode("ascii") + field.encode("ascii")
    return sha256(data + suffix).digest()


# Messages of the lengths the cases cover.
MESSAGES = {
    "empty_message": b"",
    "1_byte_message": b"\xab",
    "32_byte_message": octets("message", 32),
    "200_byte_message": octets("message", 200),
    "4096_byte_message": octets("message", 4096),
}

"""The precompiles of EIP-2537, in the final text of that proposal; and ECRECOVER.

Octets in, octets out. `Refused` stands for every failure of a precompile.
Infinity is encoded as (0, 0), an element of Fp2 as c0 before c1.
"""

from functools import lru_cache
from typing import Callable, Dict, List, Optional, Sequence, Tuple

import curve
from curve import FIELD_MODULUS, G1, G2, Group, Point
from ecrecover import recover
from point_encoding import Refused

FIELD_SIZE = 64
SCALAR_SIZE = 32


def point_size(group: Group) -> int:
    """The length of an encoded point."""
    return 2 * group.degree * FIELD_SIZE


def split(data: bytes, size: int) -> List[bytes]:
    """The positive number of items of `size` octets that `data` consists of."""
    if not data or len(data) % size:
        raise Refused("length")
    return [data[start : start + size] for start in range(0, len(data), size)]


def split_exactly(data: bytes, size: int, count: int) -> List[bytes]:
    """As `split`, for a fixed number of items."""
    items = split(data, size)
    if len(items) != count:
        raise Refused("length")
    return items


def encode_parts(parts: Sequence[int]) -> bytes:
    """A field element by its parts (c0) or (c0, c1)."""
    return b"".join(part.to_bytes(FIELD_SIZE, "big") for part in parts)


def decode_parts(data: bytes) -> Tuple[int, ...]:
    """The inverse of `encode_parts`. Nonzero padding is a number above p, too."""
    parts = tuple(int.from_bytes(item, "big") for item in split(data, FIELD_SIZE))
    if any(part >= FIELD_MODULUS for part in parts):
        raise Refused("field element")
    return parts


def encode_point(group: Group, point: Point) -> bytes:
    """A point of the curve, infinity included."""
    if curve.is_inf(point):
        return bytes(point_size(group))
    return b"".join(encode_parts(parts) for parts in group.affine(point))


@lru_cache(maxsize=None)
def decode_point(group: Group, data: bytes, in_subgroup: bool) -> Point:
    """A point of the curve; of the subgroup if that is asked for."""
    parts = decode_parts(data)
    if not any(parts):
        return group.infinity
    point = group.affine_point(parts[: group.degree], parts[group.degree :])
    if point is None:
        raise Refused("not on the curve")
    if in_subgroup and not group.is_member(point):
        raise Refused("not in the subgroup")
    return point


def add(group: Group, data: bytes) -> bytes:
    """G1ADD and G2ADD: the one place without a subgroup check."""
    p, q = (
        decode_point(group, item, in_subgroup=False)
        for item in split_exactly(data, point_size(group), 2)
    )
    return encode_point(group, curve.add(p, q))


def msm(group: Group, data: bytes) -> bytes:
    """G1MSM and G2MSM. A scalar is any number of 256 bits."""
    size = point_size(group)
    terms = []
    for item in split(data, size + SCALAR_SIZE):
        point = decode_point(group, item[:size], in_subgroup=True)
        terms.append(curve.multiply(point, int.from_bytes(item[size:], "big")))
    return encode_point(group, group.sum(terms))


def mul(group: Group, data: bytes) -> bytes:
    """An MSM of exactly one pair: what drafts had as G1MUL and G2MUL."""
    split_exactly(data, point_size(group) + SCALAR_SIZE, 1)
    return msm(group, data)


def pairing_check(data: bytes) -> bytes:
    """PAIRING_CHECK: 32 octets, the number 1 or 0."""
    size = point_size(G1)
    pairs = [
        (
            decode_point(G1, item[:size], in_subgroup=True),
            decode_point(G2, item[size:], in_subgroup=True),
        )
        for item in split(data, size + point_size(G2))
    ]
    return int(curve.pairing_product_is_one(pairs)).to_bytes(32, "big")


def map_to_group(group: Group, data: bytes) -> bytes:
    """MAP_FP_TO_G1 and MAP_FP2_TO_G2."""
    split_exactly(data, group.degree * FIELD_SIZE, 1)
    return encode_point(group, curve.map_to_curve(group, decode_parts(data)))


OPERATIONS: Dict[str, Callable[[bytes], bytes]] = {
    "g1add": lambda data: add(G1, data),
    "g1mul": lambda data: mul(G1, data),
    "g1msm": lambda data: msm(G1, data),
    "g2add": lambda data: add(G2, data),
    "g2mul": lambda data: mul(G2, data),
    "g2msm": lambda data: msm(G2, data),
    "pairing_check": pairing_check,
    "map_fp_to_g1": lambda data: map_to_group(G1, data),
    "map_fp2_to_g2": lambda data: map_to_group(G2, data),
    "ecrecover": recover,
}


def run(operation: str, data: bytes) -> Optional[bytes]:
    """The output of a precompile, or None for a refusal."""
    try:
        return OPERATIONS[operation](data)
    except Refused:
        return None


def evaluate(folder: str, case_input: Dict[str, str]) -> Optional[str]:
    """The output that belongs to the input of a vector case."""
    output = run(folder, bytes.fromhex(case_input["input"]))
    return None if output is None else output.hex()

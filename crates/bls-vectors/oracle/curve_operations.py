"""The operations of the group curve on encoded inputs.

Inputs are those of the vector cases, with hexadecimal octets in them. Points
are decoded with the subgroup check unless the operation is about decoding.
"""

from typing import Any, Callable, Dict, List

import curve
import point_encoding
from curve import G1, G2, GROUPS, Group, Point
from eip2537 import SCALAR_SIZE
from point_encoding import Refused

Inputs = Dict[str, Any]


def octets_list(inputs: Inputs, field: str) -> List[bytes]:
    """The octet strings of a list."""
    return [bytes.fromhex(text) for text in inputs[field]]


def octets(inputs: Inputs, field: str) -> bytes:
    """One octet string."""
    return bytes.fromhex(inputs[field])


def points(group: Group, inputs: Inputs) -> List[Point]:
    """The points of one of the groups, checked."""
    return [
        point_encoding.decode(group, data)
        for data in octets_list(inputs, group.name.lower())
    ]


def scalars(inputs: Inputs) -> List[int]:
    """The scalars, any numbers of 256 bits."""
    items = octets_list(inputs, "scalars")
    if any(len(item) != SCALAR_SIZE for item in items):
        raise Refused("scalar")
    return [int.from_bytes(item, "big") for item in items]


def add(group: Group, inputs: Inputs) -> bytes:
    """The sum of two points."""
    p, q = points(group, inputs)
    return group.encode(curve.add(p, q))


def mul(group: Group, inputs: Inputs) -> bytes:
    """A multiple."""
    (point,), (scalar,) = points(group, inputs), scalars(inputs)
    return group.encode(curve.multiply(point, scalar))


def msm(group: Group, inputs: Inputs) -> bytes:
    """The sum of multiples."""
    bases, factors = points(group, inputs), scalars(inputs)
    if not bases or len(bases) != len(factors):
        raise Refused("lists")
    return group.encode(
        group.sum(curve.multiply(*pair) for pair in zip(bases, factors))
    )


def subgroup_check(group: Group, inputs: Inputs) -> bool:
    """Whether a point of the curve is in the subgroup."""
    (data,) = octets_list(inputs, group.name.lower())
    return group.is_member(point_encoding.decode_unchecked(group, data))


def decode_unchecked(group: Group, inputs: Inputs) -> bytes:
    """A compressed point of the curve, encoded again."""
    (data,) = octets_list(inputs, group.name.lower())
    return group.encode(point_encoding.decode_unchecked(group, data))


def decode_uncompressed(group: Group, inputs: Inputs) -> bytes:
    """An uncompressed point of the curve, compressed."""
    data = octets(inputs, "input")
    return group.encode(point_encoding.decode_uncompressed(group, data))


def encode_uncompressed(group: Group, inputs: Inputs) -> bytes:
    """The sum of two points, uncompressed."""
    p, q = points(group, inputs)
    return group.encode_uncompressed(curve.add(p, q))


def hash_to(group: Group, inputs: Inputs) -> bytes:
    """A message hashed; the tag has 1 to 255 octets."""
    (message,), dst = octets_list(inputs, "messages"), octets(inputs, "dst")
    if not 1 <= len(dst) <= 255:
        raise Refused("dst")
    return group.encode(curve.hash_to_curve(group, message, dst))


def map_to(group: Group, inputs: Inputs) -> bytes:
    """A field element mapped, its higher part first."""
    data = octets(inputs, "input")
    if len(data) != group.size:
        raise Refused("length")
    parts = [
        int.from_bytes(data[start : start + point_encoding.COORDINATE_SIZE], "big")
        for start in range(0, len(data), point_encoding.COORDINATE_SIZE)
    ]
    if any(part >= curve.FIELD_MODULUS for part in parts):
        raise Refused("not reduced")
    return group.encode(curve.map_to_curve(group, parts[::-1]))


def product_is_one(inputs: Inputs) -> bool:
    """Whether the product of the pairings of all pairs is one."""
    p, q = points(G1, inputs), points(G2, inputs)
    if not p or len(p) != len(q):
        raise Refused("lists")
    return curve.pairing_product_is_one(list(zip(p, q)))


def two_pairs(inputs: Inputs) -> bool:
    """As `product_is_one` for two pairs: what the parts of a pairing leave."""
    assert len(inputs["g1"]) == len(inputs["g2"]) == 2
    return product_is_one(inputs)


PAIRING_PARTS = ("miller_loop", "final_exp", "pairing")


def operations() -> Dict[str, Callable[[Inputs], Any]]:
    """Every operation that has vectors, by name."""
    named = {part: two_pairs for part in PAIRING_PARTS}
    named["multi_pairing"] = product_is_one
    for name, group in GROUPS.items():
        for function in (
            add,
            mul,
            msm,
            subgroup_check,
            decode_unchecked,
            decode_uncompressed,
            encode_uncompressed,
        ):
            named[f"{name}_{function.__name__}"] = bind(function, group)
        named[f"hash_to_{name}"] = bind(hash_to, group)
        named[f"map_to_{name}"] = bind(map_to, group)
    return named


def bind(function, group: Group) -> Callable[[Inputs], Any]:
    """An operation of one group."""
    return lambda inputs: function(group, inputs)


OPERATIONS = operations()


def evaluate(folder: str, case_input: Inputs):
    """The output that belongs to the input of a vector case."""
    try:
        output = OPERATIONS[folder](case_input)
    except Refused:
        return None
    return output.hex() if isinstance(output, bytes) else output

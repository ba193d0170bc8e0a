"""The encodings of points that the group curve takes, and what refuses them.

The compressed one is decoded by py_ecc, except where that library is wrong:
it takes x = 0 without the flag of infinity for a damaged infinity, but over
x = 0 the curve of G1 has the points (0, 2) and (0, -2), of order 3.
"""

from functools import lru_cache

from curve import FIELD_MODULUS, G1, Group, Point

FLAGS = 0xE0
INFINITY_FLAG = 0x40
SIGN_FLAG = 0x20
COORDINATE_SIZE = 48

X_ZERO = {
    bytes([0x80 | sign]) + bytes(47): G1.affine_point((0,), (y,))
    for sign, y in ((0, 2), (SIGN_FLAG, -2))
}


class Refused(Exception):
    """The input is malformed."""


def decode_unchecked(group: Group, data: bytes) -> Point:
    """A compressed point of the curve."""
    if group is G1 and data in X_ZERO:
        return X_ZERO[data]
    point = group.decode_on_curve(data)
    if point is None:
        raise Refused("not a point of the curve")
    return point


@lru_cache(maxsize=None)
def decode(group: Group, data: bytes) -> Point:
    """A compressed point of the subgroup."""
    point = decode_unchecked(group, data)
    if not group.is_member(point):
        raise Refused("not in the subgroup")
    return point


def decode_uncompressed(group: Group, data: bytes) -> Point:
    """An uncompressed point of the curve."""
    if len(data) != 2 * group.size:
        raise Refused("length")
    flags = data[0] & FLAGS
    if flags == INFINITY_FLAG:
        if data != group.encode_uncompressed(group.infinity):
            raise Refused("infinity with something else")
        return group.infinity
    # Other flags are of the compressed encoding; they make x larger than p.
    coordinates = [
        int.from_bytes(data[start : start + COORDINATE_SIZE], "big")
        for start in range(0, len(data), COORDINATE_SIZE)
    ]
    if any(coordinate >= FIELD_MODULUS for coordinate in coordinates):
        raise Refused("not reduced")
    x, y = (
        coordinates[start : start + group.degree][::-1] for start in (0, group.degree)
    )
    point = group.affine_point(x, y)
    if point is None:
        raise Refused("not on the curve")
    return point

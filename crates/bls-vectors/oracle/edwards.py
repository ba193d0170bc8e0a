"""Points of edwards25519, in the affine formulas of RFC 8032: for signatures that no signer
would make."""

from typing import Tuple

Point = Tuple[int, int]

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
IDENTITY: Point = (0, 1)


def recover_x(y: int, odd: bool) -> int:
    """The x of a point; AssertionError if there is none."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_ONE % P
    assert x * x % P == square
    return x if x % 2 == odd else P - x


def add(left: Point, right: Point) -> Point:
    """The sum of any two points."""
    (x1, y1), (x2, y2) = left, right
    product = D * x1 * x2 * y1 * y2
    x3 = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P)
    y3 = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P)
    return x3 % P, y3 % P


def multiply(point: Point, scalar: int) -> Point:
    """A multiple, by any number that is not negative: nothing is reduced modulo L."""
    result = IDENTITY
    for bit in bin(scalar)[2:]:
        result = add(result, result)
        if bit == "1":
            result = add(result, point)
    return result


def negate(point: Point) -> Point:
    """The negated point."""
    return P - point[0], point[1]


def encode(point: Point) -> bytes:
    """32 octets."""
    x, y = point
    return (y | (x % 2) << 255).to_bytes(32, "little")


GENERATOR: Point = (recover_x(4 * pow(5, -1, P) % P, False), 4 * pow(5, -1, P) % P)


def point_of_order_8() -> Point:
    """L times the first point that leaves one of this order."""
    for y in range(2, P):
        try:
            point = multiply((recover_x(y, False), y), L)
        except AssertionError:
            continue
        if multiply(point, 4) != IDENTITY:
            return point
    raise AssertionError

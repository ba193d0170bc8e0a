"""The two BLS12-381 groups as this oracle uses them, on py_ecc arithmetic.

`Group` gathers what the schemes need of G1 or G2: a generator, addition,
multiplication, and the strict compressed encoding (48 bytes for G1, 96 for
G2; the encoding of draft-irtf-cfrg-bls-signature-05, which takes it from
appendix C of draft-irtf-cfrg-pairing-friendly-curves-11).
"""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, Callable, Dict, Iterable, Optional, Sequence, Tuple

from py_ecc.bls import g2_primitives
from py_ecc.bls.constants import G2_COFACTOR
from py_ecc.bls.hash_to_curve import (
    clear_cofactor_G1,
    clear_cofactor_G2,
    hash_to_G1,
    hash_to_G2,
    map_to_curve_G1,
    map_to_curve_G2,
)
from py_ecc.fields import (
    optimized_bls12_381_FQ as FQ,
    optimized_bls12_381_FQ2 as FQ2,
    optimized_bls12_381_FQ12 as FQ12,
)
from py_ecc.optimized_bls12_381 import (
    G1 as G1_GENERATOR,
    G2 as G2_GENERATOR,
    Z1,
    Z2,
    add,
    b as G1_B,
    b2 as G2_B,
    curve_order,
    field_modulus,
    final_exponentiate,
    is_inf,
    is_on_curve,
    multiply,
    neg,
    normalize,
    pairing,
)

__all__ = [
    "FIELD_MODULUS",
    "G1",
    "G2",
    "GROUPS",
    "Group",
    "ORDER",
    "add",
    "hash_to_curve",
    "is_inf",
    "map_to_curve",
    "multiply",
    "neg",
    "pairing_product_is_one",
]

ORDER = curve_order
FIELD_MODULUS = field_modulus

# The order of E(Fp) is COFACTOR_G1 * ORDER, with COFACTOR_G1 = (t - 1)^2 / 3
# for the curve parameter t = -0xd201000000010000.
COFACTOR_G1 = (0xD201000000010000 + 1) ** 2 // 3

Point = Tuple


@dataclass(frozen=True, eq=False)
class Group:
    """One of the two source groups of the pairing."""

    name: str
    size: int
    generator: Point
    infinity: Point
    cofactor: int
    # A prime divisor of the cofactor, for points of small order.
    small_order: int
    compress: Callable[[Point], bytes]
    decompress: Callable[[bytes], Point]
    # The curve is y^2 = x^3 + b over the field whose elements `element` makes
    # of their parts, of which there are `degree`.
    b: Any
    element: Callable[[Sequence[int]], Any]
    degree: int

    def encode(self, point: Point) -> bytes:
        """The compressed encoding of a point of the curve."""
        return bytes(self.compress(point))

    def decode(self, data: bytes) -> Optional[Point]:
        """The point of the group that `data` encodes, or None.

        None stands for every refusal: wrong length, wrong flags, a coordinate
        that is not reduced, no such point on the curve, or a point of the
        curve outside the subgroup of prime order. The point at infinity is a
        point like any other here.
        """
        point = self.decode_on_curve(data)
        if point is None or not self.is_member(point):
            return None
        return point

    def decode_on_curve(self, data: bytes) -> Optional[Point]:
        """As `decode`, without the subgroup check."""
        if len(data) != self.size:
            return None
        try:
            return self.decompress(data)
        except ValueError:
            return None

    def encode_uncompressed(self, point: Point) -> bytes:
        """The uncompressed encoding: x and y, the higher part of each first."""
        if is_inf(point):
            return b"\x40" + bytes(2 * self.size - 1)
        return b"".join(
            part.to_bytes(48, "big")
            for coordinate in normalize(point)
            for part in reversed(coordinate_parts(coordinate))
        )

    def affine(self, point: Point) -> Tuple[Tuple[int, ...], Tuple[int, ...]]:
        """The coordinates x and y, each as its parts (c0) or (c0, c1)."""
        x, y = normalize(point)
        return coordinate_parts(x), coordinate_parts(y)

    def affine_point(self, x: Sequence[int], y: Sequence[int]) -> Optional[Point]:
        """The inverse of `affine`; None if the point is not on the curve."""
        point = self.element(x), self.element(y), self.element((1, 0))
        return point if is_on_curve(point, self.b) else None

    def is_member(self, point: Point) -> bool:
        """Whether a point of the curve lies in the subgroup of prime order."""
        return g2_primitives.subgroup_check(point)

    def sum(self, points: Iterable[Point]) -> Point:
        """The sum of any number of points."""
        total = self.infinity
        for point in points:
            total = add(total, point)
        return total

    @property
    def curve_points(self) -> Iterable[Point]:
        """Points of the whole curve with small x, in a fixed order.

        They start at x = 1 (for G2: x = 1 + 0i, 2 + 0i, ...). Practically
        none of them lies in the subgroup of prime order.
        """
        x = 0
        while True:
            x += 1
            point = self.decode_on_curve(compressed_x(self, x))
            if point is not None:
                yield point


def coordinate_parts(coordinate) -> Tuple[int, ...]:
    """A field element as integers: (n,) of Fp, (c0, c1) of Fp2."""
    if isinstance(coordinate, FQ):
        return (int(coordinate.n),)
    return tuple(int(part) for part in coordinate.coeffs)


def compressed_x(group: Group, x_c0: int, x_c1: int = 0) -> bytes:
    """The compressed encoding of the smaller y over x_c0 (G2: + x_c1 i), if any."""
    data = bytearray((x_c1 << 384 | x_c0).to_bytes(group.size, "big"))
    data[0] |= 0x80
    return bytes(data)


G1 = Group(
    name="G1",
    size=48,
    generator=G1_GENERATOR,
    infinity=Z1,
    cofactor=COFACTOR_G1,
    small_order=11,
    compress=g2_primitives.G1_to_pubkey,
    decompress=g2_primitives.pubkey_to_G1,
    b=G1_B,
    element=lambda parts: FQ(parts[0]),
    degree=1,
)

G2 = Group(
    name="G2",
    size=96,
    generator=G2_GENERATOR,
    infinity=Z2,
    cofactor=G2_COFACTOR,
    small_order=13,
    compress=g2_primitives.G2_to_signature,
    decompress=g2_primitives.signature_to_G2,
    b=G2_B,
    element=FQ2,
    degree=2,
)


GROUPS = {"g1": G1, "g2": G2}


@lru_cache(maxsize=None)
def not_on_curve(group: Group) -> bytes:
    """An encoding whose x (the smallest one) belongs to no curve point."""
    x = 1
    while group.decode_on_curve(compressed_x(group, x)) is not None:
        x += 1
    return compressed_x(group, x)


@lru_cache(maxsize=None)
def out_of_subgroup(group: Group) -> Point:
    """A curve point (the one of smallest x) outside the subgroup."""
    for point in group.curve_points:
        if not is_inf(multiply(point, ORDER)):
            return point
    raise AssertionError("unreachable")


def small_order_point(group: Group) -> Point:
    """A curve point whose order is the small prime `group.small_order`."""
    return point_of_order(group, group.small_order)


@lru_cache(maxsize=None)
def point_of_order(group: Group, prime: int) -> Point:
    """A curve point whose order is a prime divisor of the cofactor."""
    prime_free = group.cofactor
    while prime_free % prime == 0:
        prime_free //= prime
    for start in group.curve_points:
        point = multiply(multiply(start, ORDER), prime_free)
        if is_inf(point):
            continue
        while not is_inf(multiply(point, prime)):
            point = multiply(point, prime)
        return point
    raise AssertionError("unreachable")


def points_over_real_squares() -> Iterable[Point]:
    """Points of the curve of G2 whose y^2 lies in Fp, in a fixed order.

    For x = a + bi the imaginary part of x^3 + 4(1 + i) is 3ba^2 - b^3 + 4, so it
    is zero if a^2 = (b^3 - 4) / (3b). The order is b = 1, 2, ..., the smaller a
    first. Every element of Fp has a square root in Fp2, hence each such x has a
    point: its y is real, or it is imaginary if y^2 is no square in Fp.
    """
    b = 0
    while True:
        b += 1
        square = (b**3 - 4) * pow(3 * b, -1, FIELD_MODULUS) % FIELD_MODULUS
        root = pow(square, (FIELD_MODULUS + 1) // 4, FIELD_MODULUS)
        if root**2 % FIELD_MODULUS != square:
            continue
        for a in sorted((root, FIELD_MODULUS - root)):
            point = G2.decode_on_curve(compressed_x(G2, a, b))
            assert point is not None, (a, b)
            yield point


@lru_cache(maxsize=None)
def over_real_squares() -> Dict[str, Point]:
    """The first of these points of each kind: y real or imaginary, y^2 odd or even.

    The computation of a square root in Fp2 begins with one of y^4 in Fp, and
    these are the kinds for which that is y^2 or -y^2: it is the root that is
    itself a square, or the even one. None of the points lies in the subgroup.
    """
    found: Dict[str, Point] = {}
    for point in points_over_real_squares():
        _, (c0, c1) = G2.affine(point)
        assert (c0 == 0) != (c1 == 0)
        part = "real" if c1 == 0 else "imaginary"
        parity = "odd" if (c0**2 - c1**2) % FIELD_MODULUS % 2 else "even"
        found.setdefault(f"{part}_y_{parity}_square", point)
        if len(found) == 4:
            break
    for point in found.values():
        assert not is_inf(multiply(point, ORDER))
    return found


@lru_cache(maxsize=None)
def hash_to_curve(group: Group, message: bytes, dst: bytes) -> Point:
    """RFC 9380 hash_to_curve, suites BLS12381G{1,2}_XMD:SHA-256_SSWU_RO_."""
    function = hash_to_G1 if group is G1 else hash_to_G2
    return function(message, dst, sha256)


def map_to_curve(group: Group, parts: Sequence[int]) -> Point:
    """RFC 9380 clear_cofactor(map_to_curve(u)), u given by its parts (c0, c1)."""
    mapped = map_uncleared(group, parts)
    return (clear_cofactor_G1 if group is G1 else clear_cofactor_G2)(mapped)


def map_uncleared(group: Group, parts: Sequence[int]) -> Point:
    """RFC 9380 map_to_curve: a point of the whole curve."""
    function = map_to_curve_G1 if group is G1 else map_to_curve_G2
    return function(group.element(parts))


def pairing_product_is_one(pairs: Sequence[Tuple[Point, Point]]) -> bool:
    """Whether the product of e(p, q) over pairs (p of G1, q of G2) is one."""
    product = FQ12.one()
    for p, q in pairs:
        product *= pairing(q, p, final_exponentiate=False)
    return final_exponentiate(product) == FQ12.one()


assert multiply(G1_GENERATOR, ORDER)[2] == FQ.zero()
assert multiply(G2_GENERATOR, ORDER)[2] == FQ2.zero()

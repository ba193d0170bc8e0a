"""Second routes: what py_ecc computes with projective formulas, step by step.

The maps and the hash follow the text of RFC 9380 (6.6.2, 6.6.3, 5.2, 5.3) with
a division wherever it has one; constants of the isogenies are py_ecc's.
"""

from hashlib import sha256
from typing import Any, List, Optional, Sequence, Tuple

from py_ecc import bls12_381 as plain
from py_ecc.bls12_381 import FQ as PLAIN_FQ, FQ2 as PLAIN_FQ2
from py_ecc.optimized_bls12_381 import constants

import curve
from curve import FIELD_MODULUS, G1, G2, Group, Point

COEFFICIENTS = {
    G1: (constants.ISO_11_A, constants.ISO_11_B, constants.ISO_11_Z),
    G2: (constants.ISO_3_A, constants.ISO_3_B, constants.ISO_3_Z),
}
ISOGENIES = {
    G1: constants.ISO_11_MAP_COEFFICIENTS,
    G2: constants.ISO_3_MAP_COEFFICIENTS,
}
EFFECTIVE_COFACTORS = {G1: constants.H_EFF_G1, G2: constants.H_EFF_G2}

# The points of the kernel of the isogeny to the curve of G1 that the map to
# its domain reaches, by x. The isogeny takes them to infinity.
KERNEL_X = (
    0x10EF325DD1E98BDF0D97A4C6B7F968ED7F31F2FBFF088ACB39D5319CFC261EA18773405F325612742F0C5D90634BCF4,
    0xD7F2D0D03AE035321EED4C1479D13251ABF0E9A96479623EB5380B575E319851FB5E5A8B43B9C1A46880F54BF2B2F7C,
)


def root_modulo_p(value: int) -> Optional[int]:
    """A square root in Fp, if there is one."""
    root = pow(value, (FIELD_MODULUS + 1) // 4, FIELD_MODULUS)
    return root if (root * root - value) % FIELD_MODULUS == 0 else None


def root(group: Group, value: Any) -> Optional[Any]:
    """A square root in the field of a group, if there is one."""
    parts = curve.coordinate_parts(value)
    if group is G1:
        found = root_modulo_p(parts[0])
        return None if found is None else group.element((found,))
    a, b = parts
    norm = root_modulo_p((a * a + b * b) % FIELD_MODULUS)
    if norm is None:
        return None
    half = pow(2, -1, FIELD_MODULUS)
    for candidate in (a + norm, a - norm):
        c = root_modulo_p(candidate * half % FIELD_MODULUS)
        if c is None:
            continue
        # For c = 0 the value is -d^2 for some d of Fp.
        d = b * half * pow(c, -1, FIELD_MODULUS) if c else root_modulo_p(-a)
        found = group.element((c, d % FIELD_MODULUS))
        if found * found == value:
            return found
    return None


def sign(value: Any) -> int:
    """sgn0 of RFC 9380: the parity of the first part that is not zero."""
    return next((part % 2 for part in curve.coordinate_parts(value) if part), 0)


def map_to_domain(group: Group, parts: Sequence[int]) -> Tuple[Any, Any]:
    """The simplified SWU map to the curve that the isogeny starts from."""
    a, b, z = COEFFICIENTS[group]
    u = group.element(parts)
    zero, one = group.element((0, 0)), group.element((1, 0))
    t = z * u * u
    x = b / (z * a) if t * t + t == zero else -b / a * (one + one / (t * t + t))
    y = root(group, x * x * x + a * x + b)
    if y is None:
        x = t * x
        y = root(group, x * x * x + a * x + b)
    return x, y if sign(y) == sign(u) else -y


def mapped(group: Group, parts: Sequence[int]) -> Point:
    """clear_cofactor(iso_map(map_to_curve_simple_swu(u)))."""
    x, y = map_to_domain(group, parts)
    zero = group.element((0, 0))
    values = []
    for coefficients in ISOGENIES[group]:
        value = zero
        for coefficient in reversed(coefficients):
            value = value * x + coefficient
        values.append(value)
    x_numerator, x_denominator, y_numerator, y_denominator = values
    if zero in (x_denominator, y_denominator):
        return group.infinity
    point = (
        x_numerator / x_denominator,
        y * y_numerator / y_denominator,
        group.element((1, 0)),
    )
    return curve.multiply(point, EFFECTIVE_COFACTORS[group])


def kernel_elements() -> List[int]:
    """The field elements that the map takes to the kernel, up to their sign."""
    a, b, z = COEFFICIENTS[G1]
    found = []
    for x in map(lambda value: G1.element((value,)), KERNEL_X):
        # x is -b/a (1 + 1/(t^2 + t)), or t times that, for t = z u^2.
        c = -a * x / b
        for linear, constant in ((1, -1 / (c - 1)), (1 - c, 1 - c)):
            discriminant = root(G1, linear * linear - constant * 4)
            if discriminant is None:
                continue
            for t in (discriminant - linear, -discriminant - linear):
                u = root(G1, t / 2 / z)
                if u is not None and map_to_domain(G1, (u.n,))[0] == x:
                    found.append(min(u.n, FIELD_MODULUS - u.n))
    return sorted(found)


def expand_message(message: bytes, dst: bytes, length: int) -> bytes:
    """expand_message_xmd with SHA-256."""
    tag = dst + bytes([len(dst)])
    first = sha256(bytes(64) + message + length.to_bytes(2, "big") + b"\x00" + tag)
    block = bytes(32)
    stream = b""
    for counter in range(1, length // 32 + 1):
        mixed = bytes(x ^ y for x, y in zip(first.digest(), block))
        block = sha256(mixed + bytes([counter]) + tag).digest()
        stream += block
    return stream


def hashed(group: Group, message: bytes, dst: bytes) -> Point:
    """hash_to_curve as the sum of two maps: clearing the cofactor is linear."""
    stream = expand_message(message, dst, 2 * group.degree * 64)
    numbers = [
        int.from_bytes(stream[start : start + 64], "big") % FIELD_MODULUS
        for start in range(0, len(stream), 64)
    ]
    elements = numbers[: group.degree], numbers[group.degree :]
    return group.sum(mapped(group, parts) for parts in elements)


def added(group: Group, p: Point, q: Point) -> Point:
    """A sum of any points of the curve, by py_ecc's formulas for affine ones."""
    total = plain.add(to_plain(group, p), to_plain(group, q))
    if total is None:
        return group.infinity
    x, y = (
        (int(each.n),) if group is G1 else tuple(int(part) for part in each.coeffs)
        for each in total
    )
    return group.affine_point(x, y)


def to_plain(group: Group, point: Point):
    """A point in the form of py_ecc's simple implementation."""
    if curve.is_inf(point):
        return None
    x, y = group.affine(point)
    if group is G1:
        return PLAIN_FQ(x[0]), PLAIN_FQ(y[0])
    return PLAIN_FQ2(x), PLAIN_FQ2(y)

"""Octet strings that a strict decoder of compressed points must refuse."""

from typing import Dict

import curve
from curve import FIELD_MODULUS, Group, Point

COMPRESSED = 0x80
INFINITY = 0x40
SIGN = 0x20


def with_octet(data: bytes, index: int, set_bits: int = 0, clear_bits: int = 0):
    """`data` with bits of one octet set and cleared."""
    changed = bytearray(data)
    changed[index] = (changed[index] & ~clear_bits) | set_bits
    return bytes(changed)


def with_coordinate(data: bytes, offset: int, value: int) -> bytes:
    """`data` with 381 bits at `offset` replaced; the flag bits stay."""
    flags = data[offset] & 0xE0
    part = bytearray(value.to_bytes(48, "big"))
    assert part[0] & 0xE0 == 0
    part[0] |= flags
    return data[:offset] + bytes(part) + data[offset + 48 :]


def coordinate_names(group: Group) -> Dict[str, int]:
    """The parts of x and their offsets: x, or x_c1 before x_c0 for G2."""
    return {"x": 0} if group.size == 48 else {"x_c1": 0, "x_c0": 48}


def unreduced(group: Group, point: Point) -> Dict[str, bytes]:
    """Encodings of `point` with p added to one part of x, where that fits.

    Nothing but the check that the part is below p can refuse these.
    """
    data = group.encode(point)
    result = {}
    for name, offset in coordinate_names(group).items():
        part = int.from_bytes(data[offset : offset + 48], "big") % 2**381
        if part + FIELD_MODULUS < 2**381:
            result[name] = with_coordinate(data, offset, part + FIELD_MODULUS)
    return result


def smallest_unreducible_scalar(group: Group) -> int:
    """The smallest k for which every part of x of k times the generator fits."""
    scalar = 1
    point = group.generator
    while len(unreduced(group, point)) < len(coordinate_names(group)):
        scalar += 1
        point = curve.add(point, group.generator)
    return scalar


def over_real_squares() -> Dict[str, bytes]:
    """Points of the curve of G2 over squares in Fp, with both signs.

    A square root in Fp2 of an element of Fp is a special case of its
    computation. Nothing but the subgroup check can refuse the right root.
    """
    result = {}
    for name, point in curve.over_real_squares().items():
        key = f"not_in_subgroup_{name}"
        result[key] = curve.G2.encode(point)
        result[f"{key}_with_sign_bit"] = curve.G2.encode(curve.neg(point))
        assert result[f"{key}_with_sign_bit"] == with_octet(
            result[key], 0, set_bits=SIGN
        )
    return result


def malformed(group: Group, point: Point) -> Dict[str, bytes]:
    """Refused octet strings by name, most of them damage done to `point`."""
    good = group.encode(point)
    infinity = group.encode(group.infinity)
    zero = bytes(group.size)
    torsion = curve.small_order_point(group)
    cases = {
        "empty": b"",
        "too_short": good[:-1],
        "too_long": good + b"\x00",
        "uncompressed": group.encode_uncompressed(point),
        "uncompressed_infinity": group.encode_uncompressed(group.infinity),
        "all_zero": zero,
        "compression_bit_missing": with_octet(good, 0, clear_bits=COMPRESSED),
        "infinity_bit_on_finite_point": with_octet(good, 0, set_bits=INFINITY),
        "infinity_with_sign_bit": with_octet(infinity, 0, set_bits=SIGN),
        "infinity_with_trailing_byte": with_octet(infinity, -1, set_bits=1),
        "infinity_compression_bit_missing": with_octet(zero, 0, set_bits=INFINITY),
        "x_zero_without_infinity_bit": with_octet(zero, 0, set_bits=COMPRESSED),
        "x_zero_with_sign_bit": with_octet(zero, 0, set_bits=COMPRESSED | SIGN),
        "not_on_curve": curve.not_on_curve(group),
        "not_in_subgroup": group.encode(curve.out_of_subgroup(group)),
        "small_order": group.encode(torsion),
        "plus_small_order_point": group.encode(curve.add(point, torsion)),
    }
    for name, offset in coordinate_names(group).items():
        for value_name, value in {
            "equals_p": FIELD_MODULUS,
            "equals_p_plus_1": FIELD_MODULUS + 1,
            "equals_2_pow_381_minus_1": 2**381 - 1,
        }.items():
            key = f"{name}_{value_name}"
            cases[key] = with_coordinate(good, offset, value)
    unreducible = curve.multiply(group.generator, smallest_unreducible_scalar(group))
    for name, data in unreduced(group, unreducible).items():
        cases[f"{name}_not_reduced"] = data
    if group.size == 96:
        cases.update(over_real_squares())
        for name, bit in {
            "compression": COMPRESSED,
            "infinity": INFINITY,
            "sign": SIGN,
        }.items():
            cases[f"{name}_bit_in_second_half"] = with_octet(good, 48, set_bits=bit)
        cases["infinity_with_byte_at_end_of_first_half"] = with_octet(
            infinity, 47, set_bits=1
        )
        cases["infinity_with_compression_bit_in_second_half"] = with_octet(
            infinity, 48, set_bits=COMPRESSED
        )
    return cases

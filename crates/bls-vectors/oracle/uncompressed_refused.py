"""Octet strings that a strict decoder of uncompressed points must refuse."""

from typing import Dict

import curve
from curve import FIELD_MODULUS, G2, Group
from point_encoding import COORDINATE_SIZE, INFINITY_FLAG, SIGN_FLAG
from refused import COMPRESSED, with_octet

FLAG_BITS = {"compression": COMPRESSED, "infinity": INFINITY_FLAG, "sign": SIGN_FLAG}


def replaced(data: bytes, offset: int, value: int) -> bytes:
    """`data` with another coordinate at `offset`."""
    end = offset + COORDINATE_SIZE
    return data[:offset] + value.to_bytes(COORDINATE_SIZE, "big") + data[end:]


def coordinate(data: bytes, offset: int) -> int:
    """The coordinate at `offset`."""
    return int.from_bytes(data[offset : offset + COORDINATE_SIZE], "big")


def offsets(group: Group) -> Dict[str, int]:
    """Where the coordinates, or their parts, begin."""
    names = ("x_c1", "x_c0", "y_c1", "y_c0") if group is G2 else ("x", "y")
    return {name: i * COORDINATE_SIZE for i, name in enumerate(names)}


def not_reduced(group: Group) -> Dict[str, bytes]:
    """For each coordinate a point in which p is added to it.

    The points are the first multiples of the generator where the sum has no
    more than 381 bits, so that nothing but its comparison with p refuses it.
    """
    found: Dict[str, bytes] = {}
    point = group.generator
    while len(found) < len(offsets(group)):
        data = group.encode_uncompressed(point)
        for name, offset in offsets(group).items():
            value = coordinate(data, offset) + FIELD_MODULUS
            if value < 2**381:
                found.setdefault(f"{name}_not_reduced", replaced(data, offset, value))
        point = curve.add(point, group.generator)
    return found


def damaged(group: Group, point: curve.Point) -> Dict[str, bytes]:
    """Refused octet strings by name, most of them damage done to `point`."""
    good = group.encode_uncompressed(point)
    infinity = group.encode_uncompressed(group.infinity)
    half = group.size
    y_low = coordinate(good, len(good) - COORDINATE_SIZE)
    cases = {
        "empty": b"",
        "too_short": good[:-1],
        "too_long": good + b"\x00",
        "x_only": good[:half],
        "compressed": group.encode(point),
        "compressed_identity": group.encode(group.infinity),
        "identity_too_short": infinity[:-1],
        "identity_too_long": infinity + b"\x00",
        "all_zero": bytes(2 * half),
        "all_ones": b"\xff" * (2 * half),
        "identity_with_compression_flag": with_octet(infinity, 0, set_bits=COMPRESSED),
        "identity_with_sign_flag": with_octet(infinity, 0, set_bits=SIGN_FLAG),
        "identity_with_low_bit_in_first_byte": with_octet(infinity, 0, set_bits=1),
        "identity_with_byte_at_end_of_x": with_octet(infinity, half - 1, set_bits=1),
        "identity_with_byte_at_start_of_y": with_octet(infinity, half, set_bits=1),
        "identity_with_flag_in_y": with_octet(infinity, half, set_bits=INFINITY_FLAG),
        "identity_with_trailing_byte": with_octet(infinity, -1, set_bits=1),
        "y_plus_1": replaced(good, len(good) - COORDINATE_SIZE, y_low + 1),
        "y_set_to_zero": good[:half] + bytes(half),
        "x_set_to_zero": bytes(half) + good[half:],
        "x_zero_y_one": bytes(2 * half - 1) + b"\x01",
        "x_of_no_point": with_octet(curve.not_on_curve(group), 0, clear_bits=COMPRESSED)
        + good[half:],
        "x_and_y_swapped": good[half:] + good[:half],
    }
    for name, offset in offsets(group).items():
        for flag, bit in FLAG_BITS.items():
            cases[f"{flag}_flag_in_{name}"] = with_octet(good, offset, set_bits=bit)
        for value_name, value in {
            "equals_p": FIELD_MODULUS,
            "equals_p_plus_1": FIELD_MODULUS + 1,
            "equals_2_pow_381_minus_1": 2**381 - 1,
        }.items():
            cases[f"{name}_{value_name}"] = replaced(good, offset, value)
    cases.update(not_reduced(group))
    if group is G2:
        parts = [good[start : start + 48] for start in range(0, len(good), 48)]
        cases["parts_swapped"] = b"".join(parts[i] for i in (1, 0, 3, 2))
        cases["generator_of_g1"] = b"".join(
            bytes(48) + part.to_bytes(48, "big")
            for (part,) in curve.G1.affine(curve.G1.generator)
        )
    return cases

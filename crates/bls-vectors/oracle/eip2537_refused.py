"""Octet strings that the precompiles of EIP-2537 must refuse.

An input is a number of items, an item a number of fields (`LAYOUTS`). Each
function makes refused inputs out of a valid one by damaging its parts.
"""

from typing import Dict, Iterator, List, Tuple

import curve
import eip2537
from curve import FIELD_MODULUS, G1, G2, GROUPS
from eip2537 import FIELD_SIZE
from group_cases import outside, point, scalar
from map_cases import field_element

# The fields of one item, and how many items the valid input has. Only an
# operation with two may have any number of them.
LAYOUTS: Dict[str, Tuple[Tuple[str, ...], int]] = {
    "g1add": (("g1", "g1"), 1),
    "g1mul": (("g1", "scalar"), 1),
    "g1msm": (("g1", "scalar"), 2),
    "g2add": (("g2", "g2"), 1),
    "g2mul": (("g2", "scalar"), 1),
    "g2msm": (("g2", "scalar"), 2),
    "pairing_check": (("g1", "g2"), 2),
    "map_fp_to_g1": (("fp",), 1),
    "map_fp2_to_g2": (("fp2",), 1),
}
PARTS = {
    "g1": ("x", "y"),
    "g2": ("x_c0", "x_c1", "y_c0", "y_c1"),
    "fp": ("element",),
    "fp2": ("c0", "c1"),
    "scalar": (),
}


def valid_field(kind: str, index: int) -> bytes:
    """A field that nothing is wrong with."""
    if kind == "scalar":
        return scalar(index).to_bytes(32, "big")
    if kind in GROUPS:
        return eip2537.encode_point(GROUPS[kind], point(kind, index))
    return eip2537.encode_parts(field_element({"fp": "g1", "fp2": "g2"}[kind], index))


def valid_fields(operation: str) -> List[Tuple[str, str, bytes]]:
    """Name, kind and octets of the fields of the valid input."""
    layout, items = LAYOUTS[operation]
    result = []
    for item in range(items):
        for position, kind in enumerate(layout):
            names = []
            if items > 1:
                names.append(("first", "last")[item])
            if layout == ("g1", "g2"):
                names.append(kind)
            elif layout[0] == layout[-1] and kind in GROUPS:
                names.append(("first", "second")[position])
            index = item * len(layout) + position
            result.append(("_".join(names), kind, valid_field(kind, index)))
    return result


def joined(fields) -> bytes:
    """The input made of such fields."""
    return b"".join(data for _, _, data in fields)


def with_field(fields, index: int, data: bytes) -> bytes:
    """The input with another field at `index`."""
    name, kind, _ = fields[index]
    return joined([*fields[:index], (name, kind, data), *fields[index + 1 :]])


def prefixed(*names: str) -> str:
    """A case name of parts, some of which may be empty."""
    return "_".join(name for name in names if name)


def lengths(operation: str) -> Dict[str, bytes]:
    """Every wrong length of which an implementation could think something."""
    fields = valid_fields(operation)
    data = joined(fields)
    layout, items = LAYOUTS[operation]
    item = data[: len(data) // items]
    cases = {
        "empty": b"",
        "one_zero_byte": b"\x00",
        "one_byte_short": data[:-1],
        "one_byte_long": data + b"\x00",
        "one_byte_before": b"\x00" + data,
        "last_field_element_missing": data[:-FIELD_SIZE],
        "field_element_added": data + bytes(FIELD_SIZE),
        "padding_left_out": data[16:],
    }
    if len(layout) > 1:
        cases["first_field_only"] = fields[0][2]
        cases["last_field_missing"] = joined(fields[:-1])
        cases["first_field_added"] = data + fields[0][2]
    if items == 1:
        cases["two_items"] = item + item
    return cases


def damaged_part(data: bytes, at: int) -> Dict[str, bytes]:
    """Damage to the field element that begins at `at`."""
    value = int.from_bytes(data[at : at + FIELD_SIZE], "big")
    values = {
        "padding_first_byte": value + 2 ** (8 * 63),
        "padding_last_byte": value + 2 ** (8 * 48),
        "padding_all_ones": value + 2**512 - 2**384,
        "not_reduced": value + FIELD_MODULUS,
        "equals_p": FIELD_MODULUS,
        "equals_p_plus_1": FIELD_MODULUS + 1,
        "equals_2_pow_381_minus_1": 2**381 - 1,
        "equals_2_pow_384_minus_1": 2**384 - 1,
        "with_compression_flag": value | 2**383,
    }
    return {
        name: data[:at] + changed.to_bytes(FIELD_SIZE, "big") + data[at + FIELD_SIZE :]
        for name, changed in values.items()
    }


def damaged_parts(operation: str) -> Dict[str, bytes]:
    """Damage to each field element."""
    fields = valid_fields(operation)
    cases = {}
    for index, (name, kind, data) in enumerate(fields):
        for number, part in enumerate(PARTS[kind]):
            for damage, changed in damaged_part(data, number * FIELD_SIZE).items():
                key = prefixed(name, part, damage)
                cases[key] = with_field(fields, index, changed)
    return cases


def no_points(kind: str) -> Dict[str, bytes]:
    """Coordinates that are in order and belong to no point of the curve."""
    group = GROUPS[kind]
    x, y = group.affine(point(kind, 0))
    zero, one = (0, 0)[: group.degree], (1, 0)[: group.degree]
    pairs = {
        "y_plus_1": (x, (y[0] + 1, *y[1:])),
        "x_plus_1": ((x[0] + 1, *x[1:]), y),
        "y_zero": (x, zero),
        "x_zero": (zero, y),
        "x_zero_y_one": (zero, one),
        "x_one_y_zero": (one, zero),
        "x_and_y_swapped": (y, x),
    }
    if group is G2:
        pairs["parts_swapped"] = (x[::-1], y[::-1])
        pairs["parts_of_x_swapped"] = (x[::-1], y)
        pairs["parts_of_y_swapped"] = (x, y[::-1])
        (x,), (y,) = G1.affine(G1.generator)
        pairs["generator_of_g1"] = ((x, 0), (y, 0))
    else:
        # A point of y^2 = x^3 + 1, with which formulas that leave out the
        # constant of the equation compute as well.
        pairs["on_another_curve"] = ((2,), (3,))
    cases = {
        name: b"".join(eip2537.encode_parts(parts) for parts in pair)
        for name, pair in pairs.items()
    }
    infinity = bytes(eip2537.point_size(group))
    for number, part in enumerate(PARTS[kind]):
        for name, changed in damaged_part(infinity, number * FIELD_SIZE).items():
            # Of zero, "not reduced" is p.
            if name in ("padding_first_byte", "padding_last_byte", "equals_p"):
                cases[prefixed("infinity", part, name)] = changed
    cases["infinity_with_flag"] = infinity[:16] + b"\x40" + infinity[17:]
    cases["infinity_with_both_flags"] = infinity[:16] + b"\xc0" + infinity[17:]
    return cases


def point_fields(operation: str) -> Iterator[Tuple[int, str, str]]:
    """Index, name and kind of the fields that are points."""
    for index, (name, kind, _) in enumerate(valid_fields(operation)):
        if kind in GROUPS:
            yield index, name, kind


def off_curve(operation: str) -> Dict[str, bytes]:
    """No point in the place of each point, with something beside it that would
    make its value irrelevant, too."""
    fields = valid_fields(operation)
    cases = {}
    for index, name, kind in point_fields(operation):
        for key, data in no_points(kind).items():
            cases[prefixed(name, key)] = with_field(fields, index, data)
        for beside, changed in neutral_partners(operation, fields, index):
            data = no_points(kind)["y_plus_1"]
            cases[prefixed(name, "y_plus_1", beside)] = with_field(changed, index, data)
    return cases


def outside_subgroup(operation: str) -> Dict[str, bytes]:
    """A point outside the subgroup in the place of each point."""
    fields = valid_fields(operation)
    cases = {}
    for index, name, kind in point_fields(operation):
        bad = {
            key: eip2537.encode_point(GROUPS[kind], each)
            for key, each in outside(kind).items()
        }
        if kind == "g1":
            bad["x_zero"] = eip2537.encode_parts((0, 2))
        else:
            bad["over_real_square"] = eip2537.encode_point(
                G2, curve.over_real_squares()["real_y_odd_square"]
            )
        for key, data in bad.items():
            cases[prefixed(name, key)] = with_field(fields, index, data)
        for beside, changed in neutral_partners(operation, fields, index):
            data = bad["plus_small_order"]
            cases[prefixed(name, "plus_small_order", beside)] = with_field(
                changed, index, data
            )
    return cases


def neutral_partners(operation: str, fields, index: int):
    """The fields with what would make the point at `index` irrelevant."""
    layout, _ = LAYOUTS[operation]
    partner = index + 1 if index % len(layout) == 0 else index - 1
    name, kind, data = fields[partner]
    replacements = {"beside_infinity": bytes(len(data))}
    if kind == "scalar":
        replacements = {
            "by_zero": bytes(32),
            "by_r": curve.ORDER.to_bytes(32, "big"),
        }
    for beside, replacement in replacements.items():
        changed = list(fields)
        changed[partner] = (name, kind, replacement)
        yield beside, changed


def refused(operation: str) -> Dict[str, bytes]:
    """All refused inputs of an operation."""
    assert eip2537.run(operation, joined(valid_fields(operation))) is not None
    cases = {**lengths(operation), **damaged_parts(operation), **off_curve(operation)}
    if not operation.endswith("add"):
        cases.update(outside_subgroup(operation))
    return cases

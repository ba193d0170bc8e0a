"""The cases of the group curve about decoding and about the subgroup."""

from typing import Any, Dict

import curve
import refused
from cases import CaseList
from curve import G1, G2, GROUPS
from group_cases import outside, point
from map_cases import field_element
from uncompressed_refused import damaged

# Prime divisors of the cofactors, the largest of G2 left out.
SMALL_ORDERS = {
    "g1": (3, 11, 10177, 859267, 52437899),
    "g2": (13, 23, 2713, 11953, 262069),
}


class CurveDecodeCases:
    """Collects the cases; what the other ones need of damaged points."""

    def __init__(self):
        self.list = CaseList("curve")

    def add(self, folder: str, name: str, expected: Any, **fields) -> None:
        """A case; octets become hexadecimal, None is a refusal."""
        self.list.add(
            folder,
            name,
            {field: to_hex(value) for field, value in fields.items()},
            expected.hex() if isinstance(expected, bytes) else expected,
        )

    def refused_points(self, name: str) -> Dict[str, bytes]:
        """Encodings that are refused wherever the subgroup is checked."""
        group = GROUPS[name]
        bad = {key: group.encode(each) for key, each in outside(name).items()}
        bad["not_on_curve"] = curve.not_on_curve(group)
        bad["too_short"] = group.encode(point(name, 0))[:-1]
        return bad

    def build_subgroup_check(self, name: str) -> None:
        """Members of the subgroup, and other points of the curve."""
        group = GROUPS[name]
        folder = f"{name}_subgroup_check"
        members = {"identity": group.infinity, "generator": group.generator}
        for index in range(5):
            members[f"member_{index}"] = point(name, index)
        members["opposite_of_member"] = curve.neg(point(name, 0))
        for key, member in members.items():
            self.add(folder, key, True, **{name: [group.encode(member)]})
        others = dict(outside(name))
        for prime in SMALL_ORDERS[name]:
            torsion = curve.point_of_order(group, prime)
            others[f"order_{prime}"] = torsion
            others[f"member_plus_order_{prime}"] = curve.add(point(name, 1), torsion)
        for index in range(3):
            other = curve.map_uncleared(group, field_element(name, index))
            others[f"any_{index}"] = other
            others[f"any_{index}_by_r"] = curve.multiply(other, curve.ORDER)
        if group is G2:
            others.update(curve.over_real_squares())
        for key, other in others.items():
            self.add(folder, key, False, **{name: [group.encode(other)]})
        for key in ("not_on_curve", "too_short"):
            bad = self.refused_points(name)[key]
            self.add(folder, key, None, **{name: [bad]})

    def build_decode_unchecked(self, name: str) -> None:
        """Compressed points of the curve, and what is none."""
        group = GROUPS[name]
        folder = f"{name}_decode_unchecked"
        for key, good in {
            "identity": group.infinity,
            "generator": group.generator,
            "member": point(name, 0),
            "opposite_of_member": curve.neg(point(name, 0)),
            "any": curve.map_uncleared(group, field_element(name, 0)),
        }.items():
            data = group.encode(good)
            self.add(folder, key, data, **{name: [data]})
        on_curve = {"not_in_subgroup", "small_order", "plus_small_order_point"}
        if group is G1:
            # (0, 2) and (0, -2) are on the curve.
            on_curve |= {"x_zero_without_infinity_bit", "x_zero_with_sign_bit"}
        for key, data in refused.malformed(group, point(name, 0)).items():
            accepted = key in on_curve or key.startswith("not_in_subgroup_")
            self.add(folder, key, data if accepted else None, **{name: [data]})

    def build_decode_uncompressed(self, name: str) -> None:
        """Uncompressed points of the curve, and what is none."""
        group = GROUPS[name]
        folder = f"{name}_decode_uncompressed"
        accepted = {
            "identity": group.infinity,
            "generator": group.generator,
            "member": point(name, 0),
            "opposite_of_member": curve.neg(point(name, 0)),
            **outside(name),
            "any": curve.map_uncleared(group, field_element(name, 0)),
        }
        if group is G1:
            accepted["x_zero_on_curve"] = curve.point_of_order(G1, 3)
            assert G1.affine(accepted["x_zero_on_curve"])[0] == (0,)
        else:
            accepted.update(curve.over_real_squares())
        for key, good in accepted.items():
            data = group.encode_uncompressed(good)
            self.add(folder, key, group.encode(good), input=data)
        for key, data in damaged(group, point(name, 0)).items():
            self.add(folder, key, None, input=data)


def to_hex(value):
    """Octets, or each of a list, in hexadecimal."""
    return value.hex() if isinstance(value, bytes) else [item.hex() for item in value]

"""The cases of the group eip2537."""

from typing import Any, Dict, List, Tuple

import by_hand
import curve
import eip2537
import group_cases
from cases import Case, CaseList
from curve import G1, G2, GROUPS, Group, Point
from ecrecover_cases import signatures
from eip2537_refused import LAYOUTS, refused
from group_cases import outside, point
from map_cases import field_element, maps

VERDICTS = {verdict: int(verdict).to_bytes(32, "big") for verdict in (False, True)}


class Eip2537Cases:
    """Builds the cases folder by folder."""

    def __init__(self):
        self.list = CaseList("eip2537")

    def add(self, folder: str, name: str, data: bytes, expected: Any) -> None:
        """A case with output, or with a refusal if that is None."""
        if isinstance(expected, bytes):
            expected = expected.hex()
        self.list.add(folder, name, {"input": data.hex()}, expected)

    def build(self) -> List[Case]:
        """All cases of the group."""
        for name in GROUPS:
            self.build_add(name)
            self.build_multiples(name)
        self.build_pairing()
        self.build_maps("g1", "map_fp_to_g1")
        self.build_maps("g2", "map_fp2_to_g2")
        for operation in LAYOUTS:
            for name, data in refused(operation).items():
                self.add(operation, f"refused_{name}", data, None)
        for name, (data, expected) in signatures().items():
            self.add("ecrecover", name, data, expected)
        return self.list.cases

    def build_add(self, name: str) -> None:
        """Sums, in the subgroup and outside it."""
        group = GROUPS[name]
        for key, (p, q, total) in group_cases.additions(name).items():
            data = encoded(group, p) + encoded(group, q)
            self.add(f"{name}add", key, data, encoded(group, total))
        for key, (p, q) in outside_additions(name).items():
            data = encoded(group, p) + encoded(group, q)
            total = by_hand.added(group, p, q)
            self.add(f"{name}add", key, data, encoded(group, total))

    def build_multiples(self, name: str) -> None:
        """Multiples, as what drafts had for them and as short sums; sums."""
        group = GROUPS[name]
        for key, (base, factor, product) in group_cases.multiples(name).items():
            data = encoded_terms(group, [(base, factor)])
            self.add(f"{name}mul", key, data, encoded(group, product))
            self.add(f"{name}msm", f"one_{key}", data, encoded(group, product))
        for key, (terms, total) in group_cases.sums(name).items():
            data = encoded_terms(group, terms)
            self.add(f"{name}msm", key, data, encoded(group, total))
        for key, terms in group_cases.outside_sums(name).items():
            data = encoded_terms(group, terms)
            self.add(f"{name}msm", f"refused_list_{key}", data, None)

    def build_pairing(self) -> None:
        """Products of pairings."""
        for key, (pairs, verdict) in group_cases.products().items():
            self.add("pairing_check", key, encoded_pairs(pairs), VERDICTS[verdict])
        for key, pairs in group_cases.outside_products().items():
            data = encoded_pairs(pairs)
            self.add("pairing_check", f"refused_list_{key}", data, None)

    def build_maps(self, name: str, folder: str) -> None:
        """Field elements."""
        group = GROUPS[name]
        for key, parts in maps(name).items():
            expected = encoded(group, by_hand.mapped(group, parts))
            self.add(folder, key, eip2537.encode_parts(parts), expected)


def outside_additions(name: str) -> Dict[str, Tuple[Point, Point]]:
    """Points of the curve of which one or both are outside the subgroup."""
    group = GROUPS[name]
    member = point(name, 1)
    any_point = curve.map_uncleared(group, field_element(name, 0))
    shifted, small = outside(name)["plus_small_order"], outside(name)["small_order"]
    pairs = {
        "outside_two": (any_point, outside(name)["not_in_subgroup"]),
        "outside_and_member": (any_point, member),
        "member_and_outside": (member, any_point),
        "outside_and_identity": (any_point, group.infinity),
        "identity_and_outside": (group.infinity, any_point),
        "outside_doubling": (any_point, any_point),
        "outside_opposite": (any_point, curve.neg(any_point)),
        "outside_with_sum_in_subgroup": (shifted, curve.neg(small)),
        "small_order_doubling": (small, small),
        "small_order_opposite": (small, curve.neg(small)),
        "small_order_and_member": (small, member),
        "small_order_and_half": (small, curve.multiply(small, group.small_order // 2)),
    }
    if group is G1:
        third = curve.point_of_order(G1, 3)
        pairs["x_zero_doubling"] = (third, third)
        pairs["x_zero_opposite"] = (third, curve.neg(third))
        pairs["x_zero_and_member"] = (third, member)
    else:
        for key, each in curve.over_real_squares().items():
            pairs[f"{key}_doubling"] = (each, each)
            pairs[f"{key}_and_member"] = (each, member)
    return pairs


def encoded(group: Group, each: Point) -> bytes:
    """A point."""
    return eip2537.encode_point(group, each)


def encoded_terms(group: Group, terms: List[Tuple[Point, int]]) -> bytes:
    """The input of a sum of multiples."""
    return b"".join(
        encoded(group, base) + factor.to_bytes(32, "big") for base, factor in terms
    )


def encoded_pairs(pairs: List[Tuple[Point, Point]]) -> bytes:
    """The input of a product of pairings."""
    return b"".join(encoded(G1, p) + encoded(G2, q) for p, q in pairs)

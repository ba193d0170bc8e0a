"""The cases of the group curve."""

from typing import Dict, List, Sequence, Tuple

import by_hand
import curve
import group_cases
from cases import Case
from curve import FIELD_MODULUS, G1, G2, GROUPS, Point
from curve_decode_cases import CurveDecodeCases
from curve_operations import PAIRING_PARTS
from group_cases import point, scalar
from map_cases import hashes, maps


class CurveCases(CurveDecodeCases):
    """Builds the cases folder by folder."""

    def build(self) -> List[Case]:
        """All cases of the group."""
        for name in GROUPS:
            self.build_add(name)
            self.build_mul(name)
            self.build_msm(name)
            self.build_subgroup_check(name)
            self.build_decode_unchecked(name)
            self.build_decode_uncompressed(name)
            self.build_maps(name)
        self.build_pairings()
        return self.list.cases

    def build_add(self, name: str) -> None:
        """Addition, with either form of output."""
        group = GROUPS[name]
        good = group.encode(point(name, 0))
        for folder, encode in (
            (f"{name}_add", group.encode),
            (f"{name}_encode_uncompressed", group.encode_uncompressed),
        ):
            for key, (p, q, total) in group_cases.additions(name).items():
                terms = [group.encode(p), group.encode(q)]
                self.add(folder, key, encode(total), **{name: terms})
            for key, bad in self.refused_points(name).items():
                self.add(folder, f"{key}_first", None, **{name: [bad, good]})
                self.add(folder, f"{key}_second", None, **{name: [good, bad]})

    def build_mul(self, name: str) -> None:
        """Multiplication."""
        folder = f"{name}_mul"
        for key, (base, factor, product) in group_cases.multiples(name).items():
            expected = GROUPS[name].encode(product)
            self.add(folder, key, expected, **terms_of(name, [(base, factor)]))
        fields = terms_of(name, [(point(name, 0), scalar(0))])
        for key, bad in self.refused_points(name).items():
            self.add(folder, key, None, **{**fields, name: [bad]})
        for key, data in {"31": bytes(31), "33": bytes(33)}.items():
            self.add(
                folder, f"scalar_{key}_bytes", None, **{**fields, "scalars": [data]}
            )

    def build_msm(self, name: str) -> None:
        """Sums of multiples."""
        group = GROUPS[name]
        folder = f"{name}_msm"
        for key, (terms, total) in group_cases.sums(name).items():
            self.add(folder, key, group.encode(total), **terms_of(name, terms))
        for key, terms in group_cases.outside_sums(name).items():
            self.add(folder, key, None, **terms_of(name, terms))
        fields = terms_of(name, [(point(name, i), scalar(i)) for i in range(3)])
        for key, first, second in (
            ("empty", [], []),
            ("points_only", fields[name], []),
            ("scalars_only", [], fields["scalars"]),
            ("one_scalar_less", fields[name], fields["scalars"][:2]),
            ("one_point_less", fields[name][:2], fields["scalars"]),
        ):
            self.add(folder, key, None, **{name: first, "scalars": second})
        bad = [fields[name][0], curve.not_on_curve(group), fields[name][2]]
        self.add(folder, "not_on_curve", None, **{**fields, name: bad})
        short = [*fields["scalars"][:2], bytes(31)]
        self.add(folder, "scalar_31_bytes", None, **{**fields, "scalars": short})

    def build_maps(self, name: str) -> None:
        """Field elements and messages."""
        group = GROUPS[name]
        folder = f"map_to_{name}"
        size = group.size
        for key, parts in maps(name).items():
            data = b"".join(part.to_bytes(48, "big") for part in reversed(parts))
            self.add(
                folder, key, group.encode(by_hand.mapped(group, parts)), input=data
            )
        for offset in range(0, size, 48):
            where = "" if size == 48 else f"_c{1 - offset // 48}"
            for key, value in {
                "p": FIELD_MODULUS,
                "p_plus_1": FIELD_MODULUS + 1,
                "2_pow_381": 2**381,
                "2_pow_384_minus_1": 2**384 - 1,
            }.items():
                data = bytearray(size)
                data[offset : offset + 48] = value.to_bytes(48, "big")
                self.add(folder, f"{key}{where}", None, input=bytes(data))
        for key, length in {
            "empty": 0,
            "too_short": size - 1,
            "too_long": size + 1,
            "uncompressed_size": 2 * size,
        }.items():
            self.add(folder, key, None, input=bytes(length))
        for key, (message, dst) in hashes(name).items():
            expected = None
            if 1 <= len(dst) <= 255:
                expected = group.encode(by_hand.hashed(group, message, dst))
            self.add(f"hash_to_{name}", key, expected, messages=[message], dst=dst)

    def build_pairings(self) -> None:
        """Products of pairings."""
        for key, (pairs, verdict) in group_cases.products().items():
            self.add("multi_pairing", key, verdict, **pairs_of(pairs))
            finite = not any(curve.is_inf(each) for pair in pairs for each in pair)
            if len(pairs) == 2 and finite:
                for folder in PAIRING_PARTS:
                    self.add(folder, key, verdict, **pairs_of(pairs))
        for key, pairs in group_cases.outside_products().items():
            self.add("multi_pairing", key, None, **pairs_of(pairs))
            if len(pairs) == 2:
                for folder in PAIRING_PARTS:
                    self.add(folder, key, None, **pairs_of(pairs))
        good = pairs_of([(point("g1", i), point("g2", i)) for i in range(3)])
        for key, first, second in (
            ("empty", [], []),
            ("g1_only", good["g1"], []),
            ("g2_only", [], good["g2"]),
            ("one_less_in_g1", good["g1"][:2], good["g2"]),
            ("one_less_in_g2", good["g1"], good["g2"][:2]),
            ("g1_not_on_curve", [curve.not_on_curve(G1)], good["g2"][:1]),
            ("g2_not_on_curve", good["g1"][:1], [curve.not_on_curve(G2)]),
        ):
            self.add("multi_pairing", key, None, g1=first, g2=second)


def terms_of(name: str, terms: Sequence[Tuple[Point, int]]) -> Dict[str, List[bytes]]:
    """The fields of a sum of multiples."""
    return {
        name: [GROUPS[name].encode(base) for base, _ in terms],
        "scalars": [factor.to_bytes(32, "big") for _, factor in terms],
    }


def pairs_of(pairs: Sequence[Tuple[Point, Point]]) -> Dict[str, List[bytes]]:
    """The fields of a product of pairings."""
    return {
        "g1": [G1.encode(p) for p, _ in pairs],
        "g2": [G2.encode(q) for _, q in pairs],
    }

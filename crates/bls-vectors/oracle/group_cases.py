"""What is added, multiplied and paired in the cases of curve and eip2537.

Every point of the subgroup is a multiple of a generator by a known number, so
the expected result is one more such multiple, whatever the operation does. The
two groups of vectors differ in how they encode this.
"""

from functools import lru_cache
from typing import Dict, List, Tuple

import curve
from curve import G1, G2, GROUPS, ORDER, Group, Point
from fixed_base import multiple
from seeds import octets

Sum = Tuple[List[Tuple[Point, int]], Point]
Product = Tuple[List[Tuple[Point, Point]], bool]

MANY = 40
# The parameter of the curve without its sign; its square minus one is the
# eigenvalue of the endomorphism of G1 by which scalars are split.
PARAMETER = 0xD201000000010000
EIGENVALUE = PARAMETER**2 - 1


def number(label: str, index: int = 0, size: int = 48) -> int:
    """A fixed number of `size` octets."""
    return int.from_bytes(octets(f"{label} {index}", size), "big")


def logarithm(name: str, index: int) -> int:
    """The discrete logarithm of point `index` of g1 or g2."""
    return number(f"{name} logarithm", index) % ORDER


@lru_cache(maxsize=None)
def point(name: str, index: int) -> Point:
    """Point `index` of g1 or g2."""
    return multiple(GROUPS[name], logarithm(name, index))


def scalar(index: int) -> int:
    """A scalar below the group order."""
    return number("scalar", index) % ORDER


SCALARS = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "seven": 7,
    "r_minus_1": ORDER - 1,
    "r": ORDER,
    "r_plus_1": ORDER + 1,
    "two_r": 2 * ORDER,
    "two_r_plus_1": 2 * ORDER + 1,
    "2_pow_64": 2**64,
    "2_pow_128_minus_1": 2**128 - 1,
    "2_pow_128": 2**128,
    "2_pow_255": 2**255,
    "2_pow_256_minus_1": 2**256 - 1,
    "alternating_bits": int("aa" * 32, 16),
    "parameter": PARAMETER,
    "minus_parameter": ORDER - PARAMETER,
    "eigenvalue": EIGENVALUE,
    "eigenvalue_plus_1": EIGENVALUE + 1,
    "minus_eigenvalue": ORDER - EIGENVALUE,
    "random_below_r": scalar(0),
    "random_above_r": number("scalar above r", size=32) | 2**255,
}


def additions(name: str) -> Dict[str, Tuple[Point, Point, Point]]:
    """Pairs of points of the subgroup with their sums."""
    group = GROUPS[name]
    a, b = logarithm(name, 0), logarithm(name, 1)
    logarithms = {
        "two_points": (a, b),
        "swapped": (b, a),
        "generators": (1, 1),
        "generator_and_point": (1, a),
        "doubling": (a, a),
        "opposite": (a, -a),
        "double_and_opposite": (2 * a, -a),
        "identity_first": (0, b),
        "identity_second": (a, 0),
        "identity_both": (0, 0),
    }
    return {
        key: tuple(multiple(group, each) for each in (p, q, p + q))
        for key, (p, q) in logarithms.items()
    }


def multiples(name: str) -> Dict[str, Tuple[Point, int, Point]]:
    """Points of the subgroup, scalars and multiples."""
    group = GROUPS[name]
    log = logarithm(name, 0)
    result = {
        f"scalar_{key}": (point(name, 0), value, multiple(group, log * value))
        for key, value in SCALARS.items()
    }
    for key, value in {"random": scalar(0), "zero": 0, "r": ORDER}.items():
        result[f"identity_by_{key}"] = (group.infinity, value, group.infinity)
    result["generator"] = (group.generator, scalar(0), multiple(group, scalar(0)))
    return result


def sums(name: str) -> Dict[str, Sum]:
    """Lists of points and scalars with the sums of the multiples."""
    group = GROUPS[name]
    p, q, u = (logarithm(name, index) for index in range(3))
    s, t, v = (scalar(index) for index in range(3))
    many = [(logarithm(name, index), scalar(index)) for index in range(MANY)]
    lists = {
        "one": [(p, s)],
        "two": [(p, s), (q, t)],
        "three": [(p, s), (q, t), (u, v)],
        "five": many[:5],
        "forty": many,
        "forty_scalars_above_r": [
            (log, number("scalar above r", index, 32) | 2**255)
            for index, (log, _) in enumerate(many)
        ],
        "forty_small_scalars": [(log, i % 5) for i, (log, _) in enumerate(many)],
        "forty_equal_pairs": [(p, s)] * MANY,
        "forty_equal_points": [(p, factor) for _, factor in many],
        "forty_equal_scalars": [(log, s) for log, _ in many],
        "forty_cancelling": [
            (log if i % 2 == 0 else -p, s) for i, log in enumerate([p] * MANY)
        ],
        "forty_with_duplicates_opposites_identities": [
            (
                [p, -p, q, 0, log, 2 * p][i % 6],
                [s, s, t, t, factor, 0, ORDER - s][i % 7],
            )
            for i, (log, factor) in enumerate(many)
        ],
        "one_identity": [(0, s)],
        "identity_first": [(0, s), (q, t), (u, v)],
        "identity_between": [(p, s), (0, t), (u, v)],
        "identity_last": [(p, s), (q, t), (0, v)],
        "identities_only": [(0, s), (0, t)],
        "one_zero_scalar": [(p, 0)],
        "zero_scalar_first": [(p, 0), (q, t)],
        "zero_scalar_last": [(p, s), (q, 0)],
        "zero_scalars_only": [(p, 0), (q, 0)],
        "scalars_one": [(p, 1), (q, 1)],
        "equal_points": [(p, s), (p, t)],
        "equal_scalars": [(p, s), (q, s)],
        "equal_pairs": [(p, s), (p, s)],
        "cancelling_points": [(p, s), (-p, s)],
        "cancelling_scalars": [(p, s), (p, ORDER - s)],
        "cancelling_pair_and_point": [(p, s), (-p, s), (q, t)],
        "scalar_r": [(p, ORDER), (q, t)],
        "scalars_r_only": [(p, ORDER), (q, ORDER)],
        "scalar_r_minus_1": [(p, ORDER - 1), (q, ORDER - 1)],
        "scalar_2_pow_256_minus_1": [(p, 2**256 - 1), (q, 2**256 - 1)],
    }
    return {key: known_sum(group, terms) for key, terms in lists.items()}


def known_sum(group: Group, terms: List[Tuple[int, int]]) -> Sum:
    """A list of logarithms and scalars as one of points, with the sum."""
    total = sum(log * factor for log, factor in terms)
    pairs = [(multiple(group, log), factor) for log, factor in terms]
    return pairs, multiple(group, total)


@lru_cache(maxsize=None)
def outside(name: str) -> Dict[str, Point]:
    """Points of the curve outside the subgroup."""
    group = GROUPS[name]
    small = curve.small_order_point(group)
    return {
        "not_in_subgroup": curve.out_of_subgroup(group),
        "small_order": small,
        "plus_small_order": curve.add(point(name, 0), small),
    }


def outside_sums(name: str) -> Dict[str, List[Tuple[Point, int]]]:
    """Lists with a point outside the subgroup: all to be refused."""
    group = GROUPS[name]
    shifted = outside(name)["plus_small_order"]
    small = outside(name)["small_order"]
    good = (point(name, 1), scalar(1))
    lists = {key: [(bad, scalar(0))] for key, bad in outside(name).items()}
    lists.update(
        {
            "outside_first": [(shifted, scalar(0)), good],
            "outside_last": [good, (shifted, scalar(0))],
            "outside_among_forty": [
                (shifted if i == 20 else point(name, i), scalar(i)) for i in range(MANY)
            ],
            "outside_by_zero": [good, (shifted, 0)],
            "outside_by_r": [good, (shifted, ORDER)],
            "outside_by_its_order": [good, (small, group.small_order)],
            "outside_cancelling": [(small, scalar(0)), (curve.neg(small), scalar(0))],
        }
    )
    return lists


def products() -> Dict[str, Product]:
    """Lists of pairs, and whether the product of their pairings is one."""
    a, b, c = (logarithm("g1", index) for index in range(3))
    x, y, z = (logarithm("g2", index) for index in range(3))
    third = -(a * x + b * y) * pow(z, -1, ORDER)
    many = [(logarithm("g1", i), logarithm("g2", i)) for i in range(7)]
    balance = -sum(p * q for p, q in many)
    lists = {
        "one_pair": [(a, x)],
        "generators": [(1, 1)],
        "balanced": [(a, x), (-a * x, 1)],
        "unbalanced": [(a, x), (b, y)],
        "opposite_in_g1": [(a, x), (-a, x)],
        "opposite_in_g2": [(a, x), (a, -x)],
        "opposite_in_both": [(a, x), (-a, -x)],
        "equal_pairs": [(a, x), (a, x)],
        "factor_moved": [(a * c, x), (-a, c * x)],
        "factor_missing": [(a * c, x), (-a, x)],
        "three_balanced": [(a, x), (b, y), (third, z)],
        "three_off_by_one": [(a, x), (b, y), (third + 1, z)],
        "eight_balanced": [*many, (balance, 1)],
        "eight_swapped": [*many[:5], many[6], many[5], (balance, 1)],
        "eight_off_by_one": [*many, (balance + 1, 1)],
        "four_cancelling": [(a, x), (b, y), (-b, y), (a, -x)],
        "identity_in_g1": [(0, x)],
        "identity_in_g2": [(a, 0)],
        "identity_in_both": [(0, 0)],
        "identities_only": [(0, x), (a, 0), (0, 0)],
        "identity_in_g1_and_pair": [(0, x), (b, y)],
        "identity_in_g2_and_pair": [(a, x), (b, 0)],
        "identities_between_balanced": [(a, x), (0, y), (c, 0), (-a * x, 1)],
        "identities_between_unbalanced": [(a, x), (0, y), (c, 0), (-a, 1)],
    }
    return {
        key: (
            [(multiple(G1, p), multiple(G2, q)) for p, q in pairs],
            sum(p * q for p, q in pairs) % ORDER == 0,
        )
        for key, pairs in lists.items()
    }


def outside_products() -> Dict[str, List[Tuple[Point, Point]]]:
    """Lists of pairs with a point outside its subgroup: all to be refused."""
    p, q = point("g1", 0), point("g2", 0)
    lists = {}
    for name in GROUPS:
        for key, bad in outside(name).items():
            pair = (bad, q) if name == "g1" else (p, bad)
            lists[f"{name}_{key}"] = [pair]
        bad = outside(name)["plus_small_order"]
        pair = (bad, q) if name == "g1" else (p, bad)
        opposite = (curve.neg(bad), q) if name == "g1" else (p, curve.neg(bad))
        lists[f"{name}_outside_first"] = [pair, (p, q)]
        lists[f"{name}_outside_last"] = [(p, q), pair]
        lists[f"{name}_outside_cancelling"] = [pair, opposite]
    return lists

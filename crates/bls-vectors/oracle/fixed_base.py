"""Many multiples of a generator, from a table of its windows."""

from functools import lru_cache
from typing import List

import curve
from curve import ORDER, Group, Point

WINDOW = 8


@lru_cache(maxsize=None)
def table(group: Group) -> List[List[Point]]:
    """For window w and digit d: d * 2^(WINDOW * w) times the generator."""
    rows = []
    base = group.generator
    for _ in range(0, ORDER.bit_length(), WINDOW):
        row = [group.infinity]
        for _ in range(2**WINDOW):
            row.append(curve.add(row[-1], base))
        base = row.pop()
        rows.append(row)
    return rows


def multiple(group: Group, scalar: int) -> Point:
    """`scalar` times the generator."""
    scalar %= ORDER
    digits = scalar.to_bytes(len(table(group)), "little")
    return group.sum(row[digit] for row, digit in zip(table(group), digits) if digit)

"""What a vector case is, and what the builders of cases share.

Inputs are built by the other `*_cases` modules, together with what their author
expects. The output that is written is the one the scheme computes;
`generate.py` writes nothing if the two differ.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any, List, Sequence

import curve
import refused
from curve import ORDER, Group, Point
from seeds import octets
from suites import decode, to_hex


class Expectation(Enum):
    """An expectation that is not a value."""

    # Some octets and not a refusal, where no second route yields the value.
    PRESENT = "present"


PRESENT = Expectation.PRESENT


@dataclass(frozen=True)
class Case:
    """One vector file: vectors/<group>/<folder>/<name>.json."""

    group: str
    folder: str
    name: str
    input: Any
    expected: Any


class CaseList:
    """Collects the cases of one group; a name is used once per folder."""

    def __init__(self, group: str):
        self.group = group
        self.cases: List[Case] = []
        self._names = set()

    def add(self, folder: str, name: str, case_input: Any, expected: Any) -> None:
        """Appends a case."""
        assert (folder, name) not in self._names, (folder, name)
        self._names.add((folder, name))
        self.cases.append(Case(self.group, folder, name, case_input, expected))


SIGNERS = 5
# The messages of the lists, one per signer, and the one they share.
LIST_MESSAGES = [octets(f"list message {i}", 32) for i in range(SIGNERS)]
COMMON_MESSAGE = octets("common message", 32)


def signer_scalar(index: int) -> int:
    """The secret key of a signer of the cases."""
    return int.from_bytes(octets(f"signer {index}", 48), "big") % ORDER


def scalar_octets(value: int) -> bytes:
    """A secret key as 32 octets, big endian."""
    return value.to_bytes(32, "big")


# Secret keys that every suite has to refuse.
REFUSED_SECRET_KEYS = {
    "key_zero": scalar_octets(0),
    "key_equals_r": scalar_octets(ORDER),
    "key_equals_r_plus_1": scalar_octets(ORDER + 1),
    "key_all_ones": scalar_octets(2**256 - 1),
    "key_31_bytes": scalar_octets(signer_scalar(0))[:-1],
    "key_33_bytes": b"\x00" + scalar_octets(signer_scalar(0)),
    "key_empty": b"",
}

# Refused encodings for the folders whose subject is not decoding itself.
CORE_REFUSALS = (
    "too_short",
    "too_long",
    "compression_bit_missing",
    "not_on_curve",
    "not_in_subgroup",
    "plus_small_order_point",
)
LIST_REFUSALS = ("not_on_curve", "not_in_subgroup", "plus_small_order_point")


def add_deserialization(
    cases: CaseList, group: Group, field: str, names: Sequence[str] = ()
) -> None:
    """Decoding of points: all refused encodings, or those of `names`."""
    folder = f"deserialization_{group.name}"
    point = curve.multiply(group.generator, signer_scalar(0))
    negated = curve.neg(point)
    good = {
        "infinity": group.infinity,
        "generator": group.generator,
        "point": point,
        "negated_point": negated,
    }
    for name, each in good.items():
        cases.add(folder, f"valid_{name}", {field: to_hex(group.encode(each))}, True)
    made = refused.malformed(group, point)
    for name in names or made:
        cases.add(folder, name, {field: to_hex(made[name])}, False)


def negate_encoded(group: Group, data: bytes) -> bytes:
    """The encoding of the negated point."""
    return group.encode(curve.neg(decode(group, data)))


def shift_encoded(group: Group, data: bytes, offset: Point) -> bytes:
    """The encoding of the point plus `offset`, which may leave the subgroup."""
    return group.encode(curve.add(decode(group, data), offset))


def add_encoded(group: Group, *encodings: bytes) -> bytes:
    """The encoding of the sum of points."""
    return group.encode(group.sum(decode(group, data) for data in encodings))

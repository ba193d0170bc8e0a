"""The inputs of the benchmarks of the group curve: points of known logarithms.

Every point is a multiple of its generator by a number below the group order
that comes from a SHA-256 of a fixed label. An expected sum of multiples is
therefore one multiplication of the generator.
"""

import json
from typing import Dict, List, Tuple

import curve
from curve import FIELD_MODULUS, G1, G2, GROUPS, ORDER, Group, Point
from fixed_base import multiple
from seeds import workload_digest

POINTS = 16384
MSM_SIZES = (1, 2, 3, 4, 8, 16, 31, 32, 33, 64, 128, 256, 1024, 4096, POINTS)
PAIRING_SIZES = (2, 3, 4, 8, 16, 32, 64, 128)
WORST_SCALAR = 2**256 - 1
DST = b"BLSBENCH_CURVE_XMD:SHA-256_SSWU_RO_"
CHUNK = 256
# How many terms are added up one by one, too, and how many pairs are paired.
CHECKED_TERMS = 8
CHECKED_PAIRS = 3


def digest_number(field: str, index: int, size: int = 1) -> int:
    """A number of `size` digests."""
    parts = (workload_digest("curve", f"{field} {part}", index) for part in range(size))
    return int.from_bytes(b"".join(parts), "big")


def logarithm(name: str, index: int) -> int:
    """The discrete logarithm of point `index` of g1 or g2."""
    return digest_number(f"{name} logarithm", index) % ORDER


def scalar(index: int) -> int:
    """The scalar of the pair `index`, below the group order."""
    return digest_number("scalar", index) % ORDER


def point(name: str, index: int) -> Point:
    """Point `index` of g1 or g2."""
    return multiple(GROUPS[name], logarithm(name, index))


def points(task: Tuple[str, int]) -> bytes:
    """The compressed points of one chunk."""
    name, start = task
    group = GROUPS[name]
    chunk = range(start, start + CHUNK)
    return b"".join(group.encode(point(name, index)) for index in chunk)


def field_element(name: str, index: int) -> Tuple[int, ...]:
    """The parts (c0) or (c0, c1) of an element of the field of g1 or g2."""
    return tuple(
        digest_number(f"{name} field element c{part}", index, 2) % FIELD_MODULUS
        for part in range(GROUPS[name].degree)
    )


def encode_element(parts: Tuple[int, ...]) -> bytes:
    """A field element as in a point: the higher part first."""
    return b"".join(part.to_bytes(48, "big") for part in reversed(parts))


def outside(name: str) -> Point:
    """A point of the curve outside the subgroup, with nothing special to it."""
    found = curve.map_uncleared(GROUPS[name], field_element(name, 1))
    assert not GROUPS[name].is_member(found)
    return found


def msm_logarithms(name: str) -> Dict[int, int]:
    """For every size of an MSM the logarithm of its result."""
    total = 0
    result = {}
    for index in range(POINTS):
        total += scalar(index) * logarithm(name, index)
        if index + 1 in MSM_SIZES:
            result[index + 1] = total % ORDER
    return result


def msm_results(name: str) -> Dict[int, Point]:
    """For every size of an MSM its result; the small ones by addition, too."""
    group = GROUPS[name]
    results = {
        size: multiple(group, total) for size, total in msm_logarithms(name).items()
    }
    total = group.infinity
    for index in range(CHECKED_TERMS):
        term = curve.multiply(
            curve.multiply(group.generator, logarithm(name, index)), scalar(index)
        )
        total = curve.add(total, term)
        if index + 1 in results:
            assert group.encode(total) == group.encode(results[index + 1])
    return results


def balances() -> Dict[int, Point]:
    """For every size n the point b of G1 that makes the product of the first
    n - 1 pairs and (b, the generator of G2) one."""
    result = {}
    total = 0
    for index in range(PAIRING_SIZES[-1] - 1):
        total += logarithm("g1", index) * logarithm("g2", index)
        if index + 2 in PAIRING_SIZES:
            result[index + 2] = multiple(G1, -total)
    for size in (size for size in result if size <= CHECKED_PAIRS):
        pairs = [(point("g1", i), point("g2", i)) for i in range(size - 1)]
        assert not curve.pairing_product_is_one(pairs)
        pairs.append((result[size], G2.generator))
        assert curve.pairing_product_is_one(pairs)
    return result


def group_values(name: str, message: bytes) -> Dict[str, object]:
    """The inputs and outputs of one of the groups."""
    group = GROUPS[name]
    first, second = point(name, 0), point(name, 1)
    added = multiple(group, logarithm(name, 0) + logarithm(name, 1))
    assert group.encode(added) == group.encode(curve.add(first, second))
    values = {
        "sum": group.encode(added),
        "sum_uncompressed": group.encode_uncompressed(added),
        "uncompressed": group.encode_uncompressed(first),
        "multiple": group.encode(curve.multiply(first, scalar(0))),
        "worst": group.encode(curve.multiply(first, WORST_SCALAR % ORDER)),
        "hash": group.encode(curve.hash_to_curve(group, message, DST)),
        "field_element": encode_element(field_element(name, 0)),
        "mapped": group.encode(curve.map_to_curve(group, field_element(name, 0))),
        "outside": group.encode(outside(name)),
    }
    result: Dict[str, object] = {key: data.hex() for key, data in values.items()}
    result["msm"] = encoded(group, msm_results(name))
    return result


def encoded(group: Group, results: Dict[int, Point]) -> Dict[str, str]:
    """Compressed points by size."""
    return {str(size): group.encode(each).hex() for size, each in results.items()}


def values() -> str:
    """The text of curve.json."""
    message = workload_digest("curve", "message")
    content = {
        "message": message.hex(),
        "dst": DST.hex(),
        "g1": group_values("g1", message),
        "g2": group_values("g2", message),
        "balances": encoded(G1, balances()),
        "generator": G2.encode(G2.generator).hex(),
    }
    return json.dumps(content, indent=2) + "\n"


def split(data: bytes, size: int) -> List[bytes]:
    """Items of `size` octets."""
    return [data[start : start + size] for start in range(0, len(data), size)]


def curve_workload(pool) -> Dict[str, bytes]:
    """The files of the group by name."""
    files = {}
    for name, group in GROUPS.items():
        tasks = [(name, start) for start in range(0, POINTS, CHUNK)]
        data = b"".join(pool.map(points, tasks, chunksize=1))
        assert len(set(split(data, group.size))) == POINTS
        last = curve.multiply(group.generator, logarithm(name, POINTS - 1))
        assert data.endswith(group.encode(last))
        files[f"curve_{name}.bin"] = data
    scalars = [scalar(index) for index in range(POINTS)]
    assert len(set(scalars)) == POINTS and all(scalars)
    files["curve_scalars.bin"] = b"".join(s.to_bytes(32, "big") for s in scalars)
    files["curve.json"] = values().encode("ascii")
    return files

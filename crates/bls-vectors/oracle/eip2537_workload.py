"""The inputs of the benchmarks of the group eip2537.

The points are the first ones of the group curve, so their logarithms are known.
"""

import json
from typing import Dict

import ecrecover
import eip2537
from curve import G1, GROUPS, ORDER
from curve_workload import field_element, logarithm, point
from fixed_base import multiple
from seeds import workload_digest

PAIRS = 128
MSM_SIZES = (1, 2, 4, 8, 16, 32, 64, 128)
PAIRING_SIZES = (2, 3, 4, 5, 8, 10, 16, 32, 64, 128)
# Up to this size an output is that of the precompile's reference as well.
CHECKED_SIZE = 4


def scalar_octets(index: int) -> bytes:
    """A scalar of 256 bits, which more often than not is above the group order."""
    return workload_digest("eip2537", "scalar", index)


def scalar(index: int) -> int:
    """The same as a number."""
    return int.from_bytes(scalar_octets(index), "big")


def encoded_point(name: str, index: int) -> bytes:
    """Point `index` of g1 or g2."""
    return eip2537.encode_point(GROUPS[name], point(name, index))


def encoded_multiple(name: str, factor: int) -> bytes:
    """`factor` times the generator of g1 or g2."""
    group = GROUPS[name]
    return eip2537.encode_point(group, multiple(group, factor))


def checked(operation: str, data: bytes, output: bytes) -> Dict[str, str]:
    """An input with its output, on which the reference has to agree."""
    assert eip2537.run(operation, data) == output, operation
    return {"input": data.hex(), "output": output.hex()}


def single_values(name: str) -> Dict[str, Dict[str, str]]:
    """Addition and multiplication in one of the groups."""
    first, second = encoded_point(name, 0), encoded_point(name, 1)
    logs = logarithm(name, 0), logarithm(name, 1)
    return {
        f"{name}add": checked(
            f"{name}add", first + second, encoded_multiple(name, sum(logs))
        ),
        f"{name}mul": checked(
            f"{name}mul",
            first + scalar_octets(0),
            encoded_multiple(name, logs[0] * scalar(0)),
        ),
    }


def map_values(name: str, operation: str) -> Dict[str, Dict[str, str]]:
    """The map to one of the groups."""
    data = eip2537.encode_parts(field_element(name, 2))
    output = eip2537.run(operation, data)
    return {operation: {"input": data.hex(), "output": output.hex()}}


def msm_values(name: str) -> Dict[str, object]:
    """An MSM whose beginnings are inputs, too."""
    items = [encoded_point(name, i) + scalar_octets(i) for i in range(PAIRS)]
    outputs = {}
    total = 0
    for index in range(PAIRS):
        total += logarithm(name, index) * scalar(index)
        size = index + 1
        if size in MSM_SIZES:
            outputs[str(size)] = encoded_multiple(name, total).hex()
        if size in MSM_SIZES and size <= CHECKED_SIZE:
            output = eip2537.run(f"{name}msm", b"".join(items[:size]))
            assert output.hex() == outputs[str(size)]
    return {"input": b"".join(items).hex(), "outputs": outputs}


def pairing_values() -> Dict[str, object]:
    """Pairs, and for each size the last pair that makes the product one.

    The last pair has a point of G2 of its own: a generator might be one whose
    multiples a library has in store.
    """
    items = [encoded_point("g1", i) + encoded_point("g2", i) for i in range(PAIRS)]
    balances = {}
    total = 0
    for index in range(PAIRS):
        size = index + 1
        factor = logarithm("g2", index)
        if size in PAIRING_SIZES:
            balance = eip2537.encode_point(
                G1, multiple(G1, -total * pow(factor, -1, ORDER))
            ) + encoded_point("g2", index)
            balances[str(size)] = balance.hex()
            if size <= CHECKED_SIZE:
                check_balance(items[:index], items[index], balance)
        total += logarithm("g1", index) * factor
    return {"input": b"".join(items).hex(), "balances": balances}


def check_balance(items, unbalanced: bytes, balance: bytes) -> None:
    """Asserts what the reference says of a product with either last pair."""
    for last, verdict in ((unbalanced, 0), (balance, 1)):
        output = eip2537.run("pairing_check", b"".join(items) + last)
        assert output == verdict.to_bytes(32, "big")


def ecrecover_values() -> Dict[str, str]:
    """A signature and its signer's address."""
    digest, secret_key = (
        workload_digest("eip2537", f"ecrecover {field}")
        for field in ("digest", "secret key")
    )
    v, r, s = ecrecover.sign(digest, secret_key)
    data = ecrecover.encode(int.from_bytes(digest, "big"), v, r, s)
    output = ecrecover.recover(data)
    public_key = ecrecover.multiply(ecrecover.G, int.from_bytes(secret_key, "big"))
    assert output == ecrecover.address(public_key)
    return {"input": data.hex(), "output": output.hex()}


def eip2537_workload() -> str:
    """The text of eip2537.json."""
    content = {
        **single_values("g1"),
        **single_values("g2"),
        **map_values("g1", "map_fp_to_g1"),
        **map_values("g2", "map_fp2_to_g2"),
        "ecrecover": ecrecover_values(),
        "g1msm": msm_values("g1"),
        "g2msm": msm_values("g2"),
        "pairing_check": pairing_values(),
    }
    return json.dumps(content, indent=2) + "\n"

"""Writes the test data that herumi's Go module carries in the layout of Ethereum's bls12-381-tests.

usage: foreign-vectors.py MODULE_DIRECTORY OUTPUT_DIRECTORY

Those files were made by the generator of Ethereum's tests and by that of the curve's first
library: a set that no engine here was written against.
"""

import json
import sys
from pathlib import Path

# Points in the files of decodings: 0, 1, 2, … times the generator.
POINTS = 100


def records(text):
    """Lists of (name, value), each ended by its `out`."""
    record = []
    for line in text.splitlines():
        name, _, value = line.partition(" ")
        record.append((name, value))
        if name == "out":
            yield record
            record = []
    assert not record, "a record without an output"


def values(record, name):
    return ["0x" + value for key, value in record if key == name]


def only(record, name):
    (value,) = values(record, name)
    return value


INPUTS = {
    "sign": lambda r: {"privkey": only(r, "sec"), "message": only(r, "msg")},
    "verify": lambda r: {
        "pubkey": only(r, "pub"),
        "message": only(r, "msg"),
        "signature": only(r, "sig"),
    },
    "aggregate": lambda r: values(r, "sig"),
    "aggregate_verify": lambda r: {
        "pubkeys": values(r, "pub"),
        "messages": values(r, "msg"),
        "signature": only(r, "sig"),
    },
    "fast_aggregate_verify": lambda r: {
        "pubkeys": values(r, "pub"),
        "message": only(r, "msg"),
        "signature": only(r, "sig"),
    },
}


def main():
    tests = Path(sys.argv[1]) / "bls" / "tests"
    output = Path(sys.argv[2])
    count = 0

    def write(folder, name, case):
        nonlocal count
        path = output / folder / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(case, indent=2) + "\n")
        count += 1

    for folder, inputs in INPUTS.items():
        text = (tests / f"{folder}.txt").read_text()
        for index, record in enumerate(records(text)):
            out = only(record, "out")[2:]
            expected = {"true": True, "false": False}.get(out, "0x" + out)
            write(folder, f"case_{index}", {"input": inputs(record), "output": expected})
    for group, field, length in (("G1", "pubkey", 48), ("G2", "signature", 96)):
        file = tests / f"{group.lower()}_compressed_valid_test_vectors.dat"
        points = file.read_bytes()
        for index in range(POINTS):
            point = points[index * length : (index + 1) * length].hex()
            case = {"input": {field: point}, "output": True}
            write(f"deserialization_{group}", f"multiple_{index}", case)
    print(f"{count} cases in {output}")


main()

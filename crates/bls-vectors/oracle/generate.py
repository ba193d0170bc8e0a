"""Writes the test vectors of this crate. See README.md for how to run it.

python generate.py            writes everything
python generate.py cases      writes the vector cases and ORACLE.json only
python generate.py workload   writes the benchmark inputs only
"""

import argparse
import json
import multiprocessing
import re
import shutil
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from typing import List, Tuple

import classic
import curve_operations
import eip2537
import second_opinion
import workload
from cases import PRESENT, Case
from classic_cases import ClassicCases
from classic_workload import classic_workload
from curve_cases import CurveCases
from curve_workload import curve_workload
from dusk import DUSK
from dusk_cases import DuskCases, DuskV2Cases
from dusk_v2 import DUSK_V2
from eip2537_cases import Eip2537Cases
from eip2537_workload import eip2537_workload
from ring import SCHEMES as RING_SCHEMES
from ring_cases import RingCases
from ring_workload import ring_workload
from suite_cases import SuiteCases
from suites import MIN_PK, SUITES, from_hex
from transport_workload import transport_workload

ORACLE = "py_ecc"
# Of Ed25519 and ECDSA in `classic`.
CLASSIC = "cryptography"
SCRIPT = "crates/bls-vectors/oracle/generate.py"
VECTORS = Path(__file__).resolve().parent.parent / "vectors"
CASE_NAME = re.compile(r"[a-z0-9_]+")
PROCESSES = 2

MULTI_SIGNATURES = {scheme.name: scheme for scheme in (DUSK, DUSK_V2)}
MULTI_SIGNATURE_CASES = {DUSK.name: DuskCases, DUSK_V2.name: DuskV2Cases}
OPERATIONS = {
    "curve": (curve_operations.evaluate, CurveCases),
    "eip2537": (eip2537.evaluate, Eip2537Cases),
    "classic": (classic.evaluate, ClassicCases),
}


def evaluate(case: Case) -> Tuple[str, str]:
    """Path and text of a case's file; asserts what the author expects."""
    where = f"{case.group}/{case.folder}/{case.name}"
    assert CASE_NAME.fullmatch(case.name), where
    if case.group in MULTI_SIGNATURES:
        scheme = MULTI_SIGNATURES[case.group]
        output = scheme.evaluate(case.folder, case.input)
    elif case.group in OPERATIONS:
        reference, _ = OPERATIONS[case.group]
        output = reference(case.folder, case.input)
    elif case.group in RING_SCHEMES:
        output = RING_SCHEMES[case.group].evaluate(case.folder, case.input)
    else:
        suite = SUITES[case.group]
        output = suite.evaluate(case.folder, case.input)
        if suite is MIN_PK:
            second_opinion.check(case.folder, case.input, output)
        if case.folder == "sign" and output is not None:
            secret_key = suite.decode_secret_key(from_hex(case.input["privkey"]))
            assert suite.verify(
                suite.sk_to_pk(secret_key),
                from_hex(case.input["message"]),
                from_hex(output),
            ), where
    if case.expected is PRESENT:
        assert output is not None, where
    else:
        assert type(output) is type(case.expected), where
        assert output == case.expected, where
    return where, render({"input": case.input, "output": output})


def build_cases(group: str) -> List[Case]:
    """The cases of one group."""
    if group in MULTI_SIGNATURES:
        return MULTI_SIGNATURE_CASES[group]().build()
    if group in OPERATIONS:
        _, cases = OPERATIONS[group]
        return cases().build()
    if group in RING_SCHEMES:
        return RingCases(group).build()
    return SuiteCases(SUITES[group]).build()


def render(value) -> str:
    """JSON as this crate keeps it."""
    return json.dumps(value, indent=2) + "\n"


def write(path: Path, data: bytes) -> None:
    """Writes a file, making its folder if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def generate_cases() -> None:
    """Replaces the case files of all groups."""
    groups = [*SUITES, *MULTI_SIGNATURES, *OPERATIONS, *RING_SCHEMES]
    with multiprocessing.Pool(PROCESSES) as pool:
        built = pool.map(build_cases, groups, chunksize=1)
        cases = [case for group_cases in built for case in group_cases]
        files = pool.map(evaluate, cases, chunksize=4)
    for group in groups:
        shutil.rmtree(VECTORS / group, ignore_errors=True)
    for where, text in files:
        write(VECTORS / f"{where}.json", text.encode("ascii"))
    oracle = {"oracle": ORACLE, "version": version(ORACLE), "script": SCRIPT}
    oracle["classic"] = {"oracle": CLASSIC, "version": version(CLASSIC)}
    write(VECTORS / "ORACLE.json", render(oracle).encode("ascii"))
    counts = Counter(f"{case.group}/{case.folder}" for case in cases)
    for folder, count in counts.items():
        print(f"{count:5} {folder}")
    print(f"{len(cases):5} cases")


def generate_workload() -> None:
    """Replaces the inputs of the benchmarks."""
    files = {"eip2537.json": eip2537_workload().encode("ascii")}
    files["classic.json"] = classic_workload().encode("ascii")
    files.update(transport_workload())
    with multiprocessing.Pool(PROCESSES) as pool:
        files.update(curve_workload(pool))
        for name in SUITES:
            text = workload.suite_workload(name, pool)
            files[f"{name}.json"] = text.encode("ascii")
        for name, scheme in MULTI_SIGNATURES.items():
            text = workload.multi_signature_workload(scheme, pool)
            files[f"{name}.json"] = text.encode("ascii")
        for name in RING_SCHEMES:
            files[f"{name}.json"] = ring_workload(name, pool)
    for name, data in files.items():
        write(VECTORS / "workload" / name, data)
        print(f"{len(data):9} bytes workload/{name}")


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", nargs="?", choices=("cases", "workload"))
    part = parser.parse_args().part
    if part in (None, "cases"):
        generate_cases()
    if part in (None, "workload"):
        generate_workload()


if __name__ == "__main__":
    main()

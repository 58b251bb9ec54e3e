"""Do the tests notice when a formula is wrong? Plants faults one at a time and runs the tests that should fail.

    python benchmarks/mutants.py [--only WORDS] [--json]

The faults stand in mutants.toml beside this file. Each is planted in a temporary copy of the tree, so nothing here
changes. A fault is caught when its tests fail; a fault that breaks the import is not caught. The exit code is 1 if
fewer than 95 % are caught, or if the tests fail without any fault.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_suffix(".toml")
ENOUGH = 0.95
_COPIED = ("tacit", "tests", "data", "docs", "benchmarks", "examples", "pyproject.toml", "README.md")
_PASSED, _FAILED = 0, 1
"""What pytest returns; anything else means that it could not run the tests."""
_LONGEST = 900.0


@dataclass(frozen=True)
class Mutant:
    """A fault: what to write instead of what in which file, and the tests that must fail then."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """What came of a fault: caught, missed, or broken where the tests could not be run."""

    name: str
    file: str
    outcome: str
    seconds: float


def read_mutants(path: Path = LIST) -> list[Mutant]:
    """The faults of a list."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    return [Mutant(row["name"], row["file"], row["old"], row["new"], tuple(row["tests"])) for row in rows]


def copy_tree(target: Path) -> None:
    """The tree without caches."""
    for name in _COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.is_file():
            shutil.copy2(source, target / name)


def run_tests(tree: Path, tests: Sequence[str]) -> int:
    """What pytest returns for these tests; nothing compiled is kept, as a file may change within a second."""
    environment = {
        **os.environ,
        "OMP_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_CACHE_DIR": tempfile.mkdtemp(dir=tree),
    }
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, timeout=_LONGEST, check=False)
    except subprocess.TimeoutExpired:  # a fault may make a loop endless, and a test that never ends has noticed it
        return _FAILED
    return done.returncode


def try_out(tree: Path, mutant: Mutant) -> Outcome:
    """Plant one fault, run its tests, and take it out again."""
    path = tree / mutant.file
    whole = path.read_text(encoding="utf-8")
    if whole.count(mutant.old) != 1:
        raise SystemExit(f"{mutant.file}: the text of {mutant.name!r} stands there {whole.count(mutant.old)} times")
    started = time.perf_counter()
    path.write_text(whole.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        code = run_tests(tree, mutant.tests)
    finally:
        path.write_text(whole, encoding="utf-8")
    outcome = {_FAILED: "caught", _PASSED: "missed"}.get(code, "broken")
    return Outcome(mutant.name, mutant.file, outcome, round(time.perf_counter() - started, 1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only faults whose name or file has these words")
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")
    options = parser.parse_args()
    mutants = [each for each in read_mutants() if options.only in f"{each.name} {each.file}"]
    if not mutants:
        raise SystemExit(f"no fault has {options.only!r} in its name or file")
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        copy_tree(tree)
        if run_tests(tree, sorted({test for mutant in mutants for test in mutant.tests})) != _PASSED:
            raise SystemExit("the tests do not even pass without a fault")
        outcomes = []
        for mutant in mutants:
            outcomes.append(try_out(tree, mutant))
            if not options.json:
                found = outcomes[-1]
                print(f"{found.outcome:7} {found.seconds:6.1f} s  {found.name}  ({found.file})", flush=True)
    caught = sum(each.outcome == "caught" for each in outcomes)
    if options.json:
        print(json.dumps({"n": len(outcomes), "caught": caught, "mutants": [asdict(each) for each in outcomes]}))
    else:
        print(f"{caught} of {len(outcomes)} faults are caught")
    sys.exit(caught < ENOUGH * len(outcomes))


if __name__ == "__main__":
    main()

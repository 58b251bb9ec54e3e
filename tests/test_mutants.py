"""The list of planted faults keeps up with the code; `make mutants` plants them."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MUTANTS = tomllib.loads((ROOT / "benchmarks" / "mutants.toml").read_text(encoding="utf-8"))["mutant"]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant["name"])
def test_a_fault_can_be_planted(mutant):
    assert set(mutant) == {"name", "file", "old", "new", "tests"}
    code = (ROOT / mutant["file"]).read_text(encoding="utf-8")
    assert code.count(mutant["old"]) == 1
    assert mutant["old"] != mutant["new"]
    ast.parse(code.replace(mutant["old"], mutant["new"]))  # a fault that cannot be read is caught by no test
    assert mutant["tests"]
    for test in mutant["tests"]:
        path, _, name = test.partition("::")
        assert not name or f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), test


def test_each_fault_has_a_name_of_its_own():
    assert len({mutant["name"] for mutant in MUTANTS}) == len(MUTANTS) >= 40

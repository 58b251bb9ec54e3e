"""`tacit language coreference`, with a training that only writes down what it was asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacit.language.coreference import experiment, train


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []

    class Found:
        def to_dict(self) -> dict[str, float]:
            return {"conll_f1": 0.5}

    def pretend(folders: dict[str, list[str]], out: Path, **_: object) -> dict[str, Any]:
        found.append(folders)
        return {}

    monkeypatch.setattr(train, "train", pretend)
    monkeypatch.setattr(experiment, "load", lambda name: found.append(name.partition(":")[0]))
    monkeypatch.setattr(experiment, "total", lambda scored: Found())
    monkeypatch.setattr(experiment, "read_gold", lambda path: [])
    monkeypatch.setattr("tacit.cli.language.coreference._table", lambda figures: None)
    return found


@pytest.mark.parametrize(("system", "style"), [("ranker", "ontonotes"), ("ranker-litbank", "litbank")])
def test_the_system_that_was_asked_for_is_trained_and_reported(
    tacit: Callable[..., Any], asked: list[Any], system: str, style: str
) -> None:
    done = tacit(
        "language", "coreference", "evaluate", "--system", system, "--train", f"{style}=gold", "--test", "x", "--json"
    )
    assert done.code == 0, done.stderr
    assert json.loads(done.stdout)["system"] == system
    assert asked == [{style: ["gold"]}, system]


@pytest.mark.parametrize(
    ("system", "given", "message"),
    [
        ("ranker", "conll=gold", "there is no style of annotation 'conll': take ontonotes or litbank"),
        ("sieve", "ontonotes=gold", "--train trains ranker or ranker-litbank, not 'sieve'"),
        ("ranker:old", "ontonotes=gold", "--train trains ranker or ranker-litbank, not 'ranker:old'"),
        ("ranker", "litbank=gold", "ranker follows the style ontonotes"),
        ("ranker", "gold", "--train takes STYLE=FOLDER"),
    ],
)
def test_what_cannot_be_trained_is_said_before_training(
    tacit: Callable[..., Any], asked: list[Any], system: str, given: str, message: str
) -> None:
    done = tacit("language", "coreference", "evaluate", "--system", system, "--train", given, "--test", "x")
    assert done.code == 2
    assert message in " ".join(done.stderr.split())
    assert asked == []


def test_the_remark_after_training_names_the_system_that_reads_the_folder(
    tacit: Callable[..., Any], asked: list[Any], tmp_path: Path
) -> None:
    done = tacit("language", "coreference", "train", "--train", "litbank=gold", "--out", tmp_path / "model")
    assert "use it as --system ranker-litbank:" in " ".join(done.stderr.split())
    done = tacit("language", "coreference", "train", "--train", "odd=gold", "--out", tmp_path / "model")
    assert (done.code, "no style of annotation 'odd'" in done.stderr) == (2, True)

"""The real thing: a llama.cpp server on loopback with the small model that is installed anyway."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import free_port

from tacit.backbones.catalogue import CAUSAL
from tacit.errors import InputError
from tacit.llm import Mode, Question, connect, named
from tacit.llm.client import Client, Structure
from tacit.llm.probe import best_structure

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore::ImportWarning")]


@pytest.fixture(scope="module")
def spec() -> Iterator[str]:
    pytest.importorskip("xllamacpp")
    if CAUSAL.path is None:
        pytest.skip("the causal model is not installed")
    from tacit.llm.serving import start

    server = start(CAUSAL.path, port=free_port(), parallel=2, context=1024)
    yield f"llm:smol@{server.listening_address}/v1"
    del server


def test_it_enforces_the_schema(spec: str) -> None:
    assert best_structure(Client(named(spec))) is Structure.SCHEMA


def test_choices_have_probabilities_and_repeat_from_the_file(spec: str, tmp_path: Path) -> None:
    questions = [
        Question.choice("Which one is an animal?", ["stone", "dog"]),
        Question.choice("Which one is a fruit?", ["apple", "brick", "chair"]),
        Question.form("Name a colour.", {"word": {"type": "string", "enum": ["red", "blue"]}}, max_tokens=20),
    ]
    file = tmp_path / "answers.jsonl"
    with connect(spec, answers=file, parallel=2) as model:
        first = list(model.ask(questions))
    assert all(outcome.answered for outcome in first)
    assert all(outcome.probabilities is not None for outcome in first[:2])
    with connect(spec, answers=file, mode=Mode.ONLY) as model:
        assert list(model.ask(questions)) == first


def test_a_text_beyond_its_context_is_left_to_the_small_system(spec: str) -> None:
    with connect(spec) as model:
        [outcome] = model.ask([Question.choice("Which?", ["a", "b"], material="rain and snow " * 2000)])
    assert "too long" in outcome.kept


def test_in_this_process_it_says_the_same_as_over_a_line(spec: str) -> None:
    questions = [
        Question.choice("Which one is an animal?", ["stone", "dog"]),
        Question.form("Name a colour.", {"word": {"type": "string", "enum": ["red", "blue"]}}, max_tokens=20),
    ]
    with connect(spec) as model, connect(f"llm:{CAUSAL.path}") as here:
        over, inside = list(model.ask(questions)), list(here.ask(questions))
    assert [each.value for each in inside] == [each.value for each in over]
    assert inside[0].probabilities == pytest.approx(over[0].probabilities, abs=0.02)
    assert here.costs.prompt_tokens == model.costs.prompt_tokens


def test_a_damaged_file_is_one_sentence(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    (tmp_path / "bad.gguf").write_bytes(b"GGUF" + bytes(range(256)) * 20)
    with connect(f"llm:{tmp_path / 'bad.gguf'}") as model, pytest.raises(InputError, match="damaged"):
        list(model.ask([Question.choice("Which?", ["a", "b"])]))

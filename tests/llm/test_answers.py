"""The answers file: what a killed run left is cut off, and nothing else is ever touched."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tacit.errors import InputError, UsageError
from tacit.llm.answers import Answers, Mode
from tacit.llm.task import Question, Raw

FRUIT = Question.choice("Which one is a fruit?", ["stone", "apple"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Answers(tmp_path / "answers.jsonl") as answers:
        answers.add(FRUIT, "m", Raw("2", "stop", 1, 1, {"2": 0.5}))
    return tmp_path / "answers.jsonl"


@pytest.mark.parametrize("left", [1, 5, 9, 30, 73, 74, 75, 200])
def test_half_a_line_is_cut_off(path: Path, left: int) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:left])
    with Answers(path) as answers:
        assert len(answers) == 1
    assert path.read_bytes() == whole


@pytest.mark.parametrize("content", [b"my notes, without a line end", b'{"key": "x', b'{"kez', b"\n", b"\0" * 90])
def test_a_file_of_something_else_stays_as_it_is(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mine.txt").write_bytes(content)
    with pytest.raises(InputError, match="is not a line of an answers file"):
        Answers(tmp_path / "mine.txt")
    assert (tmp_path / "mine.txt").read_bytes() == content


def test_notes_after_answers_stay(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"remember the milk")
    before = path.read_bytes()
    with pytest.raises(InputError, match="line 2"):
        Answers(path)
    assert path.read_bytes() == before


def test_an_answer_may_have_more_than_we_know(path: Path) -> None:
    plain = json.loads(path.read_text())
    plain["answer"]["later"] = 1
    path.write_text(json.dumps(plain) + "\n")
    with Answers(path, Mode.ONLY) as answers:
        found = answers.find(FRUIT, "m")
    assert found is not None
    assert found.text == "2"


def test_a_pipe_is_no_answers_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="not a regular file"):
        Answers(tmp_path / "pipe")

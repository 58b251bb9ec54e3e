"""A model as a teacher: what it is asked about, what counts as a label, and its examination."""

from __future__ import annotations

import pytest
from llm.servers import completion, obedient, serving

from tacit.llm import Budget, connect
from tacit.llm.choosing import Choice
from tacit.llm.teaching import gain, teach

ITEMS = [Choice(f"Is {number} even?", ("odd", "even")) for number in range(40)]
KNOWN = [(Choice(f"Is {number} even?", ("odd", "even")), 1 - number % 2) for number in range(100, 140)]


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_SETTINGS", str(tmp_path / "none.toml"))


def right(text: str, options: list[str]) -> int:
    number = int(text.rsplit("Is ", 1)[1].split(" ")[0])
    return 1 + options.index("odd" if number % 2 else "even")


def test_the_least_certain_are_labelled_within_the_budget() -> None:
    certainties = [0.5 + number / 100 for number in reversed(range(40))]
    with serving(obedient(right)) as server, connect(server.spec, budget="40") as model:
        labels = teach(model, ITEMS, certainties, known=KNOWN)
    assert len(server.asked) == 40
    assert list(labels.by_place) == list(range(22, 40)), "40 calls are 20 items: 2 of an examination, 18 of the rest"
    assert all(said.index(max(said)) == 1 - place % 2 for place, said in labels.by_place.items())
    assert labels.lesson.to_dict() == {"examined": 2, "right": 2, "asked": 18, "labelled": 18}
    assert "of 2 whose answer is known it got 2 right" in str(labels.lesson)


def test_a_teacher_that_always_takes_the_first_labels_nothing() -> None:
    with serving(obedient(lambda *_: 1)) as server, connect(server.spec) as model:
        labels = teach(model, ITEMS, [0.5] * 40, known=KNOWN)
    assert not labels.by_place and labels.lesson.labelled == 0 and labels.lesson.examined == 20
    assert labels.lesson.right < 20


def test_a_teacher_that_says_nothing_usable_labels_nothing() -> None:
    with serving(lambda handler, _: handler.say(completion("who knows"))) as server, connect(server.spec) as model:
        labels = teach(model, ITEMS[:3], [0.5] * 3)
    assert labels.lesson.to_dict() == {"examined": 0, "right": 0, "asked": 3, "labelled": 0}


def test_a_plan_asks_nobody() -> None:
    with connect("llm:toy@http://127.0.0.1:9/v1", budget="20", plans=True) as model:
        assert not teach(model, ITEMS, [0.5] * 40, known=KNOWN).by_place
    assert len(model.planned) == 20


def test_calls_left() -> None:
    assert Budget.parse("7").calls == 7 and Budget.parse("700tokens").calls is None
    assert gain(0.5, 0.5, 0) is None

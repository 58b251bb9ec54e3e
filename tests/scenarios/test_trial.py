"""Settings of scenario systems, chosen in folds of texts."""

from __future__ import annotations

import json

import pytest
from scenarios.keyword_system import KeywordSystem

from tacit.errors import InputError
from tacit.learning.nested import nested
from tacit.learning.settings import Setting
from tacit.scenarios import trial as trials

LONG = "We filled the big old kettle to the brim and waited by the stove until it sang."


def write(path, texts):
    rows = (
        {"id": f"{path.stem} {n}", "text": text, "metadata": {"scenario": "making tea"}} for n, text in enumerate(texts)
    )
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return str(path)


def test_copies_stay_together_and_texts_about_nothing_are_learnt(tmp_path, monkeypatch):
    made = []

    def create(name, inventory):
        made.append(KeywordSystem())
        return made[-1]

    monkeypatch.setattr(trials, "create", create)
    texts = ["The kettle sang.", "A dog barked.", LONG, f"{LONG} It was late.", "Nice kettle."]
    data = write(tmp_path / "tea.jsonl", texts)
    (tmp_path / "none.txt").write_text("It rained.")
    found = trials.trial("keywords", [data], [str(tmp_path / "none.txt")])
    assert list(found.groups) == [0, 1, 2, 2, 4]
    report = nested(found.task, found.items, found.groups, [Setting()], outer=2, inner=2)
    assert (report.items, report.groups, report.metric) == (5, 4, "f1")
    # Four of six sentences have a keyword, and all are about tea.
    assert report.outer == pytest.approx(2 * 4 / (2 * 4 + 2))
    assert {system.texts_ for system in made} <= {2, 3, 4}


def test_some_text_must_be_about_something(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": "a", "text": "It rained.", "layers": {"scenarios": []}}\n')
    with pytest.raises(InputError):
        trials.trial("keywords", [str(tmp_path / "a.jsonl")])

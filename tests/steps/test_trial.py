"""Settings of step systems, chosen in folds of abstract instructions."""

from __future__ import annotations

import pytest
from steps.made_steps import templates, write

from tacit.errors import InputError
from tacit.learning.nested import nested
from tacit.learning.parameters import WithParameters
from tacit.learning.settings import settings
from tacit.steps.task import Guess
from tacit.steps.trial import trial


class First(WithParameters):
    """Guesses the word that was given; must never be asked about an instruction that it was taught."""

    def __init__(self, word="sieve"):
        self.word = word

    def fit(self, templates, *, validation=(), seed=0, progress=None):
        self.taught_ = {each.abstract for each in (*templates, *validation)}
        return self

    def fill(self, templates, *, progress=None):
        assert not self.taught_ & {each.abstract for each in templates}
        return [tuple(Guess((self.word,), -1.0) for _ in each.blanked) for each in templates]


def test_templates_of_one_instruction_stay_together(tmp_path, monkeypatch):
    monkeypatch.setattr("tacit.steps.trial.create", lambda name: First())
    found = trial("first", [str(write(tmp_path / "steps.tsv", templates() * 2))])
    report = nested(found.task, found.items, found.groups, settings(["word=moon,sieve"]), outer=4, inner=2)
    assert (report.items, report.groups, report.metric) == (32, 16, "oracle_match")
    assert report.outer == pytest.approx(1 / 8)  # one of four tools, and tools are half of the blanks
    assert {fold.chosen for fold in report.folds} == {"word=sieve"}


def test_something_must_be_blank(tmp_path):
    (tmp_path / "steps.tsv").write_text("cut\tcut it\t1 1\n")
    with pytest.raises(InputError, match="no template has a blank"):
        trial("lm", [str(tmp_path / "steps.tsv")])

"""Settings of judges, chosen in folds of articles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from clarifications.lengths_system import Lengths
from clarifications.passages import shed, tea

from tacit import systems
from tacit.clarifications import Filler, write_instructions
from tacit.clarifications import trial as trials
from tacit.clarifications.seen import learnt_from
from tacit.errors import UsageError
from tacit.learning.nested import nested
from tacit.learning.settings import Setting, settings
from tacit.systems import models_of

FILLERS = (
    Filler("it", "PLAUSIBLE", 5.0),
    Filler("the mug", "NEUTRAL", 3.0),
    Filler("the cold moon", "IMPLAUSIBLE", 1.0),
)


def judged(count):
    """Two sentences of each article; the shorter a filler, the better it is."""
    return [
        tea(id=str(n), title=f"How to {n // 2}", before=f"Fill number {n} and {n * n} ", fillers=FILLERS)
        for n in range(count)
    ]


@pytest.fixture
def file(tmp_path):
    return str(write_instructions(judged(12), tmp_path / "dev"))


def test_a_system_is_trained_anew_in_each_fold(file, tmp_path, monkeypatch):
    fitted = []

    class Watched(Lengths):
        def fit(self, instructions, **options):
            fitted.append({each.title for each in instructions})
            return super().fit(instructions, **options)

        def judge(self, instructions):
            assert not fitted[-1] & {each.title for each in instructions}
            return super().judge(instructions)

    monkeypatch.setattr(trials, "create", lambda name: Watched())
    more = str(write_instructions([shed()], tmp_path / "more"))
    found = trials.trial("lengths", [file], [more])
    report = nested(found.task, found.items, found.groups, [Setting()], outer=3, inner=2)
    assert (report.items, report.groups, report.metric) == (12, 6, "accuracy")
    assert all("How to Tidy a Shed" in titles for titles in fitted)
    assert 1 / 3 <= report.outer <= 2 / 3  # it never says neutral


def test_a_trained_system_is_only_calibrated_on_what_it_has_not_learnt(file, tmp_path, monkeypatch):
    models_of("clarifications")
    monkeypatch.setitem(
        systems._REGISTERED,
        ("clarifications", "lengths"),
        systems.System("clarifications", "lengths", "lengths", "clarifications.lengths_system:Lengths"),
    )
    folder = tmp_path / "model"
    Lengths().fit(judged(1)).save(folder)
    learnt_from(judged(2), judged(12)).save(folder)  # what it was calibrated on may be calibrated on again
    found = trials.trial(f"lengths:{folder}", [file])
    assert [each.instruction.id for each in found.items] == [str(n) for n in range(2, 12)]
    choices = settings(["firm=0.000001,100"])
    report = nested(found.task, found.items, found.groups, choices, outer=2, inner=2)
    assert (report.items, report.groups, report.outer) == (10, 5, 1.0)  # length tells the class
    assert {fold.chosen for fold in report.folds} == {"firm=100"}
    with pytest.raises(UsageError, match="leave out `also`"):
        trials.trial(f"lengths:{folder}", [file], [file])


def test_sentences_without_a_title_are_by_themselves():
    instructions = [tea(title="a"), tea(title=""), tea(title="a"), tea(title="")]
    assert len(set(trials.articles(instructions))) == 3
    assert trials.articles(instructions)[0] == trials.articles(instructions)[2]


def test_accuracy_is_over_fillers():
    instruction = replace(tea(), fillers=FILLERS)
    [said] = Lengths().fit([instruction]).judge([instruction])
    assert trials.accuracy([instruction], [said]) == pytest.approx(1 / 3 if said[2].label != "IMPLAUSIBLE" else 2 / 3)

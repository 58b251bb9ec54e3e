"""Settings of ending systems, chosen in folds of stories."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from endings.made_stories import clozes

from tacit.endings.data import write_clozes
from tacit.endings.task import Cloze, EndingSystem
from tacit.endings.trial import trial
from tacit.errors import UsageError
from tacit.learning.nested import nested
from tacit.learning.settings import Setting, settings
from tacit.systems import trial as trial_of


class Longer(EndingSystem):
    """Takes the longer ending, or the shorter one; knows what it was taught."""

    name = "longer"

    def __init__(self, wanted="longer"):
        self.wanted = wanted
        self.taught_ = ()

    def fit(self, clozes, stories=(), *, seed=0, progress=None):
        self.taught_ = tuple(cloze.id for cloze in clozes)
        return self

    def predict(self, clozes, *, progress=None):
        assert not set(self.taught_) & {cloze.id for cloze in clozes}
        sign = 1 if self.wanted == "longer" else -1
        return [tuple(sign * len(ending) for ending in cloze.endings) for cloze in clozes]

    def save(self, folder):
        raise NotImplementedError

    @classmethod
    def load(cls, folder):
        raise NotImplementedError


@pytest.fixture
def file(tmp_path):
    write_clozes(clozes(30), tmp_path / "val.csv")
    more = [replace(cloze, id=f"more {cloze.id}") for cloze in clozes(4, seed=5)]
    write_clozes(more, tmp_path / "more.csv")
    return str(tmp_path / "val.csv")


def test_what_is_given_besides_is_always_learnt_and_the_rest_in_folds(file, tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr("tacit.endings.trial.create", lambda name: made.append(Longer()) or made[-1])
    days = [Cloze(f"d{n}", (f"It was day {n}.",), ("It went very well.", "It rained."), 0) for n in range(30)]
    write_clozes(days, tmp_path / "days.csv")
    found = trial("longer", [str(tmp_path / "days.csv")], [str(tmp_path / "more.csv")])
    report = nested(found.task, found.items, found.groups, settings(["wanted=shorter,longer"]), outer=3, inner=2)
    fitted = [len(system.taught_) for system in made if system.taught_]
    assert sorted(set(fitted)) == [14, 24]  # 10 or 20 of the 30, and the four
    assert (report.inner, report.outer) == (1, 1)  # the longer one is always right
    assert {fold.chosen for fold in report.folds} == {"wanted=longer"}
    assert report.metric == "accuracy"


def test_a_registered_system_by_its_task(file):
    found = trial_of("endings", "ending_only", [file])
    report = nested(found.task, found.items, found.groups, settings(["strength=0.02,1"]), outer=2, inner=0)
    assert (report.items, report.groups, report.options) == (30, 30, ("strength=0.02", "strength=1"))


def test_the_training_of_our_own_can_be_set_part_by_part():
    from tacit.endings.trial import _created

    [setting] = settings(["training.shape.stop=16", "training.schedule.epochs=2"])
    system = setting.applied(_created("tacit"))
    assert (system.training.shape.stop, system.training.schedule.epochs) == (16, 2)
    assert Setting().applied(_created("tacit")).training.shape.stop == 20


def test_the_command_says_what_was_chosen_and_what_it_is_worth(file, tacit):
    arguments = ("nested", "endings", "--data", file, "--system", "ending_only", "--outer", 2, "--inner", 2)
    done = tacit(*arguments, "--choose", "strength=0.02,1", "--json")
    assert done.code == 0, done.stderr
    plain = json.loads(done.stdout)
    assert (plain["task"], plain["system"], plain["metric"]) == ("endings", "ending_only", "accuracy")
    assert plain["gap"] == pytest.approx(plain["inner"] - plain["outer"])
    assert len(plain["folds"]) == 2
    assert "accuracy on folds that the choice has not seen" in tacit(*arguments).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("endings", "--choose", "depth=1"), "there is no option 'depth' to choose; there are strength"),
        (("endings", "--choose", "depth"), "write NAME=VALUE,VALUE"),
        (("endings", "--inner", "1"), "one inner fold leaves nothing"),
        (("endings", "--outer", "40"), "cannot make 40 folds"),
        (("schemas",), "are not chosen in folds; those of"),
        (("magic",), "magic"),
    ],
)
def test_what_cannot_be_chosen_is_one_sentence(file, tacit, arguments, words):
    done = tacit("nested", *arguments, "--data", file, "--system", "ending_only")
    assert done.code == 2
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_what_a_system_needs_is_asked_for_before_anything_is_learnt(file):
    with pytest.raises(UsageError, match="learns from whole stories"):
        trial("mflor", [file])

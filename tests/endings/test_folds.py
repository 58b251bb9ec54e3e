from __future__ import annotations

from typing import ClassVar

import pytest
from endings.made_stories import clozes

from tacit.endings.folds import folds, out_of_fold
from tacit.endings.systems.constant import Constant
from tacit.endings.task import Cloze
from tacit.errors import UsageError


class Recorder(Constant):
    uses_clozes = True
    seen: ClassVar[list[tuple[set[str], set[str]]]] = []

    def fit(self, clozes, stories=(), *, seed=0, progress=None):
        self.fitted = {cloze.id for cloze in clozes}
        return self

    def predict(self, clozes, *, progress=None):
        Recorder.seen.append((self.fitted, {cloze.id for cloze in clozes}))
        return [(float(cloze.id[1:]), 0.0) for cloze in clozes]


def test_each_story_is_judged_once_by_a_system_that_has_not_seen_it():
    Recorder.seen = []
    made = clozes(23)
    said = out_of_fold(Recorder, made, count=5)
    assert [first for first, _ in said] == [float(number) for number in range(23)]
    assert len(Recorder.seen) == 5
    for fitted, judged in Recorder.seen:
        assert not fitted & judged
        assert len(fitted | judged) == 23


def test_folds_are_even_reproducible_and_keep_a_story_together():
    made = clozes(20)
    twice = [*made, *(Cloze(cloze.id + "b", cloze.story, cloze.endings, cloze.answer) for cloze in made)]
    assigned = folds(twice, 5, seed=3)
    assert assigned[:20] == assigned[20:]
    assert sorted(assigned.count(fold) for fold in range(5)) == [8] * 5
    assert assigned == folds(twice, 5, seed=3) != folds(twice, 5, seed=4)


def test_the_number_of_folds_must_fit():
    with pytest.raises(UsageError, match="5 folds cannot be made of 3 stories; give a number from 2 to 3"):
        folds(clozes(3), 5)
    with pytest.raises(UsageError):
        folds(clozes(9), 1)


def test_a_system_that_trains_in_folds_anyway_is_asked_once():
    class Own(Constant):
        uses_clozes = True

        def fit_in_folds(self, clozes, *, count, seed, progress):
            return [(count / 10, 1 - count / 10)] * len(clozes)

    assert out_of_fold(Own, clozes(4), count=3) == [(0.3, 0.7)] * 4


def test_a_system_that_needs_no_clozes_is_made_once():
    assert out_of_fold(Constant, clozes(4)) == [(0.5, 0.5)] * 4

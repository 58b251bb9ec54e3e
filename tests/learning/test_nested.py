"""Nested cross-validation: nothing leaks, groups stay whole, and luck is seen as luck."""

from __future__ import annotations

import json
import random
from collections import Counter
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.errors import InputError
from tacit.learning.nested import Task, choose, cross_validated, group_folds, nested


@given(st.lists(st.integers(0, 9), min_size=4), st.integers(2, 4), st.integers(0, 3))
def test_groups_are_never_split_and_folds_are_about_equal(groups, count, seed):
    if len(set(groups)) < count:
        with pytest.raises(InputError, match="cannot make"):
            group_folds(groups, count, seed)
        return
    folds = group_folds(groups, count, seed)
    assert len(set(zip(groups, folds))) == len(set(groups))
    sizes = Counter(folds)
    assert len(sizes) == count
    assert max(sizes.values()) - min(sizes.values()) <= max(Counter(groups).values())
    assert folds == group_folds(groups, count, seed)


def test_another_seed_makes_other_folds():
    groups = [f"text {number}" for number in range(20)]
    assert group_folds(groups, 4, seed=1) != group_folds(groups, 4, seed=2)


def item(number):
    return number, f"article {number // 3}"


ITEMS = [item(number) for number in range(36)]
GROUPS = [group for _, group in ITEMS]


def watching():
    """A task whose model is what it has seen, and which says whether that holds anything of an item's group."""
    fitted = []

    def fit(items, option):
        fitted.append((option, items))
        return {group for _, group in items}

    return fitted, Task(
        fit=fit,
        predict=lambda model, items: [group in model for _, group in items],
        score=lambda items, said: fmean(said),
        metric="leaks",
    )


def test_no_model_is_asked_about_a_group_it_has_seen():
    fitted, task = watching()
    assert not any(cross_validated(task, ITEMS, GROUPS, "a", folds=4))
    report = nested(task, ITEMS, GROUPS, ["a", "b"], outer=3, inner=4, seeds=(0, 1))
    assert (report.inner, report.outer, report.gap) == (0, 0, 0)
    assert len(fitted) == 4 + 2 * 3 * (2 * 4 + 1)
    assert {len(items) for _, items in fitted[-9:]} <= {18, 24}  # 24 outside the outer fold, 18 in inner ones


def test_the_choice_does_not_see_the_outer_fold():
    """Each item is said to be right by the option of its own number only: knowing the fold would give it away."""
    fitted, task = watching()
    nested(task, ITEMS, GROUPS, ["a"], outer=3, inner=2)
    groups = group_folds(GROUPS, 3, 0)
    for number in range(3):
        held = {group for group, fold in zip(GROUPS, groups) if fold == number}
        for _, items in fitted[3 * number : 3 * number + 3]:
            assert not held & {group for _, group in items}


def by_lookup(truth):
    """Options are tables of guesses; the best is the one that agrees most with the truth."""
    return Task(
        fit=lambda items, option: option,
        predict=lambda option, items: [option.table[number] for number, _ in items],
        score=lambda items, said: fmean(truth[number] == each for (number, _), each in zip(items, said, strict=True)),
        metric="accuracy",
    )


class Guesses:
    def __init__(self, name, table):
        self.name, self.table = name, table

    def __str__(self):
        return self.name


def test_luck_is_in_the_inner_figure_and_not_in_the_outer():
    chance = random.Random(3)
    truth = [chance.random() < 0.5 for _ in ITEMS]
    options = [Guesses(str(n), [chance.random() < 0.5 for _ in ITEMS]) for n in range(60)]
    report = nested(by_lookup(truth), ITEMS, GROUPS, options, seeds=range(5))
    assert report.inner > 0.65
    assert report.outer < 0.62
    assert report.gap == pytest.approx(report.inner - report.outer)


def test_a_better_option_is_chosen_and_the_first_of_equal_ones():
    truth = [number % 2 == 0 for number, _ in ITEMS]
    right, wrong = Guesses("right", truth), Guesses("wrong", [not each for each in truth])
    assert choose(by_lookup(truth), ITEMS, GROUPS, [wrong, right]) == (right, 1.0)
    again = Guesses("again", truth)
    assert choose(by_lookup(truth), ITEMS, GROUPS, [again, right])[0] is again
    report = nested(by_lookup(truth), ITEMS, GROUPS, [wrong, right])
    assert (report.inner, report.outer, {fold.chosen for fold in report.folds}) == (1, 1, {"right"})


def test_the_report_is_plain_and_readable():
    truth = [number % 2 == 0 for number, _ in ITEMS]
    told = []
    report = nested(
        by_lookup(truth),
        ITEMS,
        GROUPS,
        [Guesses("right", truth)],
        outer=4,
        inner=2,
        seeds=(1, 2),
        on_fold=lambda: told.append(1),
    )
    plain = json.loads(json.dumps(report.to_dict()))
    assert {"metric", "items", "groups", "options", "inner", "outer", "gap", "rounds", "folds"} == set(plain)
    assert (plain["items"], plain["groups"], len(plain["folds"]), len(told)) == (36, 12, 8, 8)
    assert sum(fold["items"] for fold in plain["folds"] if fold["seed"] == 1) == 36
    assert "accuracy on folds that the choice has not seen: 1.000, from 1.000 to 1.000 over 2 seeds" in report.lines()
    assert "chosen, with the number of folds: right (8)" in report.lines()


def test_something_to_choose_is_needed():
    with pytest.raises(ValueError, match="an option"):
        nested(by_lookup([]), ITEMS, GROUPS, [])


def test_the_other_folds_can_choose():
    """Each option is cross-validated once; the fold whose answers are taken does not choose."""
    fitted, task = watching()
    report = nested(task, ITEMS, GROUPS, ["a", "b"], outer=3, inner=0)
    assert len(fitted) == 2 * 3
    assert (report.inner, report.outer) == (0, 0)
    folds = group_folds(GROUPS, 3, 0)
    truth = [True for _ in ITEMS]
    # Right in all folds but its own: by the other folds it is the best, and it gets nothing of its own fold right.
    options = [Guesses(str(n), [fold != n for fold in folds]) for n in range(3)]
    report = nested(by_lookup(truth), ITEMS, GROUPS, options, outer=3, inner=0)
    assert [fold.chosen for fold in report.folds] == ["0", "1", "2"]
    assert (report.inner, report.outer) == (1, 0)

"""Cuts that keep what is right as often as was promised."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.errors import UsageError
from tacit.learning.conformal import cut


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60), st.floats(0.05, 0.95))
def test_the_examples_themselves_are_covered(scores, coverage):
    if (len(scores) + 1) * (1 - coverage) < 1:
        with pytest.raises(UsageError, match="cannot be promised"):
            cut(scores, coverage)
        return
    kept = sum(score >= cut(scores, coverage) for score in scores)
    assert kept >= coverage * (len(scores) + 1) - 1


def test_new_cases_are_covered_as_often_as_promised():
    chance = random.Random(3)
    covered = 0
    for _ in range(2000):
        scores = [chance.betavariate(2, 1) for _ in range(49)]
        covered += chance.betavariate(2, 1) >= cut(scores, 0.9)
    assert 0.88 <= covered / 2000 <= 0.92


def test_more_coverage_never_keeps_less():
    scores = [number / 100 for number in range(100)]
    cuts = [cut(scores, coverage / 100) for coverage in range(1, 99)]
    assert cuts == sorted(cuts, reverse=True)


@pytest.mark.parametrize("coverage", [0.0, 1.0, -1.0, 90.0, float("nan")])
def test_a_coverage_is_a_share(coverage):
    with pytest.raises(UsageError, match="between 0 and 1"):
        cut([0.5], coverage)


def test_a_model_without_examples_says_so():
    with pytest.raises(UsageError, match="not calibrated"):
        cut([], 0.9)

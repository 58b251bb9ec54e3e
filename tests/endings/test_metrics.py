from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from tacit.endings.metrics import Bin, calibration_error, log_loss, mcnemar, reliability, right_choices, wilson
from tacit.endings.task import Cloze

ITEM = Cloze("a", ("One.",), ("x", "y"), 1)


@settings(deadline=None, max_examples=50)
@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_scipys(counts):
    right, n = counts
    expected = binomtest(right, n).proportion_ci(method="wilson")
    assert wilson(right, n) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_mcnemar_looks_only_at_where_two_systems_differ():
    first = [True] * 30 + [True] * 8 + [False] * 2
    second = [True] * 30 + [False] * 8 + [True] * 2
    assert mcnemar(first, second) == pytest.approx(binomtest(8, 10).pvalue)
    assert mcnemar(first, first) == 1.0
    assert mcnemar(first, second) == mcnemar(second, first)


def test_right_choices_and_surprisal():
    said = [(0.25, 0.75), (0.5, 0.5)]
    assert right_choices([ITEM, ITEM], said) == [True, False]
    assert log_loss([ITEM, ITEM], said) == pytest.approx(-(0.2876820724 * -1 + 0.6931471806 * -1) / 2)
    assert log_loss([ITEM], [(1.0, 0.0)]) < 30


def test_reliability_bins_choices_by_their_probability():
    said = [(0.05, 0.95), (0.98, 0.02), (0.45, 0.55), (0.0, 1.0)]
    bins = reliability([ITEM] * 4, said)
    assert [each.n for each in bins] == [1, 3]
    assert bins[0] == Bin(1, 0.55, 1.0)
    assert bins[1].accuracy == pytest.approx(2 / 3)
    assert calibration_error(bins) == pytest.approx((0.45 + 3 * abs((0.95 + 0.98 + 1) / 3 - 2 / 3)) / 4)


def test_perfect_calibration_has_no_error():
    assert calibration_error([Bin(10, 0.7, 0.7), Bin(5, 0.9, 0.9)]) == 0

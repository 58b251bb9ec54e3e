"""The one comparison of two systems, held against brute force, scipy and what must hold for any data."""

from __future__ import annotations

from itertools import product
from math import nan

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, spearmanr

from tacit.comparison import Measured, compare, interval, mcnemar, wilson


@settings(deadline=None, max_examples=50)
@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_scipys(counts):
    right, n = counts
    expected = binomtest(right, n).proportion_ci(method="wilson")
    assert wilson(right, n) == pytest.approx((expected.low, expected.high), abs=1e-9)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60))
def test_mcnemar_is_the_binomial_test_of_where_two_systems_differ(pairs):
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    only_first, differ = sum(a and not b for a, b in pairs), sum(a != b for a, b in pairs)
    expected = binomtest(only_first, differ).pvalue if differ else 1.0
    assert mcnemar(first, second) == pytest.approx(expected)
    assert mcnemar(first, second) == mcnemar(second, first)


def test_mcnemar_of_many_stories_does_not_overflow():
    assert 0 < mcnemar([True] * 2000 + [False] * 1500, [False] * 2000 + [True] * 1500) < 1e-10


COUNTS = st.tuples(st.integers(0, 4), st.integers(0, 4)).map(lambda each: (float(min(each)), float(max(each))))
PAIRS = st.lists(st.tuples(COUNTS, COUNTS), min_size=1, max_size=6)


def brute_force(pairs, figure):
    """p by trying every way to swap, with sums written out."""
    seen = figure([a for a, _ in pairs]) - figure([b for _, b in pairs])
    differences = []
    for sides in product((0, 1), repeat=len(pairs)):
        one = [pair[side] for pair, side in zip(pairs, sides)]
        other = [pair[1 - side] for pair, side in zip(pairs, sides)]
        differences.append(figure(one) - figure(other))
    return sum(not abs(each) < abs(seen) - 1e-12 for each in differences) / len(differences)


def share(rows):
    below = sum(b for _, b in rows)
    return sum(a for a, _ in rows) / below if below else nan


@settings(deadline=None, max_examples=60)
@given(PAIRS)
def test_on_few_documents_p_is_exact(pairs):
    first, second = Measured.ratio([a for a, _ in pairs]), Measured.ratio([b for _, b in pairs])
    found = compare({"share": first}, {"share": second}, samples=64)
    [difference] = found.metrics
    assert found.exact
    if difference.difference is None:
        assert difference.p is None
    else:
        assert difference.p == pytest.approx(brute_force(pairs, share))


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=8))
def test_the_exact_test_of_accuracy_is_mcnemars(pairs):
    first = {"accuracy": Measured.ratio([(float(a), 1.0) for a, _ in pairs])}
    second = {"accuracy": Measured.ratio([(float(b), 1.0) for _, b in pairs])}
    [difference] = compare(first, second, samples=256).metrics
    assert difference.p == pytest.approx(mcnemar([a for a, _ in pairs], [b for _, b in pairs]))


@settings(deadline=None, max_examples=30)
@given(PAIRS.filter(lambda pairs: all(a[1] and b[1] for a, b in pairs)), st.integers(0, 5))
def test_what_holds_for_any_two_systems(pairs, seed):
    one = {"share": Measured.ratio([a for a, _ in pairs])}
    other = {"share": Measured.ratio([b for _, b in pairs])}
    [there] = compare(one, other, samples=50, seed=seed).metrics
    [back] = compare(other, one, samples=50, seed=seed).metrics
    assert there.difference == pytest.approx(-back.difference)
    assert there.p == pytest.approx(back.p)
    assert (there.difference_low, there.difference_high) == pytest.approx((-back.difference_high, -back.difference_low))
    assert 0 < there.p <= 1
    assert there.first_low - 1e-9 <= there.first_high
    assert compare(one, other, samples=50, seed=seed).metrics == (there,)
    [same] = compare(one, one, samples=50, seed=seed).metrics
    assert (same.difference, same.difference_low, same.difference_high, same.p) == (0, 0, 0, 1)


def test_random_swaps_come_near_the_exact_p():
    pairs = [((float(n % 3 > 0), 1.0), (float(n % 4 == 0), 1.0)) for n in range(14)]
    one, other = Measured.ratio([a for a, _ in pairs]), Measured.ratio([b for _, b in pairs])
    found = compare({"a": one}, {"a": other}, samples=4000)
    assert not found.exact
    assert found.metrics[0].p == pytest.approx(brute_force(pairs, share), abs=0.02)


def test_an_interval_covers_what_the_normal_one_covers():
    right = [(1.0, 1.0)] * 140 + [(0.0, 1.0)] * 60
    low, high = interval(Measured.ratio(right), samples=4000)
    assert (low, high) == pytest.approx(tuple(wilson(140, 200)), abs=0.015)


def test_documents_are_drawn_whole():
    """Ten documents whose items are right or wrong together are no surer than ten items."""
    alike = [numpy.full((50, 2), (float(n < 6), 1.0)) for n in range(10)]
    single = [(float(n < 6), 1.0) for n in range(10)]
    whole = interval(Measured(alike, Measured.ratio([]).figure), samples=500)
    assert whole == pytest.approx(interval(Measured.ratio(single), samples=500))


def test_a_metric_that_is_no_sum():
    def spearman(rows):
        return spearmanr(rows[:, 0], rows[:, 1]).statistic if len(set(rows[:, 1])) > 1 else nan

    gold = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    good, bad = [1.1, 2.2, 2.9, 4.5, 5.0, 7.0], [3.0, 1.0, 2.0, 6.0, 5.0, 4.0]

    def measured(scores):
        return {
            "spearman": Measured(
                [numpy.array(list(zip(gold[i : i + 2], scores[i : i + 2]))) for i in (0, 2, 4)], spearman
            )
        }

    [found] = compare(measured(good), measured(bad)).metrics
    assert found.first == pytest.approx(1.0)
    assert found.difference == pytest.approx(1 - spearmanr(gold, bad).statistic)
    assert found.p in {number / 8 for number in range(1, 9)}


def test_undefined_figures_are_none_and_other_documents_an_error():
    nothing = {"share": Measured.ratio([(0.0, 0.0)])}
    [found] = compare(nothing, nothing).metrics
    assert (found.first, found.difference, found.p, found.first_low) == (None, None, None, None)
    assert interval(nothing["share"]) is None
    assert nothing["share"].of_all() is None
    with pytest.raises(ValueError, match="same documents"):
        compare(nothing, {"share": Measured.ratio([(1.0, 1.0)] * 2)})

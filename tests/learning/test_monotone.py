"""A logistic regression whose weights keep their signs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.learning.monotone import fit


def made(seed, slopes):
    draw = np.random.default_rng(seed)
    rows = draw.normal(size=(400, len(slopes)))
    chances = 1 / (1 + np.exp(-rows @ np.array(slopes)))
    return rows, (draw.random(400) < chances).astype(float)


def test_free_weights_are_those_of_a_plain_regression():
    linear = pytest.importorskip("sklearn.linear_model")
    rows, targets = made(1, [2.0, -1.0])
    bias, weights = fit(rows, targets, [0, 0], strength=1e6)
    plain = linear.LogisticRegression(C=1e6).fit(rows, targets)
    assert weights == pytest.approx(plain.coef_[0], abs=0.02)
    assert bias == pytest.approx(plain.intercept_[0], abs=0.02)


@given(st.integers(0, 50), st.lists(st.sampled_from([-1, 0, 1]), min_size=3, max_size=3))
def test_signs_are_kept(seed, signs):
    rows, targets = made(seed, [1.5, -1.5, 0.0])
    _, weights = fit(rows, targets, signs)
    assert all(sign * weight >= 0 for sign, weight in zip(signs, weights, strict=True) if sign)


def test_rows_that_count_nothing_teach_nothing():
    rows, targets = made(2, [1.0])
    both = np.concatenate([rows, rows]), np.concatenate([targets, 1 - targets])
    counts = np.repeat([1.0, 0.0], len(rows))
    with_counts, alone = fit(*both, [0], counts=counts), fit(rows, targets, [0])
    assert with_counts[1] == pytest.approx(alone[1], abs=1e-3)

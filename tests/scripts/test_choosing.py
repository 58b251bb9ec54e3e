"""Which script does a text follow?"""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.optimize import check_grad

from tacit.scripts.choosing import WEIGHTS, Options, _loss, _rows, learn, nearness, options

SCENARIOS = ("baking a cake", "taking a bath")


def made(right, near, seed=0):
    """A text whose sentences are near the wordings of one script, or of none."""
    draw = np.random.default_rng(seed)
    rows = np.column_stack([np.full(2, -3.0), draw.normal(0.3, 0.03, 2), draw.normal(0.35, 0.03, 2)])
    if right is not None:
        rows[right] = [1.0, near, near + 0.05]
    return Options(SCENARIOS, rows), frozenset() if right is None else frozenset([SCENARIOS[right]])


STORIES = [made(number % 2, 0.6, number) for number in range(20)]
NOTHING = [made(None, 0.0, 100 + number) for number in range(60)]


def test_the_nearest_script_is_chosen_and_none_where_nothing_is_near():
    weights = learn(STORIES, NOTHING)
    for possible, about in STORIES:
        assert possible.best(weights) in about
        assert possible.chance(possible.best(weights), weights) > 0.5
    for possible, _ in NOTHING:
        assert possible.chances(weights).sum() < 0.5


def test_without_texts_about_nothing_something_is_always_found():
    assert NOTHING[0][0].chances(learn(STORIES)).sum() > NOTHING[0][0].chances(learn(STORIES, NOTHING)).sum()


def test_texts_about_nothing_alone_teach_nothing():
    assert learn([], NOTHING) == WEIGHTS


def test_a_scenario_without_a_script_has_no_chance():
    assert STORIES[0][0].chance("flying to the moon") == 0.0


def test_the_slope_is_that_of_the_loss():
    shown = _rows(STORIES[:4], 1.0) + _rows(NOTHING[:4], 0.5)
    weights = np.array([0.3, 1.0, -0.4, 0.2])
    assert check_grad(lambda x: _loss(x, shown)[0], lambda x: _loss(x, shown)[1], weights) < 1e-4


def test_what_speaks_for_a_script():
    unit = np.eye(4, dtype=np.float32)
    base = SimpleNamespace(vectors={"a": unit[:1], "b": unit[1:2]})
    pieces = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0.6, 0.8, 0, 0]], np.float32)
    found = options(nearness([(0, 0, 3), (0, 3, 5), (1, 5, 9)], pieces, base), {"a": 0.98}, base)
    assert found.scenarios == ("a", "b")
    assert found.rows[0] == pytest.approx([0.0, 0.8, 0.8])  # the best piece of each sentence
    assert found.rows[1] == pytest.approx([np.log(0.02), 0.9, 0.9])

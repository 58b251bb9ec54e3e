"""Trees as arrays say what scikit-learn's say."""

import numpy as np
import pytest

from tacit.learning.trees import Trees


@pytest.fixture(scope="module")
def rows():
    draw = np.random.default_rng(0)
    values = draw.normal(size=(600, 5)).astype(np.float32)
    return values, values[:, 0] * values[:, 1] + values[:, 2] > 0


def test_the_same_probabilities_as_scikit_learn(rows):
    from sklearn.ensemble import HistGradientBoostingClassifier

    values, targets = rows
    model = HistGradientBoostingClassifier(random_state=3, max_iter=20).fit(values, targets)
    trees = Trees.learn(values, targets, seed=3, max_iter=20)
    assert np.abs(model.predict_proba(values)[:, 1] - trees.predict(values)).max() < 1e-6
    again = Trees.from_arrays(trees.arrays(), trees.bias)
    assert (again.predict(values) == trees.predict(values)).all()


@pytest.mark.parametrize(
    "damage",
    [
        lambda arrays: arrays.update(left=arrays["left"] * 0 + 0 * arrays["left"] + (arrays["left"] > 0)),
        lambda arrays: arrays.update(right=arrays["right"] + 10_000),
        lambda arrays: arrays.update(value=arrays["value"][:-1]),
        lambda arrays: arrays.update(starts=arrays["starts"][:0]),
        lambda arrays: arrays.update(feature=arrays["feature"] - 1),
    ],
)
def test_what_is_not_a_tree_is_refused(rows, damage):
    arrays = Trees.learn(*rows, max_iter=2).arrays()
    damage(arrays)
    with pytest.raises(ValueError, match="tree"):
        Trees.from_arrays(arrays, 0.0)


def test_the_mean_of_two_is_that_of_their_log_odds(rows):
    values, targets = rows
    first = Trees.learn(values, targets, seed=1, max_iter=5)
    second = Trees.learn(values, ~targets & (values[:, 3] > 0), seed=2, max_iter=9)
    odds = [np.log(each.predict(values) / (1 - each.predict(values))) for each in (first, second)]
    found = first.mean_with(second).predict(values)
    assert np.abs(np.log(found / (1 - found)) - sum(odds) / 2).max() < 1e-5

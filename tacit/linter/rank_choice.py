"""How well the linter's ranker does on new texts if its recipe is chosen by cross-validation: nested, over texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tacit.extras import require
from tacit.learning.nested import NestedReport, Task, nested
from tacit.learning.trees import Trees
from tacit.linter.rank_training import Data, MarkedCandidate, Recipe, columns_of
from tacit.linter.ranker import Columns, Logistic, is_ranked

RECIPES = tuple(Recipe(strength, trees) for strength in (0.001, 0.003, 0.01) for trees in (50, 100))
"""What is chosen from."""

_Model = tuple[Columns, Logistic, Trees]


def nested_choice(
    examples: Sequence[MarkedCandidate],
    recipes: Sequence[Recipe] = RECIPES,
    *,
    outer: int = 5,
    inner: int = 4,
    seeds: Sequence[int] = (0,),
    on_fold: Callable[[], None] = lambda: None,
) -> NestedReport:
    """Choose a recipe by average precision in inner folds and measure it in outer ones; a text is never split."""
    ranked = [each for each in examples if is_ranked(each.code)]
    task = Task(_fit, _predict, _average_precision, metric="average_precision")
    texts = [each.text for each in ranked]
    return nested(task, ranked, texts, recipes, outer=outer, inner=inner, seeds=seeds, on_fold=on_fold)


def _fit(examples: Sequence[MarkedCandidate], recipe: Recipe) -> _Model:
    columns = columns_of(examples)  # which features are frequent is learnt, too
    data = Data.of(columns, examples)
    return columns, *data.fitted(np.ones(len(examples), bool), recipe)


def _predict(model: _Model, examples: Sequence[MarkedCandidate]) -> list[float]:
    columns, logistic, trees = model
    data = Data.of(columns, examples)
    said = data.said_by((logistic, trees), np.ones(len(examples), bool))
    return [float(each) for each in said]


def _average_precision(examples: Sequence[MarkedCandidate], said: Sequence[float]) -> float:
    metrics = require("sklearn.metrics", extra="neural")
    return float(metrics.average_precision_score([each.unclear for each in examples], said))

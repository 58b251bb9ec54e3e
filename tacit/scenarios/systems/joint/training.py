"""Learn evidence from passages: one linear classifier a scenario, and one for None."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from tacit.extras import require
from tacit.scenarios.systems.joint.evidence import Evidence, WordModel
from tacit.scenarios.systems.joint.passages import Passage
from tacit.scenarios.systems.joint.vectorising import sparse_rows, vocabulary_of

_FEW_TEXTS = 200
"""With fewer training texts than this, words that occur in one of them only are learnt too."""
_WINDOW = 3
"""Sentences of the passages that None is learnt from, beside single sentences and whole texts."""
_MOST_SENTENCES = 8
"""Sentences of a long text about nothing, such as news, that are learnt from."""
_POOL, _FAR = 14_000, -0.5
"""Texts of the pool that are looked at, and the margin to all scenarios below which they count as about nothing."""
_UNKNOWN = -1.0
"""The log odds of None, or of an opening, where no example of one side was given."""
_SHORTEST_STORY = 4
"""Sentences of the shortest text whose first sentence counts as an opening."""


def learn(about: Sequence[Passage], nothing: Sequence[Passage], *, pool: Sequence[Passage] = (), seed: int) -> Evidence:
    """Evidence from passages about scenarios and passages about nothing.

    Texts of a `pool` that have hardly a word of any scenario are taken to be about nothing, too.
    """
    labels = tuple(sorted({passage.label for passage in about}))
    scenarios = _scenario_model(about, labels, seed)
    far = _far_from_all(scenarios, pool, seed)
    none = _none_model(about, [*nothing, *far], seed)
    return Evidence(labels, scenarios, none, _opening_model([*about, *nothing, *far], seed))


def _far_from_all(model: WordModel, pool: Sequence[Passage], seed: int) -> list[Passage]:
    chosen = Random(seed).sample(pool, min(len(pool), _POOL))  # noqa: S311 (reproducible, not secret)
    margins = model.scores([passage.sentences for passage in chosen]).max(1)
    return [passage for passage, margin in zip(chosen, margins, strict=True) if margin < _FAR]


def _scenario_model(about: Sequence[Passage], labels: Sequence[str], seed: int) -> WordModel:
    """A support vector machine a scenario: on whole texts, which also serves single sentences best."""
    vocabulary, rarity = vocabulary_of(about, least=1 if len(about) < _FEW_TEXTS else 2)
    rows = sparse_rows([passage.sentences for passage in about], vocabulary, rarity)
    if len(labels) == 1:
        mean = np.asarray(rows.mean(0), dtype=np.float32).reshape(-1, 1)
        return WordModel(vocabulary, rarity, mean, np.zeros(1, dtype=np.float32))
    svm = require("sklearn.svm", extra="neural")
    numbers = {label: number for number, label in enumerate(labels)}
    model = svm.LinearSVC(C=1.0, tol=1e-2, random_state=seed)
    model.fit(rows, [numbers[each.label] for each in about], sample_weight=[each.weight for each in about])
    weights, bias = model.coef_.T, model.intercept_
    if len(labels) == 2:  # scikit-learn gives the second's classifier only
        weights, bias = np.hstack([-weights, weights]), np.array([-bias[0], bias[0]])
    return WordModel(vocabulary, rarity, np.ascontiguousarray(weights, dtype=np.float32), bias.astype(np.float32))


def _none_model(about: Sequence[Passage], nothing: Sequence[Passage], seed: int) -> WordModel:
    """None against all scenarios together, on sentences, short windows and texts."""
    against, speaking_for = ([part for each in side for part in _parts(each.sentences)] for side in (about, nothing))
    return _binary_model(against, speaking_for, seed, content_only=True)


def _opening_model(passages: Sequence[Passage], seed: int) -> WordModel:
    """First sentences of texts against all others; function words and tenses tell much here."""
    texts = [passage.sentences for passage in passages if len(passage.sentences) >= _SHORTEST_STORY]
    first = [sentences[:1] for sentences in texts]
    others = [(sentence,) for sentences in texts for sentence in sentences[1:_MOST_SENTENCES]]
    return _binary_model(others, first, seed, content_only=False)


def _binary_model(
    against: Sequence[tuple[str, ...]], speaking_for: Sequence[tuple[str, ...]], seed: int, *, content_only: bool
) -> WordModel:
    """Logistic regression with both sides weighted equally."""
    if not against or not speaking_for:
        empty = np.zeros((0, 1), dtype=np.float32)
        return WordModel({}, empty[:, 0], empty, np.array([_UNKNOWN], dtype=np.float32), content_only)
    parts = [*against, *speaking_for]
    vocabulary, rarity = vocabulary_of([Passage("", part) for part in parts], least=3 if len(parts) > _FEW_TEXTS else 1)
    rows = sparse_rows(parts, vocabulary, rarity, content_only=content_only)
    linear_model = require("sklearn.linear_model", extra="neural")
    model = linear_model.LogisticRegression(max_iter=200, class_weight="balanced", random_state=seed)
    model.fit(rows, [0] * len(against) + [1] * len(speaking_for))
    weights, bias = model.coef_.T, model.intercept_
    return WordModel(
        vocabulary, rarity, np.ascontiguousarray(weights, np.float32), bias.astype(np.float32), content_only
    )


def _parts(sentences: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Each sentence, each window, and the whole."""
    sentences = sentences[:_MOST_SENTENCES] if len(sentences) > 2 * _MOST_SENTENCES else sentences
    for place in range(len(sentences)):
        yield sentences[place : place + 1]
    for place in range(0, len(sentences) - _WINDOW + 1, _WINDOW):
        yield sentences[place : place + _WINDOW]
    if len(sentences) > _WINDOW:
        yield sentences

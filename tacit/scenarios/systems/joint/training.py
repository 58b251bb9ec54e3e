"""Learn evidence from passages. Needs scikit-learn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from tacit.extras import require
from tacit.scenarios.systems.joint.evidence import JointEvidence
from tacit.scenarios.systems.joint.passages import JointPassage
from tacit.scenarios.systems.joint.stems import FUNCTION_WORDS
from tacit.scenarios.systems.joint.vector_model import SentenceVectors, VectorModel
from tacit.scenarios.systems.joint.vectorising import sparse_rows, vocabulary_of
from tacit.scenarios.systems.joint.word_model import Array, WordModel

FEW_TEXTS = 16
"""A scenario with fewer texts than this also learns from its event phrases."""
_ALLOWANCE = 0.1
"""Added to the margins of a scenario with few texts where others have many: what is seldom seen is rather denied."""
_SMALL = 200
"""With fewer training texts than this, words that occur in one of them only are learnt too."""
_WINDOW = 3
"""Sentences of the passages that None is learnt from, beside single sentences and whole texts."""
MOST_SENTENCES = 8
"""Sentences of a long text about nothing, such as news, that are learnt from."""
_POOL, _FAR = 14_000, -0.5
"""Texts of the pool that are looked at, and the margin to all scenarios below which they count as about nothing."""
_UNKNOWN = -1.0
"""The log odds of None, or of an opening, where no example of one side was given."""
_SHORTEST_STORY = 4
"""Sentences of the shortest text whose first sentence counts as an opening."""
_PERSPECTIVE_TEXTS = 6_000
"""Texts of the pool whose perspective is learnt from."""
_ONE_PHRASE = 0.3
"""What a single event phrase counts for vectors, where a text counts 1."""


@dataclass(frozen=True, slots=True)
class JointMaterial:
    """Passages to learn from: `texts` about scenarios, event `phrases` that stand in for texts, `recruits` that are
    taken to be about scenarios, texts about `nothing`, and a `pool` of stories most of which are about nothing."""

    texts: Sequence[JointPassage]
    phrases: Sequence[JointPassage] = ()
    recruits: Sequence[JointPassage] = ()
    nothing: Sequence[JointPassage] = ()
    pool: Sequence[JointPassage] = ()

    @property
    def about(self) -> list[JointPassage]:
        """All passages about scenarios."""
        return [*self.texts, *self.phrases, *self.recruits]


def learn(material: JointMaterial, *, seed: int, vectors: SentenceVectors | None = None) -> JointEvidence:
    """Evidence from passages; `vectors` hold those of all sentences about scenarios."""
    labels = tuple(sorted({passage.label for passage in material.about}))
    allowance = _allowance(material, labels)
    scenarios = _scenario_model(material.about, labels, seed, allowance)
    far = _far_from_all(scenarios, material.pool, seed)
    nothing = [*material.nothing, *far]
    return JointEvidence(
        labels,
        scenarios,
        none=_none_model(material.about, nothing, seed),
        opening=_opening_model([*material.about, *nothing], seed),
        perspective=_perspective_model(material, seed),
        vectors=None
        if vectors is None or len(labels) == 1
        else _vector_model(material, labels, vectors, seed, allowance),
    )


def _allowance(material: JointMaterial, labels: Sequence[str]) -> Array:
    texts = Counter(passage.label for passage in material.texts)
    few = np.array([texts[label] < FEW_TEXTS for label in labels])
    return np.asarray(_ALLOWANCE * few * (not few.all()), dtype=np.float32)


def _far_from_all(model: WordModel, pool: Sequence[JointPassage], seed: int) -> list[JointPassage]:
    """Texts that have hardly a word of any scenario are taken to be about nothing."""
    chosen = _sample(pool, _POOL, seed)
    margins = model.scores([passage.sentences for passage in chosen]).max(1, initial=_UNKNOWN)
    return [passage for passage, margin in zip(chosen, margins, strict=True) if margin < _FAR]


def _sample(passages: Sequence[JointPassage], size: int, seed: int) -> list[JointPassage]:
    return Random(seed).sample(passages, min(len(passages), size))  # noqa: S311 (reproducible, not secret)


def _scenario_model(about: Sequence[JointPassage], labels: Sequence[str], seed: int, allowance: Array) -> WordModel:
    """A support vector machine a scenario: on whole texts, which also serves single sentences best."""
    vocabulary, rarity = vocabulary_of(about, counts=_is_content, least=1 if len(about) < _SMALL else 2)
    rows = sparse_rows([passage.sentences for passage in about], vocabulary, rarity)
    if len(labels) == 1:
        mean = np.asarray(rows.mean(0), dtype=np.float32).reshape(-1, 1)
        return WordModel(vocabulary, rarity, mean, np.zeros(1, dtype=np.float32))
    wanted = [passage.label for passage in about]
    weights, bias = _machines(rows, wanted, labels, [passage.weight for passage in about], strictness=1.0, seed=seed)
    return WordModel(vocabulary, rarity, weights, bias + allowance)


def _vector_model(
    material: JointMaterial, labels: Sequence[str], vectors: SentenceVectors, seed: int, allowance: Array
) -> VectorModel:
    """The same on the vectors of whole texts, and of event phrases one by one and together."""
    examples = [(passage.label, passage.sentences, passage.weight) for passage in material.about]
    for passage in material.phrases:
        examples += [(passage.label, (sentence,), _ONE_PHRASE) for sentence in passage.sentences]
    rows = np.stack([vectors.mean(sentences) for _, sentences, _ in examples])
    centre: Array = rows.mean(0)
    wanted, counts = [label for label, _, _ in examples], [weight for _, _, weight in examples]
    weights, bias = _machines(rows - centre, wanted, labels, counts, strictness=10.0, seed=seed)
    return VectorModel(centre, weights, bias + allowance)


def _machines(
    rows: object, wanted: Sequence[str], labels: Sequence[str], counts: Sequence[float], *, strictness: float, seed: int
) -> tuple[Array, Array]:
    """Weights and biases of support vector machines, one against the rest for each label."""
    svm = require("sklearn.svm", extra="neural")
    numbers = {label: number for number, label in enumerate(labels)}
    model = svm.LinearSVC(C=strictness, tol=1e-2, random_state=seed)
    model.fit(rows, [numbers[label] for label in wanted], sample_weight=counts)
    weights, bias = model.coef_.T, model.intercept_
    if len(labels) == 2:  # scikit-learn gives the second's classifier only
        weights, bias = np.hstack([-weights, weights]), np.array([-bias[0], bias[0]])
    return np.ascontiguousarray(weights, dtype=np.float32), bias.astype(np.float32)


def _none_model(about: Sequence[JointPassage], nothing: Sequence[JointPassage], seed: int) -> WordModel:
    """None against all scenarios together, by content words of sentences, short windows and texts.

    Function words, which tell genres rather than scenarios, do not count.
    """
    against, speaking_for = ([part for each in side for part in _parts(each.sentences)] for side in (about, nothing))
    return _binary_model(against, speaking_for, seed, counts=_is_content)


def _is_content(word: str) -> bool:
    return word not in FUNCTION_WORDS


def _opening_model(passages: Sequence[JointPassage], seed: int) -> WordModel:
    """First sentences of texts against all others; function words and tenses tell much here."""
    texts = [passage.sentences for passage in passages if len(passage.sentences) >= _SHORTEST_STORY]
    first = [sentences[:1] for sentences in texts]
    others = [(sentence,) for sentences in texts for sentence in sentences[1:MOST_SENTENCES]]
    return _binary_model(others, first, seed)


def _perspective_model(material: JointMaterial, seed: int) -> WordModel:
    """How those tell who tell of an activity, against how others tell, by function words alone."""
    others = _sample(material.pool or material.nothing, _PERSPECTIVE_TEXTS, seed)
    against = [(sentence,) for passage in material.texts for sentence in passage.sentences]
    speaking_for = [(sentence,) for passage in others for sentence in passage.sentences[:MOST_SENTENCES]]
    return _binary_model(against, speaking_for, seed, counts=FUNCTION_WORDS.__contains__)


def _binary_model(
    against: Sequence[tuple[str, ...]],
    speaking_for: Sequence[tuple[str, ...]],
    seed: int,
    *,
    counts: Callable[[str], bool] = lambda _: True,
) -> WordModel:
    """Logistic regression over the words that count, with both sides weighted equally."""
    if not against or not speaking_for:
        empty = np.zeros((0, 1), dtype=np.float32)
        return WordModel({}, empty[:, 0], empty, np.array([_UNKNOWN], dtype=np.float32))
    parts = [*against, *speaking_for]
    least = 3 if len(parts) > _SMALL else 1
    vocabulary, rarity = vocabulary_of([JointPassage("", part) for part in parts], least=least, counts=counts)
    rows = sparse_rows(parts, vocabulary, rarity)
    linear_model = require("sklearn.linear_model", extra="neural")
    model = linear_model.LogisticRegression(max_iter=200, class_weight="balanced", random_state=seed)
    model.fit(rows, [0] * len(against) + [1] * len(speaking_for))
    weights, bias = model.coef_.T, model.intercept_
    return WordModel(vocabulary, rarity, np.ascontiguousarray(weights, np.float32), bias.astype(np.float32))


def _parts(sentences: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Each sentence, each window, and the whole."""
    sentences = sentences[:MOST_SENTENCES] if len(sentences) > 2 * MOST_SENTENCES else sentences
    for place in range(len(sentences)):
        yield sentences[place : place + 1]
    for place in range(0, len(sentences) - _WINDOW + 1, _WINDOW):
        yield sentences[place : place + _WINDOW]
    if len(sentences) > _WINDOW:
        yield sentences

"""Which documents are worth annotating: those with an affinity to some scenario (section 3 of the paper).

The paper chose the texts of its gold set with a logistic regression over LDA topics, fitted to narratives about known
scenarios. Here one regression tells narratives from other texts, a second one names the scenario that is nearest.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from tacit.errors import InputError, UsageError
from tacit.extras import require
from tacit.files import atomic_write
from tacit.learning.folder import read_folder, write_folder
from tacit.scenarios.features.content import Words, content_words
from tacit.scenarios.features.passages import LDA, PassageFeatures
from tacit.scenarios.features.topics import TopicModel, TopicRecipe
from tacit.scenarios.task import Narrative
from tacit.shapes import AtLeastOne

KIND = "scenarios affinity"
COLUMNS = ("rank", "id", "affinity", "scenario", "probability")
_STRENGTH = 10.0
"""Inverse of the regularisation: topics are shares, so their weights have to be large."""
_AT_ONCE = 256
"""Texts that are in memory together while documents are scored."""
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ScoredDocument:
    """A document with the probability that it is about some scenario, and the scenario that is nearest to it."""

    id: str
    affinity: float
    scenario: str
    probability: float

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Fitted:
    """The two regressions; of one scenario alone the second has no rows."""

    labels: tuple[str, ...]
    topics: TopicModel
    about: Floats
    about_bias: Floats
    naming: Floats
    naming_bias: Floats


class Affinity:
    """Learns from narratives about scenarios against other texts; `topics` says how the topics of both are learnt.

    `cache` keeps the content words of training sentences on disk.
    """

    def __init__(
        self, *, topics: TopicRecipe | None = None, cache: bool = True, pipeline: str | Path | None = None
    ) -> None:
        self.topics = topics or TopicRecipe()
        self.cache = cache
        self.pipeline = pipeline
        self._fitted: _Fitted | None = None

    def fit(self, narratives: Sequence[Narrative], *, seed: int = 0) -> Self:
        """Learn from texts some of which are about scenarios, and some about none."""
        about = [sorted({label for gold in narrative.labels for label in gold}) for narrative in narratives]
        if all(about) or not any(about):
            kind = "about no scenario" if all(about) else "about a scenario"
            raise InputError(f"no training text is {kind}; affinity is learnt from texts about scenarios and others")
        words = self._read(narratives, cache=self.cache)
        topics = TopicModel.fit(words, self.topics, seed=seed)
        rows = _rows(topics, words)
        weights, bias = _regression(rows, np.array([bool(labels) for labels in about]), seed)
        several = [(row, label) for row, labels in enumerate(about) for label in labels]
        labels = tuple(sorted({label for _, label in several}))
        naming, naming_bias = np.zeros((0, rows.shape[1])), np.zeros(0)
        if len(labels) > 1:
            targets = np.array([labels.index(label) for _, label in several])
            naming, naming_bias = _regression(rows[[row for row, _ in several]], targets, seed)
        self._fitted = _Fitted(labels, topics, weights, bias, naming, naming_bias)
        return self

    def score(self, narratives: Iterable[Narrative]) -> Iterator[ScoredDocument]:
        """Each text in turn; the texts may be many, as few are looked at together."""
        if self._fitted is None:
            raise UsageError("the affinity model has not been trained: call fit or load first")
        rest = iter(narratives)
        while group := list(islice(rest, _AT_ONCE)):
            rows = _rows(self._fitted.topics, self._read(group, cache=False))
            yield from _judged(self._fitted, [text.id for text in group], rows)

    def _read(self, narratives: Sequence[Narrative], *, cache: bool) -> list[Words]:
        """The content words of each text."""
        sentences = [sentence for narrative in narratives for sentence in narrative.sentences]
        words = iter(content_words(sentences, pipeline=self.pipeline, cache=cache))
        return [tuple(chain.from_iterable(next(words) for _ in text.sentences)) for text in narratives]

    def save(self, folder: Path) -> None:
        """Write a model folder, and the topics into a folder in it."""
        if self._fitted is None:
            raise UsageError("the affinity model has not been trained: call fit or load first")
        fitted = self._fitted
        arrays = {
            "about": fitted.about,
            "about_bias": fitted.about_bias,
            "naming": fitted.naming,
            "naming_bias": fitted.naming_bias,
        }
        write_folder(folder, KIND, {"labels": fitted.labels}, arrays)
        fitted.topics.save(folder / "topics")

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The model that `save` wrote."""
        system = cls()
        with read_folder(folder, KIND, {"labels": AtLeastOne(str)}) as (config, arrays):
            labels = tuple(config["labels"])
            topics = TopicModel.load(folder / "topics")
            names = ("about", "about_bias", "naming", "naming_bias")
            parts = [np.asarray(arrays[name], dtype=np.float64) for name in names]
            rows = len(labels) if len(labels) > 1 else 0
            if [part.shape for part in parts] != [(1, topics.topics), (1,), (rows, topics.topics), (rows,)]:
                raise ValueError("labels, topics and weights do not fit together")
            if not all(np.isfinite(part).all() for part in parts):
                raise ValueError("it has weights that are not numbers")
            system._fitted = _Fitted(labels, topics, *parts)
        return system


def ranked(scored: Iterable[ScoredDocument]) -> list[ScoredDocument]:
    """The highest affinity first, equals by id."""
    return sorted(scored, key=lambda each: (-each.affinity, each.id))


def write_ranking(ranking: Sequence[ScoredDocument], path: str | Path) -> None:
    """A table with tabs: rank, id, affinity, scenario and its probability."""
    with atomic_write(path) as stream:
        rows = csv.writer(stream, delimiter="\t", lineterminator="\n")
        rows.writerow(COLUMNS)
        for rank, each in enumerate(ranking, 1):
            id = " ".join(each.id.split())
            rows.writerow((rank, id, f"{each.affinity:.4f}", each.scenario, f"{each.probability:.4f}"))


def _rows(topics: TopicModel, words: Sequence[Words]) -> Floats:
    rows = PassageFeatures((LDA,), topics=topics).rows(words)
    return np.asarray(rows.toarray(), dtype=np.float64)


def _regression(rows: Floats, targets: npt.NDArray[Any], seed: int) -> tuple[Floats, Floats]:
    """Weights and biases; classes count alike, however many texts they have. Of two classes there is one row."""
    linear = require("sklearn.linear_model", extra="neural")
    model = linear.LogisticRegression(C=_STRENGTH, class_weight="balanced", max_iter=2000, random_state=seed)
    model.fit(rows, targets)
    weights, bias = np.asarray(model.coef_), np.asarray(model.intercept_)
    if targets.dtype != np.bool_ and len(weights) == 1:  # two scenarios: a row for each
        return np.concatenate([-weights, weights]) / 2, np.concatenate([-bias, bias]) / 2
    return weights, bias


def _judged(fitted: _Fitted, ids: Sequence[str], rows: Floats) -> Iterator[ScoredDocument]:
    affinities = 1 / (1 + np.exp(-(rows @ fitted.about[0] + fitted.about_bias[0]).clip(-60, 60)))
    shares = np.ones((len(rows), 1))
    if len(fitted.labels) > 1:
        logits = rows @ fitted.naming.T + fitted.naming_bias
        shares = np.exp(logits - logits.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
    for id, affinity, share in zip(ids, affinities.tolist(), shares, strict=True):
        best = int(share.argmax())
        yield ScoredDocument(id, affinity, fitted.labels[best], float(share[best]))

"""Several views of how an event fits a chain, weighed by a regression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from inspect import signature
from typing import Any, Self

import numpy as np

from tacit.backbones import vectors
from tacit.cloze.data import LEAST_EVENTS, questions, split
from tacit.cloze.features.counting import number_events
from tacit.cloze.systems.bigram import Bigram
from tacit.cloze.systems.frequency import Frequency
from tacit.cloze.systems.pmi import PMI
from tacit.cloze.task import (
    ALL,
    CHOICES,
    ClozeQuestion,
    ClozeSystem,
    EventChain,
    Gap,
    Places,
    Vector,
)
from tacit.extras import require
from tacit.schemas.task import ROLES, Slot

KIND_WEIGHT = 10
"""How many uses of a kind of participant it takes to believe them rather than the average."""
MOST_QUESTIONS = 4000
"""From which `Combined` learns its nine weights, a fold."""


class Combined(ClozeSystem):
    """tacit's own: several views of how an event fits a chain, weighed by a regression learnt on the training chains.

    The views: PMI, ordered bigrams, frequency, likeness in a low-rank model of the PMI matrix (which knows about pairs
    never seen together), likeness of the verbs as word vectors, how often the kind of participant fills the slot, and
    how many events of the chain have the same role. Their weights are learnt on questions about documents that the
    counts have not seen.
    """

    name = "tacit"

    def __init__(self, *, seed: int = 1, dimensions: int = 100, folds: int = 3, minimum_events: int = 3) -> None:
        self.seed = seed
        self.dimensions = dimensions
        self.folds = folds
        self.minimum_events = minimum_events

    def fit(self, chains: Sequence[EventChain]) -> Self:
        """Learn the weights on held-out folds, then count all chains."""
        self.weights_ = _weights(np.array(list(self._asked(chains))))
        self._views = _Views(self.dimensions)
        self._views.fit(chains)
        self.events = self._views.events
        return self

    def _asked(self, chains: Sequence[EventChain]) -> Iterator[Vector]:
        """What tells right choices from wrong ones in held-out folds; nothing where there are too few to draw from."""
        if len(number_events(chains)) < LEAST_EVENTS:
            return
        views = _Views(self.dimensions)
        for fold in range(self.folds):
            counted, asked = split(chains, 1 / self.folds, self.seed + fold)
            if len(counted) < 2:
                continue
            views.fit(counted)
            drawn = questions(asked, self.seed, minimum_events=self.minimum_events, pool=chains)
            for question in drawn[:MOST_QUESTIONS]:
                yield from _differences(views, question)

    def scores(self, gap: Gap, places: Places = ALL) -> Vector:
        """The weighted sum of all views."""
        scores: Vector = self._views.of(gap, places) @ self.weights_
        return scores

    def ranking(self, gap: Gap) -> Vector:
        """With the logarithm of the frequency: the wrong choices it learnt from were as frequent as the right ones."""
        return self.scores(gap) + self._views.frequency()


def _differences(views: _Views, question: ClozeQuestion) -> Iterator[Vector]:
    """The right choice less each wrong one, where all are known."""
    places = [views.events[slot] for slot in question.choices if slot in views.events]
    if len(places) == CHOICES:
        chosen = views.of(question.gap, places)
        yield from (chosen[question.answer] - chosen[n] for n in range(CHOICES) if n != question.answer)


def _weights(differences: Vector) -> Vector:
    """Weights by which the right choice is above the wrong ones; equal ones where there is nothing to learn from."""
    if len(differences) < 10 * len(VIEWS):
        return np.ones(len(VIEWS))
    optimize = require("scipy.optimize", extra="schemas")
    scale = differences.std(0)
    scaled = differences / np.where(scale, scale, 1)

    def loss(weights: Vector) -> tuple[float, Vector]:
        margins = scaled @ weights
        slope = -scaled.T @ (1 / (1 + np.exp(margins))) + weights
        return float(np.logaddexp(0, -margins).sum() + weights @ weights / 2), slope

    found: Vector = optimize.minimize(loss, np.zeros(len(VIEWS)), jac=True, method="L-BFGS-B").x
    return found / np.where(scale, scale, 1)


VIEWS = ("pmi", "bigram", "frequency", "low rank", "nearest", "word vectors", "nearest word", "kind", "role")


class _Views:
    """All views of one set of chains, each a column."""

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions

    def fit(self, chains: Sequence[EventChain]) -> None:
        self._pmi, self._bigram, self._frequency = PMI(), Bigram(), Frequency()
        for system in (self._pmi, self._bigram, self._frequency):
            system.fit(chains)
        self.events = self._pmi.events
        self._low_rank = _unit_rows(_low_rank(self._pmi.matrix_, self.dimensions))
        words = vectors.load()
        self._words = _unit_rows(np.array([words.mean(slot.verb.split()) for slot in self.events], dtype=np.float64))
        self._roles = np.array([[slot.role == role for role in ROLES] for slot in self.events], dtype=np.float64)
        self._kinds, self._by_kind = _kinds(chains, self.events, self._frequency.counts_)

    def frequency(self) -> Vector:
        """The logarithm of each event's probability."""
        found: Vector = np.log(self._frequency.counts_ / self._frequency.counts_.sum())
        return found

    def of(self, gap: Gap, places: Places = ALL) -> Vector:
        """Events × views; sums over the chain are divided by its length, so that long chains do not shout."""
        known = [self.events[slot] for slot in gap.context if slot in self.events]
        length = max(1, len(known))
        near = self._low_rank[places] @ self._low_rank[known].T
        alike = self._words[places] @ self._words[known].T
        columns = [
            self._pmi.scores(gap, places) / length,
            self._bigram.scores(gap, places) / length,
            self._frequency.scores(gap, places),
            near.sum(1) / length,
            near.max(1, initial=-1),
            alike.sum(1) / length,
            alike.max(1, initial=-1),
            self._kind(gap.type)[places],
            self._roles[places] @ self._roles[known].sum(0) / length,
        ]
        return np.column_stack(columns)

    def _kind(self, kind: str) -> Vector:
        number = self._kinds.get(kind)
        if number is None:
            return np.zeros(len(self.events))
        row: Vector = self._by_kind[number].toarray().ravel()
        return row


def _low_rank(matrix: Any, dimensions: int) -> Vector:
    """Events in few dimensions: the singular value decomposition of the positive part of the symmetric PMI matrix."""
    positive = matrix.maximum(0)
    rank = min(dimensions, min(matrix.shape) - 1)
    if rank < 1 or not positive.nnz:
        return np.zeros((matrix.shape[0], 1))
    linalg = require("scipy.sparse.linalg", extra="schemas")
    start = np.ones(matrix.shape[0]) / np.sqrt(matrix.shape[0])  # else it begins at random
    drawing = {"rng": np.random.default_rng(0)} if "rng" in signature(linalg.eigsh).parameters else {}
    values, axes = linalg.eigsh(positive, k=rank, v0=start, **drawing)
    found: Vector = axes * np.sqrt(np.abs(values))
    return found


def _unit_rows(matrix: Vector) -> Vector:
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    found: Vector = matrix / np.where(lengths, lengths, 1)
    return found


def _kinds(chains: Sequence[EventChain], events: dict[Slot, int], counts: Vector) -> tuple[dict[str, int], Any]:
    """Kinds of participant by number, and how much more often than others each fills each slot: a smoothed logarithm.

    Where it is zero, the kind was never seen in the slot; what is equal for all slots of a kind is left out.
    """
    sparse = require("scipy.sparse", extra="schemas")
    numbers = {kind: number for number, kind in enumerate(sorted({chain.type for chain in chains}))}
    filled = [(numbers[chain.type], events[slot]) for chain in chains for slot in chain.slots]
    rows, columns = zip(*filled, strict=True)
    matrix = sparse.csr_matrix((np.ones(len(filled)), (rows, columns)), shape=(len(numbers), len(events)))
    matrix.sum_duplicates()
    matrix.data = np.log1p(matrix.data / (KIND_WEIGHT * counts[matrix.indices] / counts.sum()))
    return numbers, matrix

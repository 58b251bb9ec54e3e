"""Models of which events go together, each with its paper; `Combined` is tacit's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from inspect import signature
from itertools import chain as chained
from typing import Any

import numpy as np

from tacit.backbones import vectors
from tacit.extras import require
from tacit.schemas.cloze import (
    ALL,
    CHOICES,
    LEAST_EVENTS,
    ClozeSystem,
    EventChain,
    Gap,
    Places,
    Question,
    Vector,
    questions,
    split,
)
from tacit.schemas.growth import GrowingChain
from tacit.schemas.presets import Options
from tacit.schemas.scores import Scores
from tacit.schemas.task import ROLES, Slot
from tacit.schemas.totals import Totals

SKIPPED = 2
"""Most events between the two of a bigram (Jans et al. 2012: the best of the settings they tried)."""
SMOOTHING = 0.1
KIND_WEIGHT = 10
"""How many uses of a kind of participant it takes to believe them rather than the average."""
MOST_QUESTIONS = 4000
"""From which `Combined` learns its nine weights, a fold."""


def _number_events(chains: Sequence[EventChain]) -> dict[Slot, int]:
    """Events by frequency, then by name, so that the order does not depend on that of the chains."""
    counts = Counter(chained.from_iterable(chain.slots for chain in chains))
    return {slot: number for number, slot in enumerate(sorted(counts, key=lambda slot: (-counts[slot], slot)))}


def _incidence(chains: Sequence[EventChain], events: dict[Slot, int]) -> Any:
    """Chains × events: 1 where an event stands in a chain."""
    sparse = require("scipy.sparse", extra="schemas")
    columns = [events[slot] for chain in chains for slot in chain.slots]
    ends = np.cumsum([0, *(len(chain.slots) for chain in chains)])
    return sparse.csr_matrix((np.ones(len(columns)), columns, ends), shape=(len(chains), len(events)))


class Frequency(ClozeSystem):
    """The event that is most frequent, whatever the chain."""

    name = "frequency"

    def fit(self, chains: Sequence[EventChain]) -> None:
        """Count."""
        self.events = _number_events(chains)
        self.counts_: Vector = np.asarray(_incidence(chains, self.events).sum(0), dtype=np.float64).ravel()

    def scores(self, gap: Gap, places: Places = ALL) -> Vector:
        """Log probability."""
        scores: Vector = np.log(self.counts_[places] / self.counts_.sum())
        return scores


class Bigram(ClozeSystem):
    """Ordered pairs with up to two events between them (Jans et al. 2012), smoothed by adding a constant."""

    name = "bigram"

    def fit(self, chains: Sequence[EventChain]) -> None:
        """Count ordered pairs."""
        sparse = require("scipy.sparse", extra="schemas")
        self.events = _number_events(chains)
        pairs = [pair for chain in chains for pair in self._pairs(chain)]
        size = len(self.events)
        first, second = (np.array(side, dtype=np.int64) for side in zip(*pairs, strict=True)) if pairs else ([], [])
        counts = sparse.csr_matrix((np.ones(len(pairs)), (first, second)), shape=(size, size))
        self.total_: Vector = np.log(np.asarray(counts.sum(1), dtype=np.float64).ravel() + SMOOTHING * size)
        counts.data = np.log1p(counts.data / SMOOTHING)
        self.following_, self.preceding_ = counts, counts.T.tocsr()

    def _pairs(self, chain: EventChain) -> Iterator[tuple[int, int]]:
        numbers = [self.events[slot] for slot in chain.slots]
        for place, first in enumerate(numbers):
            for second in numbers[place + 1 : place + 2 + SKIPPED]:
                yield first, second

    def scores(self, gap: Gap, places: Places = ALL) -> Vector:
        """Σ log P(event | earlier) + Σ log P(later | event); terms that are equal for all events are left out."""
        before = [self.events[slot] for slot in gap.before if slot in self.events]
        after = [self.events[slot] for slot in gap.after if slot in self.events]
        found = np.asarray(self.following_[before].sum(0) + self.preceding_[after].sum(0), dtype=np.float64).ravel()
        scores: Vector = (found - len(after) * self.total_)[places]
        return scores


class PMI(ClozeSystem):
    """Pointwise mutual information of events that share a participant, summed over the chain (Chambers and Jurafsky).

    Pairs are counted once a chain, without order; single and pair probabilities are normalised separately. With
    `discount`, rare pairs weigh less, as in the paper of 2008.
    """

    name = "pmi"

    def __init__(self, *, discount: bool = True) -> None:
        self.discount = discount

    def fit(self, chains: Sequence[EventChain]) -> None:
        """Count pairs: a sparse product."""
        self.events = _number_events(chains)
        incidence = _incidence(chains, self.events)
        joint = (incidence.T @ incidence).tocoo()
        apart = joint.row != joint.col
        rows, columns, counts = joint.row[apart], joint.col[apart], joint.data[apart]
        singles = np.asarray(incidence.sum(0), dtype=np.float64).ravel()
        chance = singles[rows] * singles[columns] / singles.sum() ** 2
        values = np.log2(2 * counts / counts.sum() / chance) if len(counts) else counts  # each pair stands twice
        if self.discount:
            least = np.minimum(singles[rows], singles[columns])
            values = values * counts / (counts + 1) * least / (least + 1)
        sparse = require("scipy.sparse", extra="schemas")
        self.matrix_ = sparse.csr_matrix((values, (rows, columns)), shape=joint.shape)

    def scores(self, gap: Gap, places: Places = ALL) -> Vector:
        """The sum over the chain; pairs never seen together add nothing."""
        known = [self.events[slot] for slot in gap.context if slot in self.events]
        scores: Vector = np.asarray(self.matrix_[known].sum(0), dtype=np.float64).ravel()[places]
        return scores


class ChainSimilarity(ClozeSystem):
    """chainsim' of Chambers and Jurafsky (2009), by which schemas are grown: PMI and the kinds of participant."""

    name = "chain-similarity"

    def fit(self, chains: Sequence[EventChain]) -> None:
        """Count pairs, and pairs with kinds."""
        self.events = _number_events(chains)
        self.scores_ = Scores(Totals.from_chains((chain.type, chain.slots) for chain in chains), Options())
        self._slots = list(self.events)

    def scores(self, gap: Gap, places: Places = ALL) -> Vector:
        """The similarity of the chain that is left to each event."""
        chosen = self._slots[places] if isinstance(places, slice) else [self._slots[place] for place in places]
        numbers = self.scores_.slot_number
        chain = GrowingChain(self.scores_, [numbers.get(slot, -1) for slot in gap.context])
        return np.array([chain.similarity(numbers.get(slot, -1)) for slot in chosen])


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

    def fit(self, chains: Sequence[EventChain]) -> None:
        """Learn the weights on held-out folds, then count all chains."""
        self.weights_ = _weights(np.array(list(self._asked(chains))))
        self._views = _Views(self.dimensions)
        self._views.fit(chains)
        self.events = self._views.events

    def _asked(self, chains: Sequence[EventChain]) -> Iterator[Vector]:
        """What tells right choices from wrong ones in held-out folds; nothing where there are too few to draw from."""
        if len(_number_events(chains)) < LEAST_EVENTS:
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


def _differences(views: _Views, question: Question) -> Iterator[Vector]:
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

"""Pointwise mutual information, summed over the chain (Chambers and Jurafsky 2008)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np

from tacit.cloze.features.counting import chain_incidence, number_events
from tacit.cloze.task import (
    ALL,
    ClozeSystem,
    EventChain,
    Gap,
    Places,
    Vector,
)
from tacit.extras import require


class PMI(ClozeSystem):
    """Pointwise mutual information of events that share a participant, summed over the chain (Chambers and Jurafsky).

    Pairs are counted once a chain, without order; single and pair probabilities are normalised separately. With
    `discount`, rare pairs weigh less, as in the paper of 2008.
    """

    name = "pmi"

    def __init__(self, *, discount: bool = True) -> None:
        self.discount = discount

    def fit(self, chains: Sequence[EventChain]) -> Self:
        """Count pairs: a sparse product."""
        self.events = number_events(chains)
        incidence = chain_incidence(chains, self.events)
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
        return self

    def scores(self, gap: Gap, places: Places = ALL) -> Vector:
        """The sum over the chain; pairs never seen together add nothing."""
        known = [self.events[slot] for slot in gap.context if slot in self.events]
        scores: Vector = np.asarray(self.matrix_[known].sum(0), dtype=np.float64).ravel()[places]
        return scores

"""Linear induction: every verb, the most frequent first, joins the schemas that it fits or starts one.

Chambers and Jurafsky (2009) let a verb join the best schema only (`best_only`); Simonson and Davis (2018) every one
that it fits, that is, whose narsim is above β a slot.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.progress import Progress, no_progress
from tacit.schemas.features.growth import Grown
from tacit.schemas.features.scores import Scores
from tacit.schemas.systems.germinators import Germinator
from tacit.schemas.systems.linear_kernel import Rows, grow_linearly
from tacit.schemas.systems.seeds import seeds


class LinearInduction(Germinator):
    """Every verb, the most frequent first, joins the schemas that it fits, or starts one."""

    def grow(self, scores: Scores, progress: Progress = no_progress) -> list[Grown]:
        """Schemas in the order in which they were started; there is no limit to their number.

        Given seed verbs start a schema each, and the others may only join.
        """
        given = seeds(scores) if scores.options.seed_verbs else []
        number, events, values, slots, chains, sizes, filled = grow_linearly(_rows(scores), np.array(given, np.int32))
        progress("growing", number, number)
        return [
            Grown(
                events[schema, : sizes[schema]].tolist(),
                values[schema, : sizes[schema]].tolist(),
                _by_chain(slots[schema, : filled[schema]].tolist(), chains[schema].tolist()),
            )
            for schema in range(number)
        ]


class LinearTruncated(LinearInduction):
    """The first schemas of linear induction, as many as are wanted."""

    def grow(self, scores: Scores, progress: Progress = no_progress) -> list[Grown]:
        """The first of all."""
        return super().grow(scores, progress)[: scores.options.number]


def _by_chain(slots: Sequence[int], chain_of: Sequence[int]) -> list[list[int]]:
    chains: list[list[int]] = []
    for slot, chain in zip(slots, chain_of, strict=False):
        if chain == len(chains):
            chains.append([])
        chains[chain].append(slot)
    return chains


def _rows(scores: Scores) -> Rows:
    options = scores.options
    return Rows(
        scores.verb_of,
        scores.verb_start,
        scores.partner_start,
        scores.partners,
        scores.pmi_values - options.typed,
        scores.pair_start * options.typed,
        scores.filler_start,
        scores.filler_type[scores.fillers],
        scores.gains,
        max(len(scores.types), 1),
        int(options.typed),
        options.size,
        options.beta,
        options.joining,
        options.best_only,
        options.as_program,
    )

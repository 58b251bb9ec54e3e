"""Linear induction: every verb, the most frequent first, joins the schemas that it fits or starts one.

Chambers and Jurafsky (2009) let a verb join the best schema only (`best_only`); Simonson and Davis (2018) every one
that it fits, that is, whose narsim is above β a slot.
"""

from __future__ import annotations

import numpy as np

from tacit.schemas.germinators.seeds import seeds
from tacit.schemas.growth import GrowingSchema
from tacit.schemas.kernels import Floats
from tacit.schemas.presets import DECIMALS
from tacit.schemas.scores import Scores


def linear(scores: Scores) -> list[GrowingSchema]:
    """Schemas in the order in which they were started; there is no limit to their number.

    Given seed verbs start a schema each, and the others may only join.
    """
    started = _Started(scores)
    given = seeds(scores) if scores.options.seed_verbs else []
    for verb in given:
        started.start(verb)
    for verb in range(len(scores.verbs)):
        if verb in given:
            continue
        fitting = started.that_fit(verb)
        for number in fitting:
            started.join(number, verb)
        if not fitting and not given:
            started.start(verb)
    return started.schemas


def linear_truncated(scores: Scores) -> list[GrowingSchema]:
    """The first schemas of linear induction, as many as are wanted."""
    return linear(scores)[: scores.options.number]


class _Started:
    """Schemas under way, with a column each of what every verb's narsim is above its least value; 0 once full."""

    def __init__(self, scores: Scores) -> None:
        self._scores = scores
        self._excess: Floats = np.zeros((len(scores.verbs), 64))
        self.schemas: list[GrowingSchema] = []

    def start(self, verb: int) -> None:
        if len(self.schemas) == self._excess.shape[1]:
            self._excess = np.concatenate([self._excess, np.zeros_like(self._excess)], axis=1)
        self.schemas.append(GrowingSchema(self._scores, verb))
        self._score(len(self.schemas) - 1)

    def join(self, number: int, verb: int) -> None:
        self.schemas[number].insert(verb, self._excess[verb, number])
        self._score(number)

    def that_fit(self, verb: int) -> list[int]:
        """The schemas that the verb fits; of two that fit equally well, the older is the better one."""
        excess = np.round(self._excess[verb, : len(self.schemas)], DECIMALS)
        fitting: list[int] = np.flatnonzero(excess > 0).tolist()
        if fitting and self._scores.options.best_only:
            return [int(np.argmax(excess))]
        return fitting

    def _score(self, number: int) -> None:
        schema = self.schemas[number]
        if schema.is_full:
            self._excess[:, number] = 0
        else:
            schema.write_excess(self._excess[:, number])

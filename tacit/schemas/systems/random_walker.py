"""The random walker (Simonson and Davis 2018): a schema takes verbs by chance, with weight 2^narsim."""

from __future__ import annotations

import numpy as np

from tacit.progress import Progress, no_progress
from tacit.schemas.features.growth import GrowingSchema, Grown
from tacit.schemas.features.kernels import Floats
from tacit.schemas.features.scores import Scores
from tacit.schemas.systems.germinators import Germinator
from tacit.schemas.systems.seeds import seeds


class RandomWalker(Germinator):
    """The next event is drawn at random, weighted by how well it fits."""

    def grow(self, scores: Scores, progress: Progress = no_progress) -> list[Grown]:
        """A schema a seed, in the order of the seeds; the same random seed gives the same schemas.

        Every verb that is not in the schema may be drawn, those never seen with it too, with the weight of β a slot.
        """
        schemas = [GrowingSchema(scores, verb) for verb in seeds(scores)]
        steps = min(scores.options.size, len(scores.verbs)) - 1
        draws = np.random.default_rng(scores.options.seed).random((len(schemas), steps))
        least = np.array([scores.least(verb) for verb in range(len(scores.verbs))])
        for number, (schema, row) in enumerate(zip(schemas, draws, strict=True), 1):
            excess = np.zeros(len(scores.verbs))
            for draw in row:
                schema.write_excess(excess)
                bits = least + excess
                bits[schema.events] = -np.inf
                verb = _draw(np.exp2(bits - bits.max()), draw)
                schema.insert(verb, excess[verb])
            progress("growing", number, len(schemas))
        return [schema.grown() for schema in schemas]


def _draw(weights: Floats, draw: float) -> int:
    """The number that a draw between 0 and 1 falls on; never one with weight 0."""
    bounds = np.cumsum(weights)
    point = min(draw * bounds[-1], np.nextafter(bounds[-1], 0))  # rounding may carry the product to the very end
    return int(np.searchsorted(bounds, point, side="right"))

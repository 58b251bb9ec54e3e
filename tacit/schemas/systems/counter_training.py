"""Counter-training (Simonson and Davis 2015): schemas grow side by side and compete for verbs.

Each round, every schema takes the verb whose narsim is farthest above its mean over all schemas that still grow.
A schema that finds none above the mean stops.
"""

from __future__ import annotations

import numpy as np

from tacit.progress import Progress, no_progress
from tacit.schemas.features.growth import GrowingSchema, Grown
from tacit.schemas.features.scores import Scores
from tacit.schemas.presets import DECIMALS
from tacit.schemas.systems.germinators import Germinator
from tacit.schemas.systems.seeds import most_frequent, seeds


class CounterTraining(Germinator):
    """All schemas grow at once; a verb that fits many of them is worth less to each."""

    def grow(self, scores: Scores, progress: Progress = no_progress) -> list[Grown]:
        """A schema a seed, in the order of the seeds.

        Seed verbs that were asked for compete with the most frequent ones, else a single one would never find a verb
        above the mean. All grow side by side, so the progress is that of the rounds.
        """
        wanted = seeds(scores)
        rivals = [verb for verb in most_frequent(scores) if verb not in wanted]
        schemas = [GrowingSchema(scores, verb) for verb in (*wanted, *rivals)]
        excess = np.zeros((len(schemas), len(scores.verbs)))
        growing = list(range(len(schemas))) if scores.options.size > 1 else []
        for number in growing:
            schemas[number].write_excess(excess[number])
        rounds = 0
        while growing:
            # The least value, β a slot, is the same in every schema, so it cancels out.
            mean = excess[growing].mean(axis=0)
            taken = {}
            for number in growing:
                above = np.round(excess[number] - mean, DECIMALS)
                above[schemas[number].events] = 0
                best = int(np.argmax(above))
                if above[best] > 0:
                    taken[number] = best
            for place, (number, verb) in enumerate(taken.items()):
                schemas[number].insert(verb, excess[number, verb])
                done = int(len(wanted) * (rounds + place / len(taken)) / (scores.options.size - 1))
                progress("growing", done, len(wanted))
            rounds += 1
            growing = [number for number in taken if not schemas[number].is_full]
            for number in growing:
                schemas[number].write_excess(excess[number])
        progress("growing", len(wanted), len(wanted))
        return [schema.grown() for schema in schemas[: len(wanted)]]

"""From the probabilities of labels to what a text is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tacit.scenarios.systems.tacit.examples import Floats
from tacit.scenarios.task import NONE, Detection, Ranking, Scored

SHOWN = 8
"""Labels of a sentence's ranking."""


class Settings(NamedTuple):
    """From which probability on a sentence is about its likeliest label, and about a second one; and how far
    a likely label spreads to a sentence between two of its own."""

    least: float = 0.28
    second: float = 0.45
    spread: float = 0.5


def detection(
    chances: npt.NDArray[np.float64], labels: Sequence[str], settings: Settings, classified: Floats | None = None
) -> Detection:
    """Rankings, where segments start, and the one label that fits the text best as a whole.

    `chances` is sentences × labels. What a classifier says of them (logarithms) counts alike for the text as a whole.
    """
    chances = _spread(chances, settings)
    rankings = tuple(_ranking(row, labels, settings) for row in chances)
    chosen = [_labels(each, settings) for each in rankings]
    starts = tuple(place for place in range(len(chosen)) if place == 0 or chosen[place] != chosen[place - 1])
    fit = np.log(np.maximum(chances, 0.01)) + (0.0 if classified is None else classified)
    whole = labels[int(fit.sum(0).argmax())] if len(chances) else NONE
    return Detection(rankings, starts, whole)


def _spread(chances: npt.NDArray[np.float64], settings: Settings) -> npt.NDArray[np.float64]:
    """A sentence between two that are about the same thing is rather about it, too."""
    if len(chances) < 3 or settings.spread <= 0:
        return chances
    found = chances.copy()
    both = np.minimum(chances[:-2], chances[2:])
    lifted = chances[1:-1] + settings.spread * both * (1 - chances[1:-1])
    found[1:-1] = np.where((both >= settings.least) & (chances[1:-1] > 0), lifted, chances[1:-1])
    return found


def _ranking(row: npt.NDArray[np.float64], labels: Sequence[str], settings: Settings) -> Ranking:
    order = [number for number in np.argsort(-row, kind="stable")[:SHOWN] if row[number] > 0]
    scored = [Scored(labels[number], round(float(row[number]), 4)) for number in order]
    best = scored[0].probability if scored else 0.0
    nothing = Scored(NONE, round(1 - best, 4))
    return (*scored, nothing) if best >= settings.least else (nothing, *scored)


def _labels(ranked: Ranking, settings: Settings) -> frozenset[str]:
    if not ranked or ranked[0].label == NONE:
        return frozenset()
    return frozenset(
        label
        for place, (label, share) in enumerate(ranked)
        if label != NONE and (not place or share >= settings.second)
    )

"""What happened in a passage though it does not say so, for scripts that a person wrote.

An event is called left out where three things hold: the passage does not tell it, in whatever words; it almost surely
happened, because a told event implies it or because it always or mostly happens where the passage is; and nothing told
stands in for it. How much each of these counts was learnt from passages that readers judged event by event. That the
passage is about the scenario at all is a probability of its own; the two are multiplied, and the product is put right
by what readers said of passages that taught nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tacit.scripts.recognising import TOLD
from tacit.scripts.task import Script

FEATURES = (
    "always",
    "mostly",
    "implied",
    "earlier",
    "later",
    "between",
    "told",
    "around",
    "instead",
    "needed",
    "length",
)
BIAS = "bias"
WEIGHTS = dict.fromkeys(FEATURES, 0.0) | {
    BIAS: -3.5,
    "always": 2.4,
    "mostly": 1.3,
    "implied": 0.9,
    "earlier": 0.3,
    "later": -0.3,
    "told": -0.5,
    "instead": -0.6,
}
"""Used where nothing was learnt."""
SURE = 0.5
"""From this probability on an event is said to be left out. Of those named so in forty stories that taught nothing,
four of five were right for two readers, and a higher one would have named fewer."""
CERTAIN = 0.5
"""How likely the scenario must be for a set with a promise."""
TRUST = {BIAS: 0.0, "slope": 1.0}
"""How the product of two probabilities is put right, where nothing was learnt: not at all."""
MOST = 6
"""Events that are named for one passage."""

_TINY = 1e-6
Bools = npt.NDArray[np.bool_]
Table = npt.NDArray[np.float64]
_Key = tuple[tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...]


class Omission(NamedTuple):
    """An event that happened untold, how likely, and the told events it stands between and follows from.

    `given` is its probability if the passage is about the scenario.
    """

    event: int
    probability: float
    given: float
    because: int | None
    after: int | None
    before: int | None


def relations(script: Script) -> tuple[Bools, Bools, Bools]:
    """Three tables over events: comes before, implies, stands in for; the first two are transitive."""
    return _relations(tuple((each.id, each.after, each.implies, each.instead_of) for each in script.events))


@lru_cache(maxsize=512)
def _relations(key: _Key) -> tuple[Bools, Bools, Bools]:
    number = {each[0]: place for place, each in enumerate(key)}
    size = len(key)
    before, implies, either = (np.zeros((size, size), dtype=bool) for _ in range(3))
    for place, (_, after, implied, instead) in enumerate(key):
        before[[number[each] for each in after], place] = True
        implies[place, [number[each] for each in implied]] = True
        for each in instead:
            either[place, number[each]] = either[number[each], place] = True
    for relation in (before, implies):
        for middle in range(size):
            relation |= np.outer(relation[:, middle], relation[middle])
    return before, implies, either


def features(script: Script, told: Sequence[float], sentences: int) -> Table:
    """A row for each event: how usual it is, what told events imply of it, where it stands, how likely it is told."""
    before, implies, either = relations(script)
    chances = np.array(told)
    rows = []
    for event, written in enumerate(script.events):
        neighbours = before[event] | before[:, event]
        earlier = 1 - np.prod(1 - before[event] * chances)
        later = 1 - np.prod(1 - before[:, event] * chances)
        rows.append(
            [
                written.usual == "always",
                written.usual == "mostly",
                (implies[:, event] * chances).max(initial=0.0),
                earlier,
                later,
                earlier * later,
                np.log(chances[event] + 0.01),
                (neighbours * chances).sum() / max(1, neighbours.sum()),
                (either[event] * chances).max(initial=0.0),
                implies[:, event].mean(),
                sentences / 10,
            ]
        )
    return np.array(rows, dtype=np.float64)


class Trust(NamedTuple):
    """How sure the scenario is, how probabilities are put right, and from which on events are named.

    With `least` all events are named whose probability, given the scenario, is as high, even where they may be told.
    """

    certainty: float = 1.0
    weights: Mapping[str, float] = TRUST
    least: float | None = None

    def probability(self, given: float) -> float:
        """How likely an event happened untold, of one that is so likely given the scenario."""
        both = min(max(given * self.certainty, _TINY), 1 - _TINY)
        score = self.weights[BIAS] + self.weights["slope"] * log(both / (1 - both))
        return 1 / (1 + exp(-max(-30.0, min(30.0, score))))


def chances(script: Script, told: Sequence[float], sentences: int, weights: Mapping[str, float] | None = None) -> Table:
    """For each event how likely it happened untold, if the passage is about the script's scenario."""
    weights = weights or WEIGHTS
    scores = features(script, told, sentences) @ np.array([weights[name] for name in FEATURES]) + weights[BIAS]
    likely: Table = 1 / (1 + np.exp(-scores))
    return likely


def omissions(
    script: Script,
    told: Sequence[float],
    sentences: int,
    weights: Mapping[str, float] | None = None,
    trust: Trust | None = None,
) -> list[Omission]:
    """All events that a passage may leave out, the likeliest first; nothing where it tells no event."""
    trust = trust or Trust()
    sure = [event for event, chance in enumerate(told) if chance >= TOLD]
    if not sure:
        return []
    before, implies, _ = relations(script)
    found = []
    for event, given in enumerate(chances(script, told, sentences, weights).tolist()):
        if told[event] < TOLD or trust.least is not None:
            reasons = [each for each in sure if implies[each, event]]
            earlier = [each for each in sure if before[each, event]]
            later = [each for each in sure if before[event, each]]
            because = max(reasons, key=lambda each: told[each], default=None)
            between = max(earlier, default=None), min(later, default=None)
            found.append(Omission(event, trust.probability(given), given, because, *between))
    return sorted(found, key=lambda each: (-each.given, each.event))


def left_out(
    script: Script,
    told: Sequence[float],
    sentences: int,
    weights: Mapping[str, float] | None = None,
    trust: Trust | None = None,
) -> list[Omission]:
    """The omissions to tell a person about, in the script's order."""
    trust = trust or Trust()
    return named(omissions(script, told, sentences, weights, trust), trust)


def named(possible: Sequence[Omission], trust: Trust) -> list[Omission]:
    """Of all that may be left out, the likeliest first, what is worth telling, in the script's order."""
    if trust.least is None:
        likely = [each for each in possible if each.probability >= SURE][:MOST]
    else:
        likely = [each for each in possible if each.given >= trust.least and trust.certainty >= CERTAIN]
    return sorted(likely, key=lambda each: each.event)

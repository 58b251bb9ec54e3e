"""What happened in a passage though it does not say so, for scripts that a person wrote.

An event is called left out where three things hold: the passage does not tell it, in whatever words; it almost surely
happened, because a told event implies it or because it always or mostly happens where the passage is; and nothing told
stands in for it. How much each of these counts was learnt from passages that readers judged event by event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
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
SURE = 0.65
"""From this probability on an event is said to be left out."""
MOST = 6
"""Events that are named for one passage."""

Bools = npt.NDArray[np.bool_]
Table = npt.NDArray[np.float64]
_Key = tuple[tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...]


class Omission(NamedTuple):
    """An event that happened untold, how likely, and the told events it stands between and follows from."""

    event: int
    probability: float
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


def omissions(
    script: Script, told: Sequence[float], sentences: int, weights: Mapping[str, float] | None = None
) -> list[Omission]:
    """All events that a passage may leave out, the likeliest first; nothing where it tells no event."""
    weights = weights or WEIGHTS
    sure = [event for event, chance in enumerate(told) if chance >= TOLD]
    if not sure:
        return []
    before, implies, _ = relations(script)
    scores = features(script, told, sentences) @ np.array([weights[name] for name in FEATURES]) + weights[BIAS]
    found = []
    for event, score in enumerate(scores):
        if told[event] < TOLD:
            reasons = [each for each in sure if implies[each, event]]
            earlier = [each for each in sure if before[each, event]]
            later = [each for each in sure if before[event, each]]
            because = max(reasons, key=lambda each: told[each], default=None)
            likely = float(1 / (1 + np.exp(-score)))
            found.append(Omission(event, likely, because, max(earlier, default=None), min(later, default=None)))
    return sorted(found, key=lambda each: (-each.probability, each.event))


def left_out(
    script: Script, told: Sequence[float], sentences: int, weights: Mapping[str, float] | None = None
) -> list[Omission]:
    """The omissions to tell a person about, in the script's order."""
    return named(omissions(script, told, sentences, weights))


def named(possible: Sequence[Omission]) -> list[Omission]:
    """Of all that may be left out, the likeliest first, what is worth telling, in the script's order."""
    likely = [each for each in possible if each.probability >= SURE][:MOST]
    return sorted(likely, key=lambda each: each.event)

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

FEATURES = ("always", "mostly", "implied", "earlier", "later", "told", "near", "share")
BIAS = "bias"
WEIGHTS = {
    BIAS: -2.2,
    "always": 3.2,
    "mostly": 1.8,
    "implied": 2.2,
    "earlier": 0.9,
    "later": -0.3,
    "told": -6.0,
    "near": 0.5,
    "share": 0.5,
}
"""Used where nothing was learnt."""
SURE = 0.6
"""From this probability on an event is said to be left out."""
MOST = 6
"""Events that are named for one passage."""
UNTOLD = 0.35
"""An event that is told with more than this probability is never called left out."""

Bools = npt.NDArray[np.bool_]


class Omission(NamedTuple):
    """An event that happened untold, how likely, and the told events it stands between and follows from."""

    event: int
    probability: float
    because: int | None
    after: int | None
    before: int | None


@lru_cache(maxsize=512)
def _relations(
    script_key: tuple[tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...],
) -> tuple[Bools, ...]:
    """Who comes before whom, who implies whom, who stands in for whom, each with what follows from it."""
    number = {key[0]: place for place, key in enumerate(script_key)}
    size = len(script_key)
    before, implies, either = (np.zeros((size, size), dtype=bool) for _ in range(3))
    for place, (_, after, implied, instead) in enumerate(script_key):
        before[[number[each] for each in after], place] = True
        implies[place, [number[each] for each in implied]] = True
        for each in instead:
            either[place, number[each]] = either[number[each], place] = True
    for relation in (before, implies):
        for middle in range(size):
            relation |= np.outer(relation[:, middle], relation[middle])
    return before, implies, either


def relations(script: Script) -> tuple[Bools, ...]:
    """Three tables over events: comes before, implies, stands in for; the first two are transitive."""
    return _relations(tuple((each.id, each.after, each.implies, each.instead_of) for each in script.events))


def features(script: Script, told: Sequence[float]) -> npt.NDArray[np.float64]:
    """A row for each event: how usual it is, what told events imply of it, where it stands, how likely it is told."""
    before, implies, _ = relations(script)
    chances = np.array(told)
    sure = chances >= TOLD
    shares = script.shares() if script.tellings else [0.0] * len(script.events)
    rows = []
    for event, written in enumerate(script.events):
        neighbours = before[event] | before[:, event]
        rows.append(
            [
                float(written.usual == "always"),
                float(written.usual == "mostly"),
                float((implies[:, event] * chances).max(initial=0.0)),
                float((before[event] & sure).any()),
                float(not (before[event] & sure).any() and (before[:, event] & sure).any()),
                float(chances[event]),
                float((neighbours & sure).sum() / max(1, neighbours.sum())),
                shares[event],
            ]
        )
    return np.array(rows)


def omissions(script: Script, told: Sequence[float], weights: Mapping[str, float] | None = None) -> list[Omission]:
    """All events that a passage may leave out, the likeliest first; nothing where it tells no event."""
    weights = weights or WEIGHTS
    sure = [event for event, chance in enumerate(told) if chance >= TOLD]
    if not sure:
        return []
    before, implies, either = relations(script)
    scores = features(script, told) @ np.array([weights[name] for name in FEATURES]) + weights[BIAS]
    found = []
    for event, score in enumerate(scores):
        if told[event] >= UNTOLD or either[event, sure].any():
            continue
        reasons = [each for each in sure if implies[each, event]]
        earlier = [each for each in sure if before[each, event]]
        later = [each for each in sure if before[event, each]]
        found.append(
            Omission(
                event,
                float(1 / (1 + np.exp(-score))),
                max(reasons, key=lambda each: told[each], default=None),
                max(earlier, default=None),
                min(later, default=None),
            )
        )
    return sorted(found, key=lambda each: (-each.probability, each.event))


def left_out(script: Script, told: Sequence[float], weights: Mapping[str, float] | None = None) -> list[Omission]:
    """The omissions to tell a person about, in the script's order."""
    likely = [each for each in omissions(script, told, weights) if each.probability >= SURE][:MOST]
    return sorted(likely, key=lambda each: each.event)

"""In which order a script's events come, which must wait for which, and which stand in for each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tacit.scripts.task import Script, Telling

Counts = npt.NDArray[np.int64]
SURE = 0.8
"""Share of texts that must have two events in the same order for an arrow between them."""
WITNESSES = 3
"""Texts that must tell two events before anything is said about their order."""
APART = 0.01
"""How unlikely it must be that two events are told together so seldom, for them to be alternatives by chance."""
OFTEN = 0.1
"""Share of texts that must tell an event before it can be an alternative."""


class Alternative(NamedTuple):
    """Two events of which a text tells one or the other, but seldom both; `expected` is how often by chance."""

    first: int
    second: int
    together: int
    expected: float


def precedence(tellings: Iterable[Telling], size: int) -> Counts:
    """Entry i, j counts the texts that tell both and event i first; of repeated events the first mention counts.

    >>> precedence([(0, 1, 0), (1, 0)], 2).tolist()
    [[0, 1], [1, 0]]
    """
    before = np.zeros((size, size), dtype=np.int64)
    for telling in tellings:
        for i, j in combinations(dict.fromkeys(telling), 2):
            before[i, j] += 1
    return before


def typical_order(before: Counts) -> list[int]:
    """An order that contradicts as few texts as can be found: Kemeny's criterion, by moving one event at a time.

    >>> typical_order(np.array([[0, 1, 4], [3, 0, 4], [0, 0, 0]]))
    [1, 0, 2]
    """
    size = len(before)
    wins = (before + 1) / (before + before.T + 2)
    order = sorted(range(size), key=lambda event: (-wins[event].sum(), event))
    net = before - before.T
    moved = True
    while moved:
        moved = False
        for event in list(order):
            moved |= _move(order, event, net)
    return order


def _move(order: list[int], event: int, net: Counts) -> bool:
    """Put an event where it contradicts the fewest texts; only a true gain counts, so this comes to an end."""
    here = order.index(event)
    rest = [each for each in order if each != event]
    # Agreement of the event with all before and after it, for each place where it may stand.
    agreement = [int(net[event, rest].sum())]
    for each in rest:
        agreement.append(agreement[-1] - 2 * int(net[event, each]))
    best = max(range(len(agreement)), key=lambda place: (agreement[place], -abs(place - here)))
    if agreement[best] <= agreement[here]:
        return False
    order[:] = [*rest[:best], event, *rest[best:]]
    return True


def arrows(script: Script) -> list[tuple[int, int]]:
    """Which event waits for which, without what follows from other arrows; events are numbered in typical order."""
    size = len(script.events)
    if script.is_written:
        return _reduced(_written(script))
    before = precedence(script.tellings, size)
    both = before + before.T
    follows = np.triu((both >= WITNESSES) & (before >= SURE * both), 1)
    return _reduced(follows)


def _written(script: Script) -> npt.NDArray[np.bool_]:
    """What each event comes after, as it was written."""
    number = script.numbers()
    follows = np.zeros((len(script.events), len(script.events)), dtype=np.bool_)
    for place, event in enumerate(script.events):
        follows[[number[each] for each in event.after], place] = True
    return follows


def _reduced(follows: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The transitive reduction of a relation that only points from lower to higher numbers."""
    size = len(follows)
    reach = follows.copy()
    for middle in range(size):
        reach |= np.outer(reach[:, middle], reach[middle])
    return [
        (i, j) for i in range(size) for j in range(i + 1, size) if follows[i, j] and not (reach[i] & reach[:, j]).any()
    ]


def levels(size: int, pairs: Sequence[tuple[int, int]]) -> list[int]:
    """For each event a row to draw it in: below all that it waits for.

    What waits for nothing stands right above what waits for it; what has no arrow at all, beside the event before it
    in typical order.

    >>> levels(4, [(0, 2), (2, 3), (1, 3)])
    [0, 1, 1, 2]
    >>> levels(3, [(0, 1)])
    [0, 1, 1]
    """
    depth = [0] * size
    for first, second in sorted(pairs):
        depth[second] = max(depth[second], depth[first] + 1)
    waiting = {second for _, second in pairs}
    for event in range(size):
        if event not in waiting:
            later = [depth[second] for first, second in pairs if first == event]
            depth[event] = min(later) - 1 if later else depth[max(0, event - 1)]
    return depth


def alternatives(script: Script) -> list[Alternative]:
    """Pairs of common events that texts tell together far less often than chance would have it, or that were
    written as standing in for each other."""
    if script.is_written:
        return _written_alternatives(script)
    texts = len(script.tellings)
    telling_it: list[set[int]] = [set() for _ in script.events]
    for number, telling in enumerate(script.tellings):
        for event in telling:
            telling_it[event].add(number)
    found = []
    for i, j in combinations(range(len(script.events)), 2):
        ones, others = len(telling_it[i]), len(telling_it[j])
        if min(ones, others) < OFTEN * texts:
            continue
        together, expected = len(telling_it[i] & telling_it[j]), ones * others / texts
        if together < expected / 2 and _chance(texts, ones, others, together) < APART:
            found.append(Alternative(i, j, together, expected))
    return sorted(found, key=lambda pair: pair.together - pair.expected)


def _written_alternatives(script: Script) -> list[Alternative]:
    number = script.numbers()
    pairs = {
        (min(place, number[each]), max(place, number[each]))
        for place, event in enumerate(script.events)
        for each in event.instead_of
    }
    return [Alternative(first, second, 0, 0.0) for first, second in sorted(pairs)]


def _chance(texts: int, ones: int, others: int, together: int) -> float:
    """Probability that at most so many texts have both (hypergeometric, one-sided)."""
    ways = (comb(ones, both) * comb(texts - ones, others - both) for both in range(together + 1))
    return sum(ways) / comb(texts, others)

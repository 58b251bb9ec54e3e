"""How often events are told, told together, and told between which others: all counted over a script's tellings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from tacit.scripts.task import Script, Telling

Array = npt.NDArray[np.float64]
NOWHERE = -1
"""An event number that no event has."""
_DOUBT = 2.0
"""Imagined observations that pull a rare conditional probability towards the general one."""


class TellingStatistics:
    """Counts over tellings, which can be added and taken away again.

    `told[e]` and `together[e, f]` count texts. A gap is a pair of neighbours in a text, its two ends included, from
    which the mentions of one event are left out: `gaps[a, b, e]` are the gaps between a and b, `filled[a, b, e]` those
    where e stood. The number of events stands for both ends of a text.
    """

    def __init__(self, size: int, tellings: Iterable[Telling] = ()) -> None:
        self.size = size
        self.texts = 0
        self.told: Array = np.zeros(size)
        self.together: Array = np.zeros((size, size))
        self.gaps: Array = np.zeros((size + 1, size + 1, size))
        self.filled: Array = np.zeros((size + 1, size + 1, size))
        for telling in tellings:
            self.add(telling)

    def add(self, telling: Telling, times: int = 1) -> None:
        """Count a text; `times=-1` takes it away."""
        present = sorted(set(telling))
        self.texts += times
        self.told[present] += times
        self.together[np.ix_(present, present)] += times
        absent = np.setdiff1d(np.arange(self.size), present)
        for a, b, _ in gaps_without(telling, NOWHERE, self.size):
            self.gaps[a, b, absent] += times
        for event in present:
            for a, b, filled in gaps_without(telling, event, self.size):
                self.gaps[a, b, event] += times
                self.filled[a, b, event] += times * filled

    def log_odds(self) -> Array:
        """Of each event to be told at all."""
        share = self._share()
        return np.asarray(np.log(share / (1 - share)))

    def evidence(self, told: Sequence[int]) -> tuple[Array, Array]:
        """For each event, how much likelier it makes what a text tells, and what it does not: log-ratios."""
        share = self._share()
        with_event = (self.together + _DOUBT * share) / (self.told[:, None] + _DOUBT)
        without = (self.told - self.together + _DOUBT * share) / (self.texts - self.told[:, None] + _DOUBT)
        present, absent = np.log(with_event / without), np.log((1 - with_event) / (1 - without))
        np.fill_diagonal(present, 0)
        np.fill_diagonal(absent, 0)
        is_told = np.zeros(self.size, dtype=bool)
        is_told[list(told)] = True
        return present[:, is_told].sum(1), absent[:, ~is_told].sum(1)

    def expected_in_gaps(self, told: Sequence[int]) -> Array:
        """For each event, how many gaps of a text it is expected to fill.

        What is known of a pair of neighbours is backed off to what is known of each of them alone.
        """
        usual = (self.filled.sum((0, 1)) + 0.1) / (self.gaps.sum((0, 1)) + 1)
        after = (self.filled.sum(1) + _DOUBT * usual) / (self.gaps.sum(1) + _DOUBT)
        before = (self.filled.sum(0) + _DOUBT * usual) / (self.gaps.sum(0) + _DOUBT)
        expected = np.zeros(self.size)
        for a, b, _ in gaps_without(told, NOWHERE, self.size):
            either = np.minimum(0.9, after[a] * before[b] / usual)
            expected += (self.filled[a, b] + _DOUBT * either) / (self.gaps[a, b] + _DOUBT)
        return expected

    def _share(self) -> Array:
        return np.asarray((self.told + 0.5) / (self.texts + 1))


@lru_cache(maxsize=64)
def _counted(size: int, tellings: tuple[Telling, ...]) -> TellingStatistics:
    return TellingStatistics(size, tellings)


def statistics_of(script: Script) -> TellingStatistics:
    """Those of a whole script, counted once; not to be changed."""
    return _counted(len(script.events), script.tellings)


def gaps_without(telling: Sequence[int], event: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """Neighbours in a text without one event, and whether that event stood between them; `end` is both its ends.

    >>> list(gaps_without([0, 1, 2], event=1, end=9))
    [(9, 0, False), (0, 2, True), (2, 9, False)]
    """
    previous, filled = end, False
    for each in (*telling, end):
        if each == event:
            filled = True
        elif each != previous or filled or each == end:
            yield previous, each, filled
            previous, filled = each, False

"""Measures of choosing: accuracy and how sure it is, comparison of two systems, calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import NamedTuple

from tacit.endings.task import Cloze, Probabilities, chosen
from tacit.extras import require

_Z = 1.959963984540054
"""The 97.5 % point of the normal distribution: intervals hold the true accuracy 95 times of 100."""


class Interval(NamedTuple):
    """From low to high."""

    low: float
    high: float


def wilson(right: int, n: int) -> Interval:
    """Wilson's 95 % interval of a proportion.

    >>> [round(end, 3) for end in wilson(8, 10)]
    [0.49, 0.943]
    """
    share = right / n
    centre = share + _Z**2 / (2 * n)
    spread = _Z * sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2))
    return Interval((centre - spread) / (1 + _Z**2 / n), (centre + spread) / (1 + _Z**2 / n))


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> float:
    """The exact probability that two equally good systems differ this much, from the items only one gets right.

    >>> round(mcnemar([True] * 9 + [False], [False] * 9 + [True]), 4)
    0.0215
    """
    only_first = sum(one and not other for one, other in zip(first, second, strict=True))
    only_second = sum(other and not one for one, other in zip(first, second, strict=True))
    if not only_first + only_second:
        return 1.0
    test = require("scipy.stats", extra="neural").binomtest(only_first, only_first + only_second)
    return float(test.pvalue)


def right_choices(clozes: Sequence[Cloze], said: Sequence[Probabilities]) -> list[bool]:
    """Whether each story got its right ending."""
    return [chosen(each) == cloze.answer for cloze, each in zip(clozes, said, strict=True)]


def log_loss(clozes: Sequence[Cloze], said: Sequence[Probabilities]) -> float:
    """Mean surprisal of the right endings, in nats."""
    right = [each[cloze.answer or 0] for cloze, each in zip(clozes, said, strict=True)]
    return -sum(log(max(probability, 1e-12)) for probability in right) / len(right)


@dataclass(frozen=True, slots=True)
class Bin:
    """Choices made with about the same probability, and how many of them were right."""

    n: int
    probability: float
    accuracy: float


def reliability(clozes: Sequence[Cloze], said: Sequence[Probabilities], *, bins: int = 10) -> tuple[Bin, ...]:
    """Choices in equally wide bins of their probability; empty bins are left out."""
    members: dict[int, list[tuple[float, bool]]] = {}
    for each, is_right in zip(said, right_choices(clozes, said), strict=True):
        members.setdefault(min(int(max(each) * bins), bins - 1), []).append((max(each), is_right))
    return tuple(
        Bin(len(found), sum(p for p, _ in found) / len(found), sum(r for _, r in found) / len(found))
        for _, found in sorted(members.items())
    )


def calibration_error(bins: Sequence[Bin]) -> float:
    """The mean distance of probability and accuracy, weighted by the size of the bins."""
    return sum(each.n * abs(each.probability - each.accuracy) for each in bins) / sum(each.n for each in bins)

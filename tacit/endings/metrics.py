"""Measures of choosing: right choices, surprisal, calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from tacit.endings.task import Cloze, Probabilities, chosen


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

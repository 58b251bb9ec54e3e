"""How far people who judged the same things agree beyond chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations
from typing import TypeVar

Category = TypeVar("Category", bound=Hashable)


def cohen_kappa(pairs: Sequence[tuple[Category, Category]]) -> float | None:
    """Agreement of two beyond chance (Cohen 1960); nothing where chance alone would make all agree.

    >>> cohen_kappa([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")])
    0.5
    """
    if not pairs:
        return None
    total = len(pairs)
    first, second = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    expected = sum(first[category] * second[category] for category in first) / total**2
    return beyond_chance(sum(a == b for a, b in pairs) / total, expected)


def beyond_chance(observed: float, expected: float) -> float | None:
    """How much of the agreement that chance leaves open was reached; nothing where it leaves none."""
    return (observed - expected) / (1 - expected) if expected < 1 else None


def krippendorff_alpha(units: Iterable[Sequence[float]]) -> float | None:
    """Agreement of any number of raters on an ordinal scale (Krippendorff 2004, section 11.3).

    A unit has the ratings that one thing got; things with fewer than two say nothing, and raters may be missing. The
    distance of two values is the square of how many ratings lie between them, half of those at either end included.
    Nothing where all ratings are the same, as then nothing could be agreed on.

    >>> krippendorff_alpha([(1, 1), (5, 5), (3, 3)])
    1.0
    """
    rated = [unit for unit in units if len(unit) > 1]
    counts = Counter(value for unit in rated for value in unit)
    if len(counts) < 2:
        return None
    total = sum(counts.values())
    distance = _ordinal_distances(counts)
    observed = sum(
        2 * sum(distance[one, other] for one, other in combinations(sorted(unit), 2)) / (len(unit) - 1)
        for unit in rated
    )
    expected = 2 * sum(
        counts[one] * counts[other] * distance[one, other] for one, other in combinations(sorted(counts), 2)
    )
    return 1 - observed * (total - 1) / expected


def _ordinal_distances(counts: Counter[float]) -> dict[tuple[float, float], float]:
    """For each value and each that is not smaller, the square of the ratings from one to the other."""
    values = sorted(counts)
    found = {}
    for place, one in enumerate(values):
        passed = 0.0
        for other in values[place:]:
            passed += counts[other]
            found[one, other] = (passed - (counts[one] + counts[other]) / 2) ** 2
    return found

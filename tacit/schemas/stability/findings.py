"""What a stability experiment says, in figures and in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from statistics import linear_regression
from typing import Any

from tacit.schemas.stability.outcome import SIGNIFICANT, CategoryTest, Stability

CLEAR = 0.9
"""The share of significant comparisons from which on a group of categories is said to stand out."""


@dataclass(frozen=True, slots=True)
class CategoryStanding:
    """A category among the others: its mean JRF, and in how many t-tests it is significantly more or less stable."""

    category: str
    documents: int
    jrf: float
    more: int
    less: int
    tests: int


@dataclass(frozen=True, slots=True)
class StableGroup:
    """The most stable categories, and in how many comparisons with the rest they are significantly more stable.

    `germinators` has the same two numbers for each germinator by itself.
    """

    categories: tuple[str, ...]
    more: int
    tests: int
    germinators: dict[str, tuple[int, int]]

    @property
    def clear(self) -> bool:
        """Do they stand out?"""
        return self.tests > 0 and self.more / self.tests >= CLEAR


@dataclass(frozen=True, slots=True)
class Trend:
    """A germinator: JRF with all documents and with the fewest, its mean change from step to step (the slope of the
    straight line through all steps), and the share of its schemas of a single event.
    """

    germinator: str
    first: float
    last: float
    slope: float
    single_event_share: float


@dataclass(frozen=True, slots=True)
class StabilityFindings:
    """All of it; `standings` have the most homogeneous category first, `group` is missing where nothing compares.

    `ablations` counts the steps; with a single one there are no trends to tell of.
    """

    standings: tuple[CategoryStanding, ...]
    group: StableGroup | None
    trends: tuple[Trend, ...]
    ablations: int

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self) | {"statements": list(statements(self))}


def find(stability: Stability) -> StabilityFindings:
    """Sum an experiment up."""
    standings = tuple(_standing(stability, category, jrf) for category, jrf in stability.homogeneity)
    group, trends = _group(standings, stability.tests), tuple(_trends(stability))
    return StabilityFindings(standings, group, trends, stability.settings["ablations"])


def _standing(stability: Stability, category: str, jrf: float) -> CategoryStanding:
    found = stability.evidence(category)
    documents = stability.categories[category]
    return CategoryStanding(category, documents, jrf, found["more"], found["less"], sum(found.values()))


def _is_more_stable(category: str, test: CategoryTest) -> bool:
    """Does this test say that the category is significantly more stable than the other one?"""
    gain = test.difference if category == test.one else -test.difference
    return test.p < SIGNIFICANT and gain > 0


def _group(ranked: Sequence[CategoryStanding], tests: Sequence[CategoryTest]) -> StableGroup | None:
    """Of the ways to cut the ranking in two, the one with the greatest share of significant comparisons across.

    Where several have it, the widest gap between neighbours decides.
    """
    cuts = []
    for inside, outside in pairwise(range(len(ranked))):
        group = _cut([standing.category for standing in ranked[:outside]], tests)
        if group.tests:
            cuts.append((group.more / group.tests, ranked[inside].jrf - ranked[outside].jrf, group))
    return max(cuts, key=lambda cut: cut[:2])[2] if cuts else None


def _cut(top: Sequence[str], tests: Sequence[CategoryTest]) -> StableGroup:
    germinators: dict[str, tuple[int, int]] = {}
    for test in tests:
        if (test.one in top) != (test.other in top):
            more, compared = germinators.get(test.germinator, (0, 0))
            won = _is_more_stable(test.one if test.one in top else test.other, test)
            germinators[test.germinator] = more + won, compared + 1
    counts = list(germinators.values())
    return StableGroup(tuple(top), sum(more for more, _ in counts), sum(tests for _, tests in counts), germinators)


def _trends(stability: Stability) -> Iterator[Trend]:
    for germinator, means in stability.by_germinator().items():
        cells = [cell for cell in stability.cells if cell.germinator == germinator]
        schemas = sum(cell.schemas for cell in cells)
        single = sum(cell.schemas * cell.single_event_share for cell in cells) / schemas if schemas else 0.0
        slope = linear_regression(range(len(means)), means).slope if len(means) > 1 else 0.0
        yield Trend(germinator, means[0], means[-1], slope, single)


def statements(findings: StabilityFindings) -> Iterator[str]:
    """The findings as sentences."""
    if findings.group is None:
        yield "With one category there is nothing to compare."
    else:
        yield _on_homogeneity(findings.group)
        yield _by_germinator(findings.group)
    if findings.ablations > 1:
        yield from _on_ablation(findings.trends)
    for trend in findings.trends:
        if trend.single_event_share > 0.1:
            yield f"{trend.single_event_share:.0%} of the schemas of {trend.germinator} have a single event."


def _on_ablation(trends: Sequence[Trend]) -> Iterator[str]:
    rising = [f"{trend.germinator} ({trend.slope:+.3f} a step)" for trend in trends if trend.slope > 0]
    falling = [f"{trend.germinator} ({trend.slope:+.3f} a step)" for trend in trends if trend.slope <= 0]
    if rising:
        yield f"Stability rises as documents are removed with {_and(rising)}."
    if falling:
        yield f"Stability does not rise as documents are removed with {_and(falling)}."


def _on_homogeneity(group: StableGroup) -> str:
    if not group.more:
        return f"No category is more stable than another: none of the comparisons is significant (p < {SIGNIFICANT})."
    evidence = f"in {group.more:,} of {group.tests:,} comparisons (t-test, p < {SIGNIFICANT})"
    verb, possessive = ("is", "its") if len(group.categories) == 1 else ("are", "their")
    if group.clear:
        return (
            f"{_and(group.categories)} {verb} more homogeneous than the other categories:"
            f" {possessive} schemas are more stable {evidence}."
        )
    return (
        f"No group of categories clearly stands out; nearest to it {'comes' if verb == 'is' else 'come'}"
        f" {_and(group.categories)}, more stable than the others {evidence}."
    )


def _by_germinator(group: StableGroup) -> str:
    shares = [f"{name} {more:,} of {tests:,}" for name, (more, tests) in group.germinators.items()]
    return f"Significant comparisons by germinator: {', '.join(shares)}."


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

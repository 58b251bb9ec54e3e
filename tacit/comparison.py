"""Is one system better than another, and how sure is a figure? The one comparison that every task uses.

What one document contributes to a metric is an array of numbers with one or more rows; a metric is a function of the
stacked rows of all documents. So F1 (one row of counts for each document), accuracy and Spearman's correlation (one row
for each item of a document) are compared by the same code:

- **interval**: the percentile bootstrap (Efron 1979) with documents drawn anew, not sentences or blanks, because those
  of one document are right and wrong together;
- **paired test**: approximate randomisation (Noreen 1989): what the two systems said of a document is swapped or not at
  random, and p is the share of differences at least as large as the one seen. Where all swaps can be tried, they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import comb, isnan, nan, sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy
from numpy.typing import NDArray

from tacit.frames import FrameKind, frame_of
from tacit.notebooks import shown

Rows: TypeAlias = NDArray[numpy.float64]
"""Rows of numbers, all with the same columns."""
SAMPLES = 2000
"""Bootstrap samples and random swaps."""
_Z = 1.959963984540054
"""The 97.5 % point of the normal distribution: intervals hold the true figure 95 times of 100."""
_TAILS = (2.5, 97.5)
_SAME = 1e-12
"""Differences closer than this are one difference that was rounded twice."""


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

    This is what the paired test of accuracy comes to when all swaps are tried.

    >>> round(mcnemar([True] * 9 + [False], [False] * 9 + [True]), 4)
    0.0215
    """
    only_first = sum(one and not other for one, other in zip(first, second, strict=True))
    only_second = sum(other and not one for one, other in zip(first, second, strict=True))
    differ = only_first + only_second
    tail = sum(comb(differ, k) for k in range(min(only_first, only_second) + 1))
    return min(1.0, 2 * tail / (1 << differ))


@dataclass(frozen=True, slots=True)
class Measured:
    """One metric of one system: the rows of each document, and the figure of all rows (nan where there is none)."""

    documents: Sequence[Rows]
    figure: Callable[[Rows], float]

    @classmethod
    def ratio(cls, documents: Sequence[tuple[float, float]]) -> Measured:
        """A metric that is one sum over documents divided by another, such as accuracy."""
        return cls([numpy.array([each], dtype=float) for each in documents], ratio)

    def of_all(self) -> float | None:
        """The figure over all documents."""
        return _plain(self.figure(numpy.concatenate(self.documents)))


def ratio(rows: Rows) -> float:
    """The sum of the first column divided by that of the second.

    >>> ratio(numpy.array([[1.0, 2.0], [2.0, 2.0]]))
    0.75
    """
    above, below = rows[:, 0].sum(), rows[:, 1].sum()
    return float(above / below) if below else nan


@dataclass(frozen=True, slots=True)
class Difference:
    """Two systems by one metric: both figures and `difference` (first less second) with 95 % intervals, and p.

    None where a figure is undefined on these documents.
    """

    metric: str
    first: float | None
    first_low: float | None
    first_high: float | None
    second: float | None
    second_low: float | None
    second_high: float | None
    difference: float | None
    difference_low: float | None
    difference_high: float | None
    p: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on the same documents; `exact` says whether p comes from all swaps there are."""

    first: str
    second: str
    documents: int
    samples: int
    exact: bool
    seed: int
    metrics: tuple[Difference, ...]

    def _repr_html_(self) -> str:
        """A table, for notebooks."""
        return shown("comparison", self)

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A data frame with a row for each metric."""
        return frame_of([asdict(each) for each in self.metrics], kind)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def beside(costs: Mapping[str, Any] | None, comparison: Comparison | None) -> dict[str, Any]:
    """What a result has beside its figures: what a language model took and a second system, where there was one.

    >>> beside({"asked": 2}, None)
    {'llm': {'asked': 2}}
    """
    taken = {} if costs is None else {"llm": dict(costs)}
    return taken if comparison is None else {**taken, "comparison": comparison.to_dict()}


def interval(measured: Measured, *, samples: int = SAMPLES, seed: int = 0) -> Interval | None:
    """The 95 % bootstrap interval of a figure; None where it is undefined."""
    pool, count = _Pool(measured.documents), len(measured.documents)
    figures = [measured.figure(pool.rows(drawn)) for drawn in _drawn(count, samples, seed)]
    low, high = _tails(figures)
    return None if low is None or high is None else Interval(low, high)


def compare(
    first: Mapping[str, Measured],
    second: Mapping[str, Measured],
    *,
    names: tuple[str, str] = ("first", "second"),
    samples: int = SAMPLES,
    seed: int = 0,
) -> Comparison:
    """Compare two systems by each metric that both have; documents stand in the same order in both."""
    shared = [metric for metric in first if metric in second]
    counts = {len(each[metric].documents) for each in (first, second) for metric in shared}
    if len(counts) != 1:
        raise ValueError(f"two systems are compared on the same documents, not on {sorted(counts)} of them")
    count = counts.pop()
    differences = tuple(_difference(metric, first[metric], second[metric], samples, seed) for metric in shared)
    return Comparison(*names, count, samples, _is_exact(count, samples), seed, differences)


def _difference(metric: str, first: Measured, second: Measured, samples: int, seed: int) -> Difference:
    count = len(first.documents)
    pool = _Pool([*first.documents, *second.documents])

    def figures(chosen: NDArray[numpy.intp], others: NDArray[numpy.intp]) -> tuple[float, float]:
        return first.figure(pool.rows(chosen)), first.figure(pool.rows(others))

    here = numpy.arange(count)
    one, other = figures(here, here + count)
    drawn = [figures(sample, sample + count) for sample in _drawn(count, samples, seed)]
    swapped = (figures(here + count * swap, here + count * ~swap) for swap in _swaps(count, samples, seed))
    p = nan if isnan(one - other) else _p((a - b for a, b in swapped), one - other, _is_exact(count, samples))
    return Difference(
        metric,
        _plain(one),
        *_tails([a for a, _ in drawn]),
        _plain(other),
        *_tails([b for _, b in drawn]),
        _plain(one - other),
        *_tails([a - b for a, b in drawn]),
        _plain(p),
    )


class _Pool:
    """Documents whose rows are stacked once, so that choosing some of them is choosing rows."""

    def __init__(self, documents: Sequence[Rows]) -> None:
        self._all = numpy.concatenate(documents)
        sizes = numpy.array([len(each) for each in documents])
        starts = numpy.cumsum(sizes) - sizes
        self._places = [numpy.arange(start, start + size) for start, size in zip(starts, sizes, strict=True)]
        self._one_each = bool((sizes == 1).all())

    def rows(self, chosen: NDArray[numpy.intp]) -> Rows:
        """The rows of these documents."""
        places = chosen if self._one_each else numpy.concatenate([self._places[each] for each in chosen])
        rows: Rows = self._all[places]
        return rows


def _drawn(count: int, samples: int, seed: int) -> Iterator[NDArray[numpy.intp]]:
    generator = numpy.random.default_rng(seed)
    for _ in range(samples):
        yield generator.integers(count, size=count)


def _is_exact(count: int, samples: int) -> bool:
    return 1 << count <= samples


def _swaps(count: int, samples: int, seed: int) -> Iterator[NDArray[numpy.bool_]]:
    """Which documents change sides: all ways there are if these are few, or else as many random ones."""
    if _is_exact(count, samples):
        for number in range(1 << count):
            yield numpy.array([bool(number >> place & 1) for place in range(count)])
        return
    generator = numpy.random.default_rng(seed + 1)
    for _ in range(samples):
        yield generator.random(count) < 0.5


def _p(differences: Iterator[float], seen: float, exact: bool) -> float:
    """The share of differences at least as large; of random swaps the unswapped one counts, too, so p is never 0.

    An undefined difference counts as large: it must not make a result look surer.
    """
    large = [not abs(each) < abs(seen) - _SAME for each in differences]
    return sum(large) / len(large) if exact else (1 + sum(large)) / (1 + len(large))


def _tails(figures: Sequence[float]) -> tuple[float | None, float | None]:
    defined = [each for each in figures if not isnan(each)]
    if not defined:
        return None, None
    low, high = numpy.percentile(defined, _TAILS)
    return float(low), float(high)


def _plain(figure: float) -> float | None:
    return None if isnan(figure) else float(figure)

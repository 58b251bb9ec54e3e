"""What a measurement of stability finds: a cell a category, ablation and germinator, and tests between categories."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from statistics import fmean, stdev
from typing import Any

from tacit.extras import require
from tacit.schemas.stability.compare import jrf
from tacit.shapes import AtLeastOne, Named, Within, check, numbers_of

SIGNIFICANT = 0.001
"""The level of the paper's tests."""


@dataclass(frozen=True, slots=True)
class Cell:
    """How alike the schemas of all folds are: `fuzzy` holds the fuzzy Jaccard of every pair of folds.

    `documents` are left at this ablation; `schemas` is the mean number of a fold.
    """

    category: str
    ablation: int
    germinator: str
    documents: int
    schemas: float
    single_event_share: float
    fuzzy: tuple[float, ...]

    @property
    def jrf(self) -> tuple[float, ...]:
        """The Jaccard reciprocal fraction of every pair of folds."""
        return tuple(jrf(value) for value in self.fuzzy)

    @property
    def fuzzy_mean(self) -> float:
        """Mean fuzzy Jaccard."""
        return fmean(self.fuzzy)

    @property
    def fuzzy_deviation(self) -> float:
        """Standard deviation of the fuzzy Jaccard."""
        return _deviation(self.fuzzy)

    @property
    def jrf_mean(self) -> float:
        """Mean Jaccard reciprocal fraction."""
        return fmean(self.jrf)

    @property
    def jrf_deviation(self) -> float:
        """Standard deviation of the Jaccard reciprocal fraction."""
        return _deviation(self.jrf)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON, with means and deviations."""
        derived = ("fuzzy_mean", "fuzzy_deviation", "jrf_mean", "jrf_deviation")
        return asdict(self) | {"fuzzy": list(self.fuzzy)} | {name: getattr(self, name) for name in derived}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Cell:
        """The inverse of `to_dict`."""
        values = {name: plain[name] for name in cls.__slots__}
        return cls(**values | {"fuzzy": tuple(plain["fuzzy"])})


@dataclass(frozen=True, slots=True)
class CategoryTest:
    """A t-test between the fuzzy Jaccard scores of two categories; `t` is None where neither varies.

    With a single score a category nothing can be tested, and p is 1. `difference` is the mean of `one` less that of
    `other`.
    """

    __test__ = False  # not for pytest

    ablation: int
    germinator: str
    one: str
    other: str
    t: float | None
    p: float
    difference: float


@dataclass(frozen=True, slots=True)
class Stability:
    """The stability of the schemas of each category.

    `settings` are those of the measurement; `categories` counts the documents with chains of each; `skipped` says why
    a category was left out.
    """

    settings: Mapping[str, Any]
    categories: Mapping[str, int]
    skipped: Mapping[str, str]
    cells: Sequence[Cell]
    tests: Sequence[CategoryTest] = field(default=())

    @property
    def homogeneity(self) -> list[tuple[str, float]]:
        """Categories by mean JRF, the most homogeneous first."""
        means = {name: fmean(cell.jrf_mean for cell in self._cells(category=name)) for name in self.categories}
        return sorted(means.items(), key=lambda item: (-item[1], item[0]))

    def by_category(self) -> dict[str, list[float]]:
        """Mean JRF at each ablation, over all germinators: the lines of Figure 1."""
        return {name: self._line(category=name) for name in self.categories}

    def by_germinator(self) -> dict[str, list[float]]:
        """Mean JRF at each ablation, over all categories: the lines of Figure 2."""
        return {name: self._line(germinator=name) for name in self.settings["germinators"]}

    def evidence(self, category: str) -> dict[str, int]:
        """In how many tests the category is significantly more stable, less stable, or neither."""
        found = {"more": 0, "less": 0, "neither": 0}
        for test in self.tests:
            if category in (test.one, test.other):
                difference = test.difference if category == test.one else -test.difference
                found["neither" if test.p >= SIGNIFICANT else "more" if difference > 0 else "less"] += 1
        return found

    def _line(self, **chosen: str) -> list[float]:
        steps = range(self.settings["ablations"])
        return [fmean(cell.jrf_mean for cell in self._cells(ablation=step, **chosen)) for step in steps]

    def _cells(self, **chosen: Any) -> Iterator[Cell]:
        return (cell for cell in self.cells if all(getattr(cell, name) == value for name, value in chosen.items()))

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON; homogeneity and its evidence are added for readers."""
        return {
            "settings": dict(self.settings),
            "categories": dict(self.categories),
            "skipped": dict(self.skipped),
            "homogeneity": [
                {"category": name, "jrf": value, "evidence": self.evidence(name)} for name, value in self.homogeneity
            ],
            "cells": [cell.to_dict() for cell in self.cells],
            "tests": [asdict(test) for test in self.tests],
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Stability:
        """The inverse of `to_dict`; a `ValueError` where the parts are not whole or do not fit together."""
        check(plain, _SHAPE)
        found = cls(
            plain["settings"],
            plain["categories"],
            plain["skipped"],
            [Cell.from_dict(cell) for cell in plain["cells"]],
            [CategoryTest(**{name: test[name] for name in CategoryTest.__slots__}) for test in plain["tests"]],
        )
        found.by_category(), found.by_germinator()  # raise where a cell is missing
        return found


_COUNT = Within(int, 0, 1 << 53)
_SHARES = AtLeastOne(Within(float, 0, 1))
_SHAPE = {
    "settings": {"germinators": AtLeastOne(str), "ablations": Within(int, 1, 1000)},
    "categories": Named(str, int),
    "skipped": Named(str, str),
    "cells": [{**numbers_of(Cell), "ablation": _COUNT, "documents": _COUNT, "fuzzy": _SHARES}],
    "tests": [{**numbers_of(CategoryTest), "t": (float, type(None))}],
}


def compare_categories(cells: Iterable[Cell]) -> list[CategoryTest]:
    """Student's t-test between every two categories, at each ablation and for each germinator.

    The pairs of folds overlap, so they are not independent and p is too small; the paper tests so, too.
    """
    grouped: dict[tuple[int, str], list[Cell]] = {}
    for cell in cells:
        grouped.setdefault((cell.ablation, cell.germinator), []).append(cell)
    return [_test(one, other) for group in grouped.values() for one, other in combinations(group, 2)]


def _test(one: Cell, other: Cell) -> CategoryTest:
    difference = one.fuzzy_mean - other.fuzzy_mean
    if min(len(one.fuzzy), len(other.fuzzy)) < 2:
        t, p = None, 1.0
    elif len({*one.fuzzy}) == 1 and len({*other.fuzzy}) == 1:
        t, p = None, 1.0 if difference == 0 else 0.0
    else:
        stats = require("scipy.stats", extra="schemas")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # scipy doubts samples that hardly vary
            result = stats.ttest_ind(one.fuzzy, other.fuzzy)
        t, p = float(result.statistic), float(result.pvalue)
    return CategoryTest(one.ablation, one.germinator, one.category, other.category, t, p, difference)


def _deviation(values: Sequence[float]) -> float:
    return stdev(values) if len(values) > 1 else 0.0

"""The experiment of section 4: which documents each germination sees, and the work, in one process or in many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from statistics import fmean
from zlib import crc32

import numpy as np

from tacit.corpus import Workers, run
from tacit.errors import UsageError
from tacit.progress import Progress
from tacit.schemas.features.counts import Counts, Numbers
from tacit.schemas.features.totals import Totals
from tacit.schemas.presets import GrowthOptions
from tacit.schemas.stability.compare import fuzzy_jaccard
from tacit.schemas.stability.outcome import Cell
from tacit.schemas.stability.results import GridPlace, Results
from tacit.schemas.systems.germinators import germinator_named


def splits(rows: Numbers, category: str, ablations: int, folds: int, seed: int) -> Iterator[tuple[int, int, Numbers]]:
    """Ablation step, fold, and the documents to learn from: what is left at the step less the fold.

    Each step drops documents of the one before it; folds are cut anew at each step.
    """
    order = np.random.default_rng(_seeds(seed, category)).permutation(rows)
    for ablation in range(ablations):
        left = order[dropped(len(order), ablation, ablations) :]
        shuffled = np.random.default_rng(_seeds(seed, category, ablation)).permutation(left)
        for fold, omitted in enumerate(np.array_split(shuffled, folds)):
            yield ablation, fold, np.setdiff1d(left, omitted)


def dropped(documents: int, ablation: int, ablations: int) -> int:
    """How many documents are gone at an ablation step."""
    return documents * ablation // ablations


def _seeds(seed: int, category: str, *place: int) -> list[int]:
    return [seed, crc32(category.encode()), *place]


@dataclass(frozen=True, slots=True)
class Experiment:
    """All germinations and comparisons of some categories, given by the rows of their documents."""

    counts: Counts
    categories: Mapping[str, Numbers]
    ablations: int
    folds: int
    germinators: Sequence[str]
    options: GrowthOptions
    symmetric: bool = False

    def run(self, results: Results, workers: Workers | None, progress: Progress) -> list[Cell]:
        """Grow what is not grown yet, then compare; equal results however many processes work on it."""
        grid = list(product(self.categories, range(self.ablations), range(self.folds), self._grown))
        cells = list(product(self.categories, range(self.ablations), self.germinators))
        missing = {place for place in map(GridPlace._make, grid) if results.schemas(place) is None}
        done, total = len(grid) - len(missing), len(grid) + len(cells)
        begun: list[GridPlace] = []
        for number, schemas in run(_germinate, self._germinations(missing, begun), workers):
            results.write_schemas(begun[number], schemas)
            done += 1
            progress("growing", done, total)
        found: dict[int, Cell] = {}
        for number, cell in run(_compare, (self._comparison(*place, results) for place in cells), workers):
            found[number] = cell
            progress("growing", done + len(found), total)
        return [found[number] for number in range(len(cells))]

    @property
    def _grown(self) -> list[str]:
        """Germinators to run: truncated linear induction is the beginning of linear induction."""
        return list(dict.fromkeys(name.removesuffix("-truncated") for name in self.germinators))

    def _germinations(self, missing: set[GridPlace], begun: list[GridPlace]) -> Iterator[_Germination]:
        for category, rows in self.categories.items():
            for ablation, fold, kept in splits(rows, category, self.ablations, self.folds, self.options.seed):
                places = [GridPlace(category, ablation, fold, germinator) for germinator in self._grown]
                places = [place for place in places if place in missing]
                if places:
                    totals, options = self.counts.total(kept), self._options_for(category, ablation, fold)
                for place in places:
                    begun.append(place)
                    yield _Germination(place, totals, options)

    def _options_for(self, category: str, ablation: int, fold: int) -> GrowthOptions:
        """Every fold walks at random by a seed of its own, else folds would be alike by their draws."""
        sequence = np.random.SeedSequence(_seeds(self.options.seed, category, ablation, fold))
        return replace(self.options, seed=int(sequence.generate_state(1)[0]))

    def _comparison(self, category: str, ablation: int, germinator: str, results: Results) -> _Comparison:
        grown = germinator.removesuffix("-truncated")
        limit = self.options.number if grown != germinator else None
        sets = [
            (results.schemas(GridPlace(category, ablation, fold, grown)) or [])[:limit] for fold in range(self.folds)
        ]
        documents = len(self.categories[category])
        left = documents - dropped(documents, ablation, self.ablations)
        return _Comparison(category, ablation, germinator, left, sets, self.symmetric)


@dataclass(frozen=True, slots=True)
class _Germination:
    """One task for a worker: it carries its counts, so a worker needs no corpus."""

    place: GridPlace
    totals: Totals
    options: GrowthOptions


def _germinate(task: _Germination) -> list[list[str]]:
    try:
        return germinator_named(task.place.germinator, task.options).events(task.totals)
    except UsageError as error:
        place = task.place
        raise UsageError(
            f"{error}, in category {place.category!r} at ablation {place.ablation} without fold {place.fold}"
        ) from None


@dataclass(frozen=True, slots=True)
class _Comparison:
    """One task for a worker: the sets of schemas of all folds."""

    category: str
    ablation: int
    germinator: str
    documents: int
    sets: Sequence[Sequence[Sequence[str]]]
    symmetric: bool


def _compare(task: _Comparison) -> Cell:
    schemas = [events for grown in task.sets for events in grown]
    return Cell(
        task.category,
        task.ablation,
        task.germinator,
        task.documents,
        len(schemas) / len(task.sets),
        fmean(len(events) == 1 for events in schemas),
        tuple(fuzzy_jaccard(one, other, symmetric=task.symmetric) for one, other in combinations(task.sets, 2)),
    )

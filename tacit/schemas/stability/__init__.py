"""Stability (section 4 of the paper): are the schemas of a category the same when some documents are left out?

At each ablation step a share of all documents is dropped; what is left is cut into folds, and schemas are grown
without each fold in turn. All pairs of these sets of schemas are compared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from tacit.corpus import Corpus, Workers
from tacit.errors import UsageError
from tacit.progress import Progress, no_progress
from tacit.schemas.features.counts import ChainFilter, Counts, Numbers, count
from tacit.schemas.presets import GrowthOptions
from tacit.schemas.stability.experiment import Experiment, dropped
from tacit.schemas.stability.outcome import CategoryTest, Cell, Stability, compare_categories
from tacit.schemas.stability.results import Results
from tacit.schemas.systems.germinators import GERMINATORS, check_germinator

__all__ = ["ALL", "CategoryTest", "Cell", "Stability", "measure_stability"]

ALL = "all"
"""The category of all documents, where none is asked for."""


def measure_stability(
    corpus: Corpus | str | Path,
    folder: str | Path | None = None,
    *,
    by: str = "",
    categories: Sequence[str] = (),
    ablations: int = 10,
    folds: int = 10,
    germinators: Sequence[str] = GERMINATORS,
    options: GrowthOptions | None = None,
    chain_filter: ChainFilter | None = None,
    symmetric: bool = False,
    workers: Workers | None = None,
    progress: Progress = no_progress,
) -> Stability:
    """Measure how stable the schemas of each category are.

    `by` names the metadata that holds categories; `categories` are those to measure, by default all that have
    documents enough. In `folder` every germination is kept, so that the same call goes on where it was interrupted.
    `progress` is told how much of the work is done, and of how much.
    """
    for germinator in germinators:
        check_germinator(germinator)
    if ablations < 1 or folds < 2 or not germinators:
        raise UsageError("stability needs one ablation step, two folds and one germinator at least")
    corpus = corpus if isinstance(corpus, Corpus) else Corpus(corpus)
    options, chain_filter = options or GrowthOptions(), chain_filter or ChainFilter()
    grid = {"by": by, "ablations": ablations, "folds": folds}
    grid |= {"options": options.to_dict(), "filter": chain_filter.to_dict()}
    counts = count(corpus, chain_filter, by=by)
    chosen, skipped = _choose(counts, categories, ablations, folds)
    names = list(dict.fromkeys(germinators))
    with TemporaryDirectory() as temporary:
        results = Results(Path(folder or temporary), {**grid, "corpus": _fingerprint(corpus)})
        experiment = Experiment(counts, chosen, ablations, folds, names, options, symmetric)
        cells = experiment.run(results, workers, progress)
        sizes = {name: len(rows) for name, rows in chosen.items()}
        settings = {**grid, "germinators": names, "symmetric": symmetric}
        stability = Stability(settings, sizes, skipped, cells, compare_categories(cells))
        results.write_summary(stability.to_dict())
    return stability


def _choose(
    counts: Counts, wanted: Sequence[str], ablations: int, folds: int
) -> tuple[dict[str, Numbers], dict[str, str]]:
    """The documents of each category to measure, and why others are left out."""
    available = counts.categories or {ALL: np.arange(len(counts.documents))}
    missing = [name for name in wanted if name not in available]
    if missing:
        raise UsageError(
            f"no document with chains has the category {', '.join(map(repr, missing))}; there are {_some(available)}"
        )
    chosen, skipped = {}, {}
    for name in wanted or available:
        documents = len(available[name])
        left = documents - dropped(documents, ablations - 1, ablations)
        if left >= folds:
            chosen[name] = available[name]
        else:
            skipped[name] = f"of its {documents} documents with chains {left} are left in the end, for {folds} folds"
    if skipped and (wanted or not chosen):
        name = max(skipped, key=lambda name: len(available[name]))
        raise UsageError(f"the category {name!r} is too small: {skipped[name]}; take fewer folds or ablations")
    return chosen, skipped


def _some(names: Iterable[str], most: int = 20) -> str:
    """The first names of many."""
    listed = sorted(names)
    return ", ".join(listed[:most]) + (f" and {len(listed) - most} more" if len(listed) > most else "")


def _fingerprint(corpus: Corpus) -> str:
    """A name for the content of the corpus."""
    return hashlib.sha256(json.dumps(corpus.manifest["shards"]).encode()).hexdigest()[:16]

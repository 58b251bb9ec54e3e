"""From a corpus to schemas, with the documents that support each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from tacit.corpus import Corpus
from tacit.extras import require
from tacit.progress import Progress, no_progress
from tacit.schemas.features.counts import ChainFilter, Counts, count
from tacit.schemas.presets import GrowthOptions
from tacit.schemas.quality import judge
from tacit.schemas.systems.germinators import germinator_named
from tacit.schemas.task import Schema

_AT_ONCE = 64
"""Schemas whose documents are looked up together: it bounds the memory, whatever the corpus."""


def induce(
    corpus: Corpus | str | Path,
    *,
    germinator: str = "counter-training",
    options: GrowthOptions | None = None,
    chain_filter: ChainFilter | None = None,
    support: int = 10,
    least_support: int = 0,
    progress: Progress = no_progress,
) -> list[Schema]:
    """The schemas of a corpus, each with the ids of so many documents that support it, the best first.

    They stand in the order of their quality, then of their support, then as they grew; those with less than
    `least_support` documents are left out.
    `progress` is told the stage, how much of it is done (shards counted, schemas grown), and of how much.

    >>> for schema in induce("news", chain_filter=ChainFilter(where="year > 1990")):    # doctest: +SKIP
    ...     print(schema.events)
    """
    growing = germinator_named(germinator, options)
    opened = corpus if isinstance(corpus, Corpus) else Corpus(corpus)
    counts = count(opened, chain_filter, progress=progress)
    judged = judge(counts, growing.germinate(counts.total(), progress))
    found = [
        replace(schema, documents=tuple(counts.documents[row] for row in rows))
        for schema, rows in zip(judged, _supporting_rows(counts, judged, support), strict=True)
    ]
    found = [schema for schema in found if schema.support >= least_support]
    return sorted(found, key=lambda schema: (-schema.quality, -schema.support))


def _supporting_rows(counts: Counts, schemas: Sequence[Schema], number: int) -> Iterator[list[int]]:
    """The documents that have most of a schema's linked pairs of slots; of its slots, where it links none."""
    slot_number = {slot: place for place, slot in enumerate(counts.slots)}
    keys, pair_of_column = np.unique(counts.first * len(counts.slots) + counts.second, return_inverse=True)
    has_pair = (counts.typed @ _indicator(enumerate(pair_of_column.tolist()), (len(pair_of_column), len(keys)))).sign()
    has_slot = counts.singles.sign()
    for start in range(0, len(schemas), _AT_ONCE):
        some = schemas[start : start + _AT_ONCE]
        linked, slots = [], []
        for place, schema in enumerate(some):
            slots += [(slot_number[slot], place) for slot in schema.attested]
            for chain in schema.chains:
                for pair in combinations(sorted(slot_number[slot] for slot in chain.slots), 2):
                    key = pair[0] * len(counts.slots) + pair[1]
                    found = int(np.searchsorted(keys, key))
                    if found < len(keys) and keys[found] == key:
                        linked.append((found, place))
        by_pairs = (has_pair @ _indicator(linked, (len(keys), len(some)))).tocsc()
        by_slots = (has_slot @ _indicator(slots, (len(counts.slots), len(some)))).tocsc()
        for place in range(len(some)):
            yield _greatest(by_pairs, place, number) or _greatest(by_slots, place, number)


def _indicator(places: Iterable[tuple[int, int]], shape: tuple[int, int]) -> Any:
    sparse = require("scipy.sparse", extra="schemas")
    rows, columns = np.array(list(places), np.int64).reshape(-1, 2).T
    return sparse.csr_array((np.ones(len(rows), np.int32), (rows, columns)), shape=shape)


def _greatest(matrix: Any, column: int, number: int) -> list[int]:
    """The rows with the greatest values of a column, the earlier of equals first."""
    part = slice(matrix.indptr[column], matrix.indptr[column + 1])
    rows, values = matrix.indices[part], matrix.data[part]
    chosen: list[int] = rows[np.lexsort((rows, -values))[:number]].tolist()
    return chosen

"""Counts of a corpus, made once: a sparse matrix of documents and slots, and one of documents and pairs of slots.

The counts of any set of documents, such as a fold, are then a sparse product.
"""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacit.corpus import Corpus, sql
from tacit.errors import InputError, UsageError
from tacit.extras import require
from tacit.progress import Progress, no_progress
from tacit.schemas.features.totals import Totals
from tacit.schemas.task import ROLES, Slot

Numbers = NDArray[np.int64]

STOP_VERBS = frozenset(
    ["be", "have", "make", "do", "try", "say", "yell", "write", "tell", "describe", "call", "know", "go"]
)


@dataclass(frozen=True, slots=True)
class ChainFilter:
    """Which chains count: those of documents that `where` selects, with so many mentions, without stop verbs."""

    where: str = "true"
    minimum: int = 5
    stop_verbs: frozenset[str] = STOP_VERBS

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {"where": self.where, "minimum": self.minimum, "stop_verbs": sorted(self.stop_verbs)}


@dataclass(frozen=True)
class Counts:
    """The counts of a corpus, document by document.

    `singles` has a column a slot; `typed` a column a pair of slots and type: column k is `slots[first[k]]` with
    `slots[second[k]]`, filled by a participant of type `types[kind[k]]`. A row is a document that has a chain;
    `categories` holds the rows of each category.
    """

    documents: list[str]
    categories: dict[str, Numbers]
    slots: list[Slot]
    types: list[str]
    first: Numbers
    second: Numbers
    kind: Numbers
    singles: Any
    typed: Any

    def total(self, rows: Numbers | None = None) -> Totals:
        """The counts of these documents together, of all of them by default."""
        chosen = np.zeros(len(self.documents), np.int32)
        chosen[slice(None) if rows is None else rows] = 1
        singles, pairs = self.singles.T @ chosen, self.typed.T @ chosen
        slots, columns = np.flatnonzero(singles), np.flatnonzero(pairs)
        number = np.cumsum(singles > 0) - 1
        first, second = number[self.first[columns]], number[self.second[columns]]
        kinds, kind = np.unique(self.kind[columns], return_inverse=True)
        return Totals(
            [self.slots[slot] for slot in slots],
            [self.types[kind] for kind in kinds],
            *(part.astype(np.int32) for part in (singles[slots], first, second, kind, pairs[columns])),
        )


def count(
    corpus: Corpus,
    chain_filter: ChainFilter | None = None,
    *,
    by: str = "",
    progress: Progress = no_progress,
) -> Counts:
    """Count the chains of a corpus, shard by shard; `by` names the metadata that categories are taken from.

    `progress` is told how many shards are counted, and of how many.
    """
    chain_filter = chain_filter or ChainFilter()
    category = sql.name(_category_column(corpus, by)) if by else "NULL"
    tally = _Tally()
    for done, key in enumerate(corpus.keys):
        progress("counting", done, len(corpus.keys))
        selected = f"FROM {corpus.shard('documents', key)} AS documents WHERE ({chain_filter.where})"
        chosen = corpus.query(f"SELECT id, {category} {selected}").fetchall()
        if not chosen:
            continue
        rows = corpus.query(
            f"SELECT DISTINCT document, chain, type, verb, slot FROM {corpus.shard('chains', key)}"  # noqa: S608
            f" WHERE {_conditions(chain_filter)} ORDER BY ALL"
        ).fetchall()
        tally.add([(id, corpus.value(by, cell) if by else None) for id, cell in chosen], rows)
    progress("counting", len(corpus.keys), len(corpus.keys))
    if not tally.documents:
        raise InputError(_what_removed_all(corpus, chain_filter), path=corpus.folder)
    return tally.counts()


class _Tally:
    """Counts under way; it holds what the matrices will hold, and a number for every distinct slot, type and pair."""

    def __init__(self) -> None:
        self.documents: list[str] = []
        self.categories: dict[str, array[int]] = {}
        self.slots: dict[Slot, int] = {}
        self.types: dict[str, int] = {}
        self.pairs: dict[tuple[int, int, int], int] = {}
        self.singles = _Rows()
        self.typed = _Rows()

    def add(self, documents: Iterable[tuple[str, Any]], rows: Iterable[tuple[str, int, str, str, str]]) -> None:
        """Count one shard: its chosen documents with their category, and the slots of its chains, in order."""
        chains = {document: list(own) for document, own in groupby(rows, key=itemgetter(0))}
        for document, category in documents:
            if document in chains:
                for name in _categories(category):
                    self.categories.setdefault(name, array("q")).append(len(self.documents))
                self.documents.append(document)
                self._add_document(chains[document])

    def _add_document(self, rows: Iterable[tuple[str, int, str, str, str]]) -> None:
        singles: Counter[int] = Counter()
        typed: Counter[int] = Counter()
        for (_chain, kind), own in groupby(rows, key=itemgetter(1, 2)):
            slots = sorted(self.slots.setdefault(Slot(row[3], row[4]), len(self.slots)) for row in own)
            singles.update(slots)
            number = self.types.setdefault(kind, len(self.types))
            for one, other in combinations(slots, 2):
                typed[self.pairs.setdefault((one, other, number), len(self.pairs))] += 1
        self.singles.append(singles)
        self.typed.append(typed)

    def counts(self) -> Counts:
        first, second, kind = np.array(list(self.pairs), np.int64).reshape(-1, 3).T
        return Counts(
            self.documents,
            {name: np.array(rows, np.int64) for name, rows in sorted(self.categories.items())},
            list(self.slots),
            list(self.types),
            first,
            second,
            kind,
            self.singles.matrix(len(self.slots)),
            self.typed.matrix(len(self.pairs)),
        )


class _Rows:
    """A sparse matrix that grows row by row."""

    def __init__(self) -> None:
        self.starts = array("q", [0])
        self.columns = array("i")
        self.values = array("i")

    def append(self, row: Counter[int]) -> None:
        self.columns.extend(row)
        self.values.extend(row.values())
        self.starts.append(len(self.columns))

    def matrix(self, width: int) -> Any:
        sparse = require("scipy.sparse", extra="schemas")
        content = (np.array(self.values, np.int32), np.array(self.columns, np.int32), np.array(self.starts))
        return sparse.csr_array(content, shape=(len(self.starts) - 1, width))


def _categories(value: Any) -> Iterator[str]:
    """The categories in a metadata value: none, one, or each of a list once; an object is one by its JSON."""
    if isinstance(value, list):
        yield from dict.fromkeys(map(_category, value))
    elif value is not None:
        yield _category(value)


def _category(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)


def _category_column(corpus: Corpus, by: str) -> str:
    keys = corpus.manifest["metadata"]
    if by not in keys:
        raise UsageError(f"{corpus.folder}: documents have no {by!r}; they have {', '.join(keys) or 'no metadata'}")
    return corpus.column(by)


def _conditions(chain_filter: ChainFilter) -> str:
    conditions = [f"slot IN ({', '.join(map(sql.text, ROLES))})", f"mentions >= {chain_filter.minimum:d}"]
    if chain_filter.stop_verbs:
        conditions.append(f"verb NOT IN ({', '.join(map(sql.text, sorted(chain_filter.stop_verbs)))})")
    return " AND ".join(conditions)


def _what_removed_all(corpus: Corpus, chain_filter: ChainFilter) -> str:
    """Which filter left no chain."""
    number, longest = corpus.query("SELECT count(*), max(mentions) FROM chains").fetchone()
    if not number:
        return "the corpus has no coreference chains"
    if not corpus.query(f"SELECT count(*) FROM documents WHERE ({chain_filter.where})").fetchone()[0]:  # noqa: S608
        return f"no document is selected by the condition {chain_filter.where!r}"
    selected = f"FROM chains WHERE document IN (SELECT id FROM documents WHERE ({chain_filter.where}))"  # noqa: S608
    number, longest = corpus.query(f"SELECT count(*), max(mentions) {selected}").fetchone()
    if not number:
        return "the documents selected have no coreference chains"
    if longest < chain_filter.minimum:
        return f"no chain has {chain_filter.minimum} mentions, the longest has {longest}: lower the minimum"
    return f"all chains of {chain_filter.minimum} or more mentions have stop verbs only"

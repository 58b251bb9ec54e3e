"""How good a schema is: how many documents support it, and how many of its pairs of events belong together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from tacit.schemas.features.counts import Counts
from tacit.schemas.task import Schema

SEVERAL = 3
"""Documents that must tie two events by one participant: fewer are chance."""
SMALL_CORPUS = 2000
"""Documents with chains below which schemas are mostly noise; see docs/explanation/schemas.md."""


def judge(counts: Counts, schemas: Sequence[Schema]) -> list[Schema]:
    """The schemas with their `support` and `quality`."""
    documents_of = _documents_by_pair_of_verbs(counts)
    nobody = np.zeros(0, np.int64)
    judged = []
    for schema in schemas:
        pairs = [documents_of.get((min(pair), max(pair)), nobody) for pair in combinations(schema.events, 2)]
        tied = sum(len(documents) >= SEVERAL for documents in pairs)
        support = len(np.unique(np.concatenate([nobody, *pairs])))
        judged.append(replace(schema, support=support, quality=round(tied / len(pairs), 4) if pairs else 0.0))
    return judged


def _documents_by_pair_of_verbs(counts: Counts) -> dict[tuple[str, str], np.typing.NDArray[np.int64]]:
    """For each two verbs that a participant ties, the documents in which one does."""
    typed = counts.typed.tocsc()
    verbs = [slot.verb for slot in counts.slots]
    found: dict[tuple[str, str], list[np.typing.NDArray[np.int64]]] = {}
    for column, (first, second) in enumerate(zip(counts.first.tolist(), counts.second.tolist(), strict=True)):
        one, other = sorted((verbs[first], verbs[second]))
        if one != other:
            rows = typed.indices[typed.indptr[column] : typed.indptr[column + 1]]
            found.setdefault((one, other), []).append(rows.astype(np.int64))
    return {pair: np.unique(np.concatenate(rows)) for pair, rows in found.items()}

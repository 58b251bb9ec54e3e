"""How alike two sets of schemas are: section 5 of the stability paper.

A schema counts as the set of its events. All schemas of two sets are compared in one sparse product, events × schemas.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from tacit.errors import UsageError
from tacit.extras import require
from tacit.schemas.features.kernels import best_matches

Events = Sequence[Collection[str]]
"""A set of schemas, each given by its events."""


def fuzzy_jaccard(one: Events, other: Events, *, symmetric: bool = False) -> float:
    """Likeness of two sets of schemas (eq. 3): each schema of `other` counts with its best match in `one`.

    As printed it depends on the order of the two; `symmetric` gives the mean of both orders.

    >>> round(fuzzy_jaccard(["abcdef", "uvwxyz"], ["abcdeg", "tvwxyz"]), 2)
    0.56
    """
    if not one or not other:
        raise UsageError("a set of schemas to compare is empty")
    numbers = {event: place for place, event in enumerate({event for schema in (*one, *other) for event in schema})}
    rows, columns = _memberships(one, numbers), _memberships(other, numbers)
    forward = _fuzzy(rows, columns)
    return (forward + _fuzzy(columns, rows)) / 2 if symmetric else forward


def jrf(fuzzy: float) -> float:
    """The Jaccard reciprocal fraction (eq. 8): the share of events that schemas typically share.

    >>> round(jrf(5 / 9), 9) == round(5 / 6, 9)
    True
    """
    return 4 / (1 / fuzzy + 3) if fuzzy else 0.0


def _fuzzy(one: Any, other: Any) -> float:
    by_event = one.tocsc()
    best = best_matches(other.indptr, other.indices, by_event.indptr, by_event.indices, np.diff(one.indptr))
    intersection = float(best.sum())  # eq. 4
    return intersection / (int(one.shape[0] + other.shape[0]) - intersection)


def _memberships(schemas: Events, numbers: dict[str, int]) -> Any:
    sparse = require("scipy.sparse", extra="schemas")
    events = [sorted(numbers[event] for event in set(schema)) for schema in schemas]
    columns = [event for schema in events for event in schema]
    starts = np.cumsum([0, *map(len, events)])
    return sparse.csr_array((np.ones(len(columns), np.int8), columns, starts), shape=(len(events), len(numbers)))

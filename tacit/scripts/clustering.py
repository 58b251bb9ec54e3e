"""Descriptions that mean the same event, put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from tacit.extras import require
from tacit.scripts.paraphrase import Described, Matrix, Paraphrase

Clusters: TypeAlias = list[list[int]]
CUT = 0.18
"""Mean probability of being paraphrases below which two clusters stay apart; the best on DeScript's gold sets."""


def cluster(items: Sequence[Described], paraphrase: Paraphrase, *, cut: float = CUT) -> Clusters:
    """The numbers of the items that describe one event, the largest cluster first."""
    return average_link(paraphrase.compare(items), cut) if items else []


def average_link(similarity: Matrix, cut: float) -> Clusters:
    """Merge the two clusters with the highest mean similarity until no mean reaches `cut`.

    >>> average_link(np.array([[1, 0.9, 0.1], [0.9, 1, 0.1], [0.1, 0.1, 1]]), cut=0.5)
    [[0, 1], [2]]
    """
    if len(similarity) == 1:
        return [[0]]
    hierarchy = require("scipy.cluster.hierarchy", extra="neural")
    distances = 1 - similarity[np.triu_indices(len(similarity), 1)]
    numbers = hierarchy.fcluster(hierarchy.linkage(distances, "average"), 1 - cut, "distance")
    found: dict[int, list[int]] = {}
    for item, number in enumerate(numbers):
        found.setdefault(int(number), []).append(item)
    return sorted(found.values(), key=lambda members: (-len(members), members))

"""How well clusters match a gold standard: MUC, B³, CEAF-φ4, LEA, mention detection and the CoNLL score.

The definitions are those of the reference scorer, version 8 (Pradhan and others 2014, "Scoring coreference
partitions of predicted mentions"): mentions match exactly, spurious and missing mentions and singletons all
count, a mention that stands twice counts where it stands first, and a corpus is scored by adding up numerators
and denominators over documents. LEA is that of Moosavi and Strube 2016.

A mention is anything hashable, usually its start and end.

>>> key, response = [["a"], ["b", "c"], ["d", "e", "f"]], [["a"], ["d", "e"]]
>>> score = evaluate_clusters([(key, response)])
>>> [round(part, 2) for part in (score.muc.recall, score.b_cubed.recall, score.ceaf.f1, score.lea.f1)]
[0.33, 0.39, 0.72, 0.5]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import TypeAlias

from tacit.extras import require

Partition: TypeAlias = Sequence[Iterable[Hashable]]
_Sets: TypeAlias = list[frozenset[Hashable]]


@dataclass(frozen=True)
class CoreferenceScore:
    """Sums that give recall, precision and their harmonic mean; scores of documents can be added."""

    recall_numerator: float = 0.0
    recall_denominator: float = 0.0
    precision_numerator: float = 0.0
    precision_denominator: float = 0.0

    def __add__(self, other: CoreferenceScore) -> CoreferenceScore:
        return CoreferenceScore(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(self)))

    @property
    def recall(self) -> float:
        """The share of the key that the response has."""
        return self.recall_numerator / self.recall_denominator if self.recall_denominator else 0.0

    @property
    def precision(self) -> float:
        """The share of the response that the key has."""
        return self.precision_numerator / self.precision_denominator if self.precision_denominator else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of the two."""
        both = self.recall + self.precision
        return 2 * self.recall * self.precision / both if both else 0.0


@dataclass(frozen=True)
class CoreferenceScores:
    """All metrics of a corpus."""

    mentions: CoreferenceScore = CoreferenceScore()
    muc: CoreferenceScore = CoreferenceScore()
    b_cubed: CoreferenceScore = CoreferenceScore()
    ceaf: CoreferenceScore = CoreferenceScore()
    lea: CoreferenceScore = CoreferenceScore()

    def __add__(self, other: CoreferenceScores) -> CoreferenceScores:
        return CoreferenceScores(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(self)))

    @property
    def conll_f1(self) -> float:
        """The mean F1 of MUC, B³ and CEAF-φ4."""
        return (self.muc.f1 + self.b_cubed.f1 + self.ceaf.f1) / 3


def evaluate_clusters(documents: Iterable[tuple[Partition, Partition]]) -> CoreferenceScores:
    """The scores of (key, response) pairs, one a document."""
    total = CoreferenceScores()
    for key, response in documents:
        total += evaluate_document(key, response)
    return total


def evaluate_document(key: Partition, response: Partition) -> CoreferenceScores:
    """The scores of one document."""
    key_sets, response_sets = without_repetitions(key), without_repetitions(response)
    return CoreferenceScores(
        mentions=mention_score(key_sets, response_sets),
        muc=_both_ways(muc_recall, key_sets, response_sets),
        b_cubed=_both_ways(b_cubed_recall, key_sets, response_sets),
        ceaf=ceaf_score(key_sets, response_sets),
        lea=_both_ways(lea_recall, key_sets, response_sets),
    )


def without_repetitions(partition: Partition) -> _Sets:
    """The clusters as sets in which each mention stands only once, in its first cluster; empty ones go."""
    seen: set[Hashable] = set()
    sets = []
    for cluster in partition:
        fresh = frozenset(cluster) - seen
        seen |= fresh
        if fresh:
            sets.append(fresh)
    return sets


def mention_score(key: _Sets, response: _Sets) -> CoreferenceScore:
    """Mention detection: which mentions are there, wherever they are linked to."""
    wanted, found = frozenset().union(*key), frozenset().union(*response)
    right = len(wanted & found)
    return CoreferenceScore(right, len(wanted), right, len(found))


def muc_recall(key: _Sets, response: _Sets) -> tuple[float, float]:
    """Links kept: for each key cluster its size less the number of parts the response cuts it into."""
    place = _places(response)
    kept = links = 0
    for cluster in key:
        parts = {place[mention] for mention in cluster if mention in place}
        missing = sum(mention not in place for mention in cluster)
        kept += len(cluster) - len(parts) - missing
        links += len(cluster) - 1
    return float(kept), float(links)


def b_cubed_recall(key: _Sets, response: _Sets) -> tuple[float, float]:
    """For each key mention the share of its cluster that the response puts together with it."""
    place = _places(response)
    total = 0.0
    for cluster in key:
        shared = Counter(place[mention] for mention in cluster if mention in place)
        total += sum(count * count for count in shared.values()) / len(cluster)
    return total, float(sum(map(len, key)))


def lea_recall(key: _Sets, response: _Sets) -> tuple[float, float]:
    """Links of each key cluster that the response has, weighted by the size of the cluster; a singleton
    counts as one link to itself, which only a singleton has."""
    place = _places(response)
    total = 0.0
    for cluster in key:
        shared = Counter(place[mention] for mention in cluster if mention in place)
        if len(cluster) == 1:
            total += sum(len(response[where]) == 1 for where in shared)
        else:
            total += len(cluster) * sum(map(_links, shared.values())) / _links(len(cluster))
    return total, float(sum(map(len, key)))


def ceaf_score(key: _Sets, response: _Sets) -> CoreferenceScore:
    """CEAF with the entity similarity φ4: 2|K∩R| / (|K|+|R|) under the best one-to-one alignment."""
    similarity = 0.0
    if key and response:
        import numpy

        phi = numpy.zeros((len(key), len(response)))
        place = _places(response)
        for row, cluster in enumerate(key):
            for where, shared in Counter(place[mention] for mention in cluster if mention in place).items():
                phi[row, where] = 2 * shared / (len(cluster) + len(response[where]))
        rows, columns = require("scipy.optimize", extra="neural").linear_sum_assignment(-phi)
        similarity = float(phi[rows, columns].sum())
    return CoreferenceScore(similarity, float(len(key)), similarity, float(len(response)))


def _places(partition: _Sets) -> dict[Hashable, int]:
    """For each mention the number of its cluster."""
    return {mention: number for number, cluster in enumerate(partition) for mention in cluster}


def _links(size: int) -> float:
    return size * (size - 1) / 2


def _both_ways(recall: Callable[[_Sets, _Sets], tuple[float, float]], key: _Sets, response: _Sets) -> CoreferenceScore:
    """Precision is recall with key and response swapped."""
    return CoreferenceScore(*recall(key, response), *recall(response, key))

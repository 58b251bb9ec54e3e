"""Example sentences of each scenario, and how near a sentence and its neighbourhood come to them.

Examples are of several kinds: wordings of script events, event phrases, sentences of narratives and of collected
texts, and neighbourhoods (three sentences in a row). Where there are many of a kind, means of similar ones stand for
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

KINDS = ("wordings", "phrases", "narratives", "texts", "neighbourhoods")
NEIGHBOURHOODS = "neighbourhoods"
NEAREST = 4
"""Examples whose mean nearness counts, beside the nearest."""
MOST = 40
"""Examples of a kind that are kept for one scenario."""
_ROUNDS = 6

Floats = npt.NDArray[np.float32]
Encode = Callable[[Sequence[str]], Floats]
Texts = Mapping[str, Mapping[str, Sequence[str]]]
"""For each label its examples of each kind."""


@dataclass(frozen=True)
class Examples:
    """Unit vectors of examples, with the number of the label and of the kind of each, sorted by kind, then label."""

    vectors: Floats
    label: npt.NDArray[np.int32]
    kind: npt.NDArray[np.int32]
    labels: tuple[str, ...]

    @classmethod
    def of(cls, texts: Texts, encode: Encode, *, most: int = MOST) -> Examples:
        """Encode examples, and keep at most so many of each kind for each label."""
        labels = tuple(sorted(texts))
        rows, owners, kinds = [], [], []
        for place, kind in enumerate(KINDS):
            for number, label in enumerate(labels):
                if some := list(dict.fromkeys(texts[label].get(kind, ()))):
                    means = condensed(encode(some), most)
                    rows.append(means)
                    owners += [number] * len(means)
                    kinds += [place] * len(means)
        return cls(np.concatenate(rows), np.array(owners, np.int32), np.array(kinds, np.int32), labels)

    def with_label(self, label: str, vectors: Floats) -> Examples:
        """The same with one more label, known by phrases alone."""
        count = len(vectors)
        place = KINDS.index("phrases")
        end = int(np.searchsorted(self.kind, place, side="right"))
        return Examples(
            np.concatenate([self.vectors[:end], vectors, self.vectors[end:]]),
            np.insert(self.label, end, np.full(count, len(self.labels))),
            np.insert(self.kind, end, np.full(count, place)),
            (*self.labels, label),
        )

    def nearness(self, sentences: Floats, neighbourhoods: Floats) -> Floats:
        """Sentences × labels × (nearest, mean of the nearest few) of each kind.

        A kind of which a label has no example is as near as the kind before it.
        """
        found = np.full((len(sentences), len(self.labels), 2 * len(KINDS)), np.nan, dtype=np.float32)
        for place, kind in enumerate(KINDS):
            start, end = np.searchsorted(self.kind, [place, place + 1])
            rows = neighbourhoods if kind == NEIGHBOURHOODS else sentences
            cosines = rows @ self.vectors[start:end].T
            borders = np.flatnonzero(np.diff(self.label[start:end], prepend=-1))
            sizes = np.diff(borders, append=end - start)
            for size in np.unique(sizes):  # labels with as many examples are looked at together
                starts = borders[sizes == size]
                best = np.sort(cosines[:, starts[:, None] + np.arange(size)], axis=2)[:, :, ::-1][:, :, :NEAREST]
                owners = self.label[start + starts]
                found[:, owners, 2 * place], found[:, owners, 2 * place + 1] = best[:, :, 0], best.mean(2)
        return _filled(found)


def _filled(found: Floats) -> Floats:
    kinds: Floats = found.reshape(*found.shape[:2], len(KINDS), 2)
    for place in (*range(1, len(KINDS)), *range(len(KINDS) - 2, -1, -1)):
        other = place - 1 if place else 1
        if place < len(KINDS) - 1 and np.isnan(kinds[:, :, other]).all():
            other = place + 1
        missing = np.isnan(kinds[:, :, place])
        kinds[:, :, place] = np.where(missing, kinds[:, :, other], kinds[:, :, place])
    filled: Floats = np.nan_to_num(kinds.reshape(found.shape), nan=0.0)
    return filled


def condensed(rows: Floats, most: int) -> Floats:
    """At most so many unit vectors that stand for all: means of clusters (k-means from evenly spread rows)."""
    if len(rows) <= most:
        return rows
    centres: Floats = rows[np.linspace(0, len(rows) - 1, most).astype(int)].copy()
    for _ in range(_ROUNDS):
        nearest = (rows @ centres.T).argmax(1)
        for number in range(most):
            own = rows[nearest == number]
            if len(own):
                mean = own.mean(0)
                centres[number] = mean / max(float(np.linalg.norm(mean)), 1e-9)
    return centres


def neighbourhoods(sentences: Sequence[str], stride: int = 1) -> list[str]:
    """Each sentence with the one before and the one after it.

    >>> neighbourhoods(["a", "b", "c"])
    ['a b', 'a b c', 'b c']
    """
    return [" ".join(sentences[max(0, place - 1) : place + 2]) for place in range(0, len(sentences), stride)]

"""Passages as vectors, by one or several of the kinds of features that the paper tried (section 4).

`tfidf` is what it found best, `lda` the share of each topic, `embedding` the mean of word vectors. The vector of each
kind has length one; several kinds stand side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.backbones import vectors
from tacit.backbones.vectors import WordVectors
from tacit.errors import UsageError
from tacit.extras import require
from tacit.scenarios.features.content import Words
from tacit.scenarios.features.tfidf import TfIdf
from tacit.scenarios.features.topics import TopicModel

Floats = npt.NDArray[np.float32]
TFIDF, LDA, EMBEDDING = KINDS = ("tfidf", "lda", "embedding")


def parse_features(names: str) -> tuple[str, ...]:
    """The kinds that a list with commas names, in the order of `KINDS`.

    >>> parse_features("lda, tfidf")
    ('tfidf', 'lda')
    """
    return check_features([name.strip() for name in names.split(",")])


def check_features(kinds: Sequence[str]) -> tuple[str, ...]:
    """Each kind once and in one order, or an error that lists those there are."""
    for kind in kinds:
        if kind not in KINDS:
            raise UsageError(f"there are no features {kind!r}; there are {', '.join(KINDS)}, or several with commas")
    if not kinds:
        raise UsageError(f"no features are named; there are {', '.join(KINDS)}")
    return tuple(kind for kind in KINDS if kind in kinds)


class PassageFeatures:
    """Content words of passages to rows of numbers; `kinds` say which."""

    def __init__(
        self,
        kinds: Sequence[str],
        *,
        tfidf: TfIdf | None = None,
        topics: TopicModel | None = None,
        words: WordVectors | None = None,
    ) -> None:
        self.kinds = check_features(kinds)
        self._tfidf, self._topics, self._words = tfidf, topics, words

    @classmethod
    def fit(cls, kinds: Sequence[str], passages: Sequence[Words], topics: TopicModel | None) -> PassageFeatures:
        """Learn what must be learnt from passages; topics are learnt elsewhere, word vectors are ready made."""
        tfidf = TfIdf.fit(passages) if TFIDF in kinds else None
        return cls(kinds, tfidf=tfidf, topics=topics, words=vectors.load() if EMBEDDING in kinds else None)

    @property
    def width(self) -> int:
        """How many numbers a row has."""
        widths = {
            TFIDF: len(self._tfidf.words) if self._tfidf else 0,
            LDA: self._topics.topics if self._topics else 0,
            EMBEDDING: self._words.width if self._words else 0,
        }
        return sum(widths[kind] for kind in self.kinds)

    def rows(self, passages: Sequence[Words]) -> Any:
        """A sparse matrix, one row for each passage."""
        parts = [self._part(kind, passages) for kind in self.kinds]
        if len(parts) == 1:
            return parts[0]
        return require("scipy.sparse", extra="neural").hstack(parts, format="csr", dtype=np.float32)

    def _part(self, kind: str, passages: Sequence[Words]) -> Any:
        if kind == TFIDF:
            assert self._tfidf is not None
            return self._tfidf.rows(passages)
        if kind == LDA:
            assert self._topics is not None
            return _dense(self._topics.proportions, passages, self._topics.topics)
        assert self._words is not None
        return _dense(self._mean_vector, passages, self._words.width)

    def _mean_vector(self, words: Words) -> Floats:
        """A verb with a particle that has no vector of its own stands for the verb."""
        assert self._words is not None
        known = self._words
        return known.mean(word if word in known else word.partition("_")[0] for word in words)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What `from_arrays` needs beside topics and word vectors."""
        return self._tfidf.arrays() if self._tfidf else {}

    @classmethod
    def from_arrays(
        cls, kinds: Sequence[str], arrays: Mapping[str, npt.NDArray[Any]], topics: TopicModel | None
    ) -> PassageFeatures:
        """The features that `arrays` gave; a `ValueError` where they do not fit together."""
        tfidf = TfIdf.from_arrays(arrays) if TFIDF in kinds else None
        return cls(kinds, tfidf=tfidf, topics=topics, words=vectors.load() if EMBEDDING in kinds else None)


def _dense(vector: Callable[[Words], Floats], passages: Sequence[Words], width: int) -> Any:
    """Rows of length one; a passage without a known word has only zeros, or what is usual."""
    sparse = require("scipy.sparse", extra="neural")
    if not passages:
        return sparse.csr_matrix((0, width), dtype=np.float32)
    rows = np.stack([vector(words) for words in passages]).astype(np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return sparse.csr_matrix(rows / np.where(lengths > 0, lengths, 1))

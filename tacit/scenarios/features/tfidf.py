"""Passages as tf.idf vectors of their content words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.extras import require
from tacit.scenarios.features.content import Words

LEAST_TEXTS = 2
"""In how many training texts a word must stand to count; one text says nothing of a scenario."""


class TfIdf:
    """Term frequency times smoothed inverse document frequency, each row of length one (scikit-learn's way)."""

    def __init__(self, words: Sequence[str], idf: npt.NDArray[np.float32]) -> None:
        text = require("sklearn.feature_extraction.text", extra="neural")
        self.words = list(words)
        self._vectorizer = text.TfidfVectorizer(analyzer=_as_given, vocabulary=self.words, dtype=np.float32)
        self._vectorizer.idf_ = idf

    @classmethod
    def fit(cls, passages: Sequence[Words]) -> TfIdf:
        """Learn the words and their weights; with so few passages that no word recurs, every word counts."""
        text = require("sklearn.feature_extraction.text", extra="neural")
        for least in (LEAST_TEXTS, 1):
            vectorizer = text.TfidfVectorizer(analyzer=_as_given, min_df=least, dtype=np.float32)
            try:
                vectorizer.fit(passages)
            except ValueError:  # no word is left
                continue
            return cls(vectorizer.get_feature_names_out().tolist(), vectorizer.idf_)
        return cls(["-"], np.ones(1, dtype=np.float32))

    def rows(self, passages: Sequence[Words]) -> Any:
        """A sparse matrix, one row a passage; unknown words add nothing."""
        if not passages:
            return require("scipy.sparse", extra="neural").csr_matrix((0, len(self.words)), dtype=np.float32)
        return self._vectorizer.transform(passages)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What `from_arrays` needs to make it again."""
        text = np.frombuffer("\n".join(self.words).encode(), dtype=np.uint8)
        return {"words": text, "idf": np.asarray(self._vectorizer.idf_, dtype=np.float32)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> TfIdf:
        """The weights that `arrays` gave; a `ValueError` where they do not fit together."""
        words = bytes(arrays["words"]).decode("utf-8").split("\n")
        idf = np.asarray(arrays["idf"], dtype=np.float32)
        if idf.shape != (len(words),) or len(set(words)) != len(words) or not np.isfinite(idf).all():
            raise ValueError(f"{len(set(words))} different words but {np.isfinite(idf).sum()} weights")
        return cls(words, idf)


def _as_given(words: Words) -> Words:
    return words

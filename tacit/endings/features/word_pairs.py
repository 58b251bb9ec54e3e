"""Lexical coherence (Flor and Somasundaran 2017): do the words of an ending keep company with those of its story?

The original counts pairs of words in Gigaword; here they are counted in the training stories.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.endings.features import Matrix
from tacit.endings.features.surface import content_words
from tacit.endings.task import Cloze, Story
from tacit.extras import require
from tacit.learning.folder import Arrays

LEAST_STORIES = 10
"""Stories a word must be in."""
LEAST_SHARED = 3
"""Stories a pair must be in: rarer ones are chance."""
NAMES = ("coherence of words", "coherence with the last sentence", "best company of each word", "words in company")


class WordPairs:
    """Normalised pointwise mutual information of words, by the stories they share; 0 for all other pairs.

    >>> stories = [Story(str(n), ("We ate soup.", "The soup was hot.")) for n in range(20)]
    >>> stories += [Story(str(n), ("It rained.", "The roof leaked.")) for n in range(20)]
    >>> pairs = WordPairs.count(tuple(stories))
    >>> pairs.company(["soup"], ["hot", "roof"]).tolist()
    [[1.0, 0.0]]
    """

    def __init__(self, words: Sequence[str], table: Any) -> None:
        self.words = list(words)
        self.table = table
        self._places = {word: place for place, word in enumerate(words)}

    @staticmethod
    @lru_cache(maxsize=1)
    def count(stories: tuple[Story, ...]) -> WordPairs:
        """Count pairs; the last stories counted are remembered, as each fold asks for the same."""
        sparse = require("scipy.sparse", extra="neural")
        found = [{word for sentence in story.sentences for word in content_words(sentence)} for story in stories]
        counts = Counter(word for present in found for word in present)
        words = sorted(word for word, count in counts.items() if count >= LEAST_STORIES)
        places = {word: place for place, word in enumerate(words)}
        kept = [[places[word] for word in sorted(present) if word in places] for present in found]
        starts = np.cumsum([0, *map(len, kept)])
        columns = np.array([place for row in kept for place in row], dtype=np.int32)
        ones = np.ones(len(columns), dtype=np.float32)
        presence = sparse.csr_matrix((ones, columns, starts), shape=(len(stories), len(words)))
        return WordPairs(words, _npmi((presence.T @ presence).tocoo(), len(stories), sparse))

    def company(self, some: Sequence[str], others: Sequence[str]) -> Matrix:
        """The table of each word of one list with each of the other; unknown words are left out."""
        rows = [self._places[word] for word in some if word in self._places]
        columns = [self._places[word] for word in others if word in self._places]
        if not rows or not columns:
            return np.zeros((1, 1), dtype=np.float32)
        return np.asarray(self.table[rows][:, columns].toarray(), dtype=np.float32)

    def to_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What `from_arrays` reads, together with the words."""
        table = self.table.tocsr()
        return {"indices": table.indices, "starts": table.indptr, "values": table.data.astype(np.float16)}

    @classmethod
    def from_arrays(cls, words: Sequence[str], arrays: Arrays) -> WordPairs:
        """The inverse of `to_arrays`."""
        parts = (arrays["values"].astype(np.float32), arrays["indices"], arrays["starts"])
        shape = (len(words), len(words))
        return cls(words, require("scipy.sparse", extra="neural").csr_matrix(parts, shape=shape))


def _npmi(shared: Any, stories: int, sparse: Any) -> Any:
    """log(p(a,b) / p(a)p(b)) / -log p(a,b) for pairs of different words that share enough stories."""
    alone = shared.diagonal().astype(np.float64)
    keep = (shared.row != shared.col) & (shared.data >= LEAST_SHARED)
    rows, columns, together = shared.row[keep], shared.col[keep], shared.data[keep].astype(np.float64) / stories
    chance = alone[rows] * alone[columns] / stories**2
    values = np.log(together / chance) / -np.log(np.minimum(together, 1 - 1e-9))
    return sparse.csr_matrix((values.astype(np.float32), (rows, columns)), shape=shared.shape)


def word_pair_features(cloze: Cloze, pairs: WordPairs) -> Matrix:
    """A row of `NAMES` for each candidate."""
    story = [word for sentence in cloze.story for word in content_words(sentence)]
    last = content_words(cloze.story[-1])
    rows = []
    for ending in cloze.endings:
        content = content_words(ending)
        table = pairs.company(content, story)
        best = table.max(1)
        rows.append([table.mean(), pairs.company(content, last).mean(), best.mean(), float((best > 0.1).sum())])
    return np.array(rows, dtype=np.float32)

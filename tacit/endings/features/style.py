"""Ending style (Schwartz et al. 2017): length, word 1- to 5-grams and character 4-grams, whatever the story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tacit.endings.features.surface import words
from tacit.extras import require

LEAST = 5
"""Times an n-gram must be seen to count, as in the paper."""
_LONGEST = 5
_CHARACTERS = 4
STYLE_SHAPE = {"grams": [str], "frequent": [str]}
"""What a config.json keeps of it."""
_SUFFIXES = ("ing", "ed", "ly", "es", "s", "er", "est", "tion", "n't")


class EndingStyle:
    """A sparse row an ending. Words seen fewer than five times are replaced by their kind.

    >>> style = EndingStyle().fit(["She was happy."] * 5)
    >>> style.transform(["She was happy."]).shape[0]
    1
    """

    def __init__(self, grams: Sequence[str] = (), frequent: Sequence[str] = ()) -> None:
        self.grams = list(grams)
        self.frequent = set(frequent)

    @property
    def width(self) -> int:
        """Columns of the matrix."""
        return len(set(self.grams)) + 1

    def fit(self, endings: Sequence[str]) -> EndingStyle:
        """Learn which words and n-grams are frequent enough."""
        counts = Counter(word for ending in endings for word in words(ending))
        self.frequent = {word for word, count in counts.items() if count >= LEAST}
        grams = Counter(gram for ending in endings for gram in set(self._grams(ending)))
        self.grams = sorted(gram for gram, count in grams.items() if count >= LEAST)
        return self

    def transform(self, endings: Sequence[str]) -> Any:
        """A sparse matrix: n-grams that are there, then the length in words."""
        places = {gram: place for place, gram in enumerate(self.grams)}
        indices, starts, values = [], [0], []
        for ending in endings:
            found = sorted({places[gram] for gram in self._grams(ending) if gram in places})
            indices += [*found, len(places)]
            values += [1.0] * len(found) + [len(words(ending)) / 10]
            starts.append(len(indices))
        shape = (len(endings), len(places) + 1)
        return require("scipy.sparse", extra="neural").csr_matrix((np.array(values), indices, starts), shape=shape)

    def _grams(self, ending: str) -> Iterator[str]:
        kept = ["<s>", *(word if word in self.frequent else _kind(word) for word in words(ending)), "</s>"]
        for size in range(1, _LONGEST + 1):
            for place in range(len(kept) - size + 1):
                yield " ".join(kept[place : place + size])
        text = ending.lower()
        for place in range(len(text) - _CHARACTERS + 1):
            yield f"c:{text[place : place + _CHARACTERS]}"


def _kind(word: str) -> str:
    """A rare word by its ending: stands for the tag that the paper's tagger gives it."""
    return "<" + next((suffix for suffix in _SUFFIXES if word.endswith(suffix)), "word") + ">"

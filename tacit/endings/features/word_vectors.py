"""Word vectors of story and ending: their means, and how the words of one are like those of the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tacit.endings.features import KEPT_CLOZES, Matrix
from tacit.endings.features.surface import content_words, words
from tacit.endings.task import Cloze

NAMES = (
    "likeness to the story", "likeness to its last sentence", "likeness to its first sentence",
    "likeness of content words", "best likeness of each word", "best likeness to the last sentence",
    "likeness of the story to the ending",
)  # fmt: skip


@lru_cache(maxsize=100_000)
def full_words(sentence: str) -> tuple[str, ...]:
    """The words of a sentence with contractions written out, as lists of word vectors have them.

    >>> full_words("She can't say it's over.")
    ('she', 'can', 'not', 'say', 'it', 'is', 'over', '.')
    """
    found: list[str] = []
    for word in words(sentence):
        stem = word.removesuffix("n't")
        found += [_STEMS.get(stem, stem), "not"] if stem != word else [_CLITICS.get(word, word)]
    return tuple(found)


_STEMS = {"ca": "can", "wo": "will", "sha": "shall"}
_CLITICS = {"'s": "is", "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would", "cannot": "not"}


def word_vectors(sentence: str) -> Matrix:
    """A row for each word that has a vector; one of zeros where there is none."""
    return _known(full_words(sentence))


def mean_vector(sentences: Sequence[str]) -> Matrix:
    """The mean vector of all words of these sentences."""
    from tacit.backbones import vectors

    return vectors.load().mean(word for sentence in sentences for word in full_words(sentence))


def content_vector(sentences: Sequence[str]) -> Matrix:
    """The mean vector of the content words of these sentences."""
    return np.asarray(_content(sentences).mean(0), dtype=np.float32)


@lru_cache(maxsize=KEPT_CLOZES)
def word_similarity_features(cloze: Cloze) -> Matrix:
    """A row of `NAMES` for each candidate."""
    story, first, last = mean_vector(cloze.story), mean_vector(cloze.story[:1]), mean_vector(cloze.story[-1:])
    before, just_before = _content(cloze.story), _content(cloze.story[-1:])
    rows = []
    for ending in cloze.endings:
        mean, content = mean_vector([ending]), _content([ending])
        likeness = _unit(content) @ _unit(before).T
        to_last = _unit(content) @ _unit(just_before).T
        rows.append(
            [
                cosine(mean, story),
                cosine(mean, last),
                cosine(mean, first),
                cosine(content.mean(0), before.mean(0)),
                likeness.max(1).mean(),
                to_last.max(1).mean(),
                likeness.max(0).mean(),
            ]
        )
    return np.array(rows, dtype=np.float32)


def _content(sentences: Sequence[str]) -> Matrix:
    return _known([word for sentence in sentences for word in content_words(sentence)])


def _known(found: Sequence[str]) -> Matrix:
    from tacit.backbones import vectors

    known = vectors.load()
    rows = [known[word] for word in found if word in known]
    return np.stack(rows) if rows else np.zeros((1, known.width), dtype=np.float32)


def cosine(one: Matrix, other: Matrix) -> float:
    """Of two vectors; 0 where one of them is zero."""
    norm = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / norm if norm else 0.0


def _unit(rows: Matrix) -> Matrix:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9), dtype=np.float32)

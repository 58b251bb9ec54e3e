"""Words, negation, pronouns and overlap: what can be seen without any model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tacit.endings.features import KEPT_CLOZES, Matrix
from tacit.endings.task import Cloze
from tacit.language.english.wordlists import word_list

_TOKEN = re.compile(
    r"[a-z]+n't|[^\W\d_]+(?='(?:s|m|re|ve|ll|d)\b)|'(?:s|m|re|ve|ll|d)\b|[^\W_]+|[^\w\s]", re.IGNORECASE
)
_NEGATIONS = word_list("function_words", "negation")
_PRONOUNS = word_list("pronouns", "speaker", "reader", "person", "thing", "several")
_NOT_CONTENT = word_list("function_words", "grammatical") | _NEGATIONS | _PRONOUNS


@lru_cache(maxsize=100_000)
def words(sentence: str) -> tuple[str, ...]:
    """The words and marks of a sentence in lower case; a contracted *not* stays with its verb.

    >>> words("Ann's dog didn't bark, did it?")
    ('ann', "'s", 'dog', "didn't", 'bark', ',', 'did', 'it', '?')
    """
    return tuple(_TOKEN.findall(sentence.lower().replace("’", "'")))


def is_negated(sentence: str) -> bool:
    """Does a negation stand in it?

    >>> is_negated("She didn't go."), is_negated("She went.")
    (True, False)
    """
    return any(word in _NEGATIONS or word.endswith("n't") for word in words(sentence))


def content_words(sentence: str) -> list[str]:
    """The words that say what it is about: no marks, function words, pronouns or negations."""
    return [word for word in words(sentence) if word.isalpha() and word not in _NOT_CONTENT]


def overlap(story: Sequence[str], ending: str, size: int) -> float:
    """The share of the ending's word n-grams that stand in the story too."""
    known = {gram for sentence in story for gram in _grams(words(sentence), size)}
    grams = _grams(words(ending), size)
    return sum(gram in known for gram in grams) / len(grams) if grams else 0.0


def _grams(tokens: Sequence[str], size: int) -> list[tuple[str, ...]]:
    return [tuple(tokens[place : place + size]) for place in range(len(tokens) - size + 1)]


NAMES = (
    "words of the ending", "overlap in words", "overlap in word pairs", "overlap in word triples",
    "overlap in content words", "overlap with the last sentence", "negation in the ending", "negation like the story",
    "pronouns in the ending", "pronouns known from the story", "names known from the story", "new names",
)  # fmt: skip


@lru_cache(maxsize=KEPT_CLOZES)
def surface_features(cloze: Cloze) -> Matrix:
    """A row of `NAMES` for each candidate."""
    return np.array([_row(cloze.story, ending) for ending in cloze.endings], dtype=np.float32)


def _row(story: Sequence[str], ending: str) -> list[float]:
    tokens = words(ending)
    before = Counter(word for sentence in story for word in words(sentence))
    content, known_content = content_words(ending), {word for sentence in story for word in content_words(sentence)}
    pronouns = [word for word in tokens if word in _PRONOUNS]
    capitals = _names(ending)
    known_names = {name for sentence in story for name in _names(sentence, with_first=True)}
    negated_before = sum(map(is_negated, story)) / len(story)
    return [
        float(len(tokens)),
        overlap(story, ending, 1),
        overlap(story, ending, 2),
        overlap(story, ending, 3),
        sum(word in known_content for word in content) / max(1, len(content)),
        overlap(story[-1:], ending, 1),
        float(is_negated(ending)),
        float(is_negated(ending)) * negated_before,
        float(len(pronouns)),
        sum(word in before for word in pronouns) / max(1, len(pronouns)),
        float(len(capitals & known_names)),
        float(len(capitals - known_names)),
    ]


def _names(sentence: str, *, with_first: bool = False) -> set[str]:
    """Capitalised words; the first word of a sentence only where it is asked for, as it is always capitalised."""
    found = re.findall(r"[^\W\d_]+", sentence)
    return {word for word in found[0 if with_first else 1 :] if word[0].isupper() and word != "I"}

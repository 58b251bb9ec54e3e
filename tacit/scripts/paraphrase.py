"""Do two descriptions mean the same event of a scenario? A logistic regression over eight simple comparisons."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tacit.backbones import encoder, vectors
from tacit.errors import InputError
from tacit.extras import require
from tacit.language.english.wordlists import word_list
from tacit.scripts.task import Form

Matrix = npt.NDArray[np.float64]
FEATURES = ("phrase", "words", "verb", "noun", "same_verb", "same_noun", "distance", "same_text")
"""Cosines of sentence vectors, of mean word vectors, of the verbs' and of the nouns'; equality of both; how far apart
they stand in their texts; and how often one text tells both, as people seldom tell one event twice."""
WORDS_ONLY = FEATURES[1:]
"""All but the one that needs the sentence encoder."""
_SAMPLE = 60_000
"""Pairs to learn from; there are hundreds of thousands, and ten thousand would do."""
_PHRASE_TOKENS = 24
_WORD = re.compile(r"[a-z]+")
_EMPTY = word_list("function_words", "in_wordings")


class Described(NamedTuple):
    """An event in words: the wording, where in its texts it stands (0 to 1), and which texts these are."""

    form: Form
    position: float
    texts: frozenset[int]
    wording: str = ""

    @property
    def phrase(self) -> str:
        """The wording as somebody wrote it, or the words of its form."""
        return self.wording or self.form.phrase

    @property
    def noun(self) -> str:
        """What it is done to or with: the object, else the noun after a preposition."""
        return self.form.object or self.form.oblique.rpartition(" ")[2]


class Paraphrase:
    """How likely two descriptions are paraphrases.

    `weights` are those of the features and `bias`; features without a weight are not looked at, so that a measure
    without `phrase` does without the sentence encoder, at a fifth of the time.
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = dict(weights)

    @property
    def features(self) -> tuple[str, ...]:
        """Those that have a weight."""
        return tuple(name for name in FEATURES if name in self.weights)

    @classmethod
    def fit(
        cls, groups: Sequence[tuple[Matrix, Sequence[str]]], *, features: Sequence[str] = FEATURES, seed: int = 0
    ) -> Paraphrase:
        """Learn from descriptions of one scenario each: their comparisons, and the event that each describes."""
        rows, same = [], []
        for compared, events in groups:
            upper = np.triu_indices(len(events), 1)
            rows.append(compared[upper])
            names = np.array(events)
            same.append((names[:, None] == names)[upper])
        pairs, wanted = np.concatenate(rows), np.concatenate(same)
        chosen = np.random.default_rng(seed).permutation(len(wanted))[:_SAMPLE]
        if len(np.unique(wanted[chosen])) < 2:
            raise InputError("gold sets to learn from need two descriptions of one event and one of another")
        model = require("sklearn.linear_model", extra="neural").LogisticRegression(max_iter=1000)
        model.fit(pairs[chosen], wanted[chosen])
        found = dict(zip(features, model.coef_[0].round(4).tolist(), strict=True))
        return cls({**found, "bias": round(float(model.intercept_[0]), 4)})

    def compare(self, items: Sequence[Described]) -> Matrix:
        """How likely each two are paraphrases: a symmetric matrix with ones in its diagonal."""
        return self.probabilities(comparisons(items, self.features))

    def probabilities(self, compared: Matrix) -> Matrix:
        """The same, from comparisons that were made before."""
        scores = compared @ np.array([self.weights[name] for name in self.features]) + self.weights["bias"]
        found = 1 / (1 + np.exp(-scores))
        np.fill_diagonal(found, 1)
        return np.asarray((found + found.T) / 2)


def comparisons(items: Sequence[Described], features: Sequence[str] = FEATURES) -> Matrix:
    """All descriptions compared with all others: an array of items × items × features."""
    return np.stack([_COMPARISONS[name](items) for name in features], axis=-1)


def _phrases(items: Sequence[Described]) -> Matrix:
    phrases = [item.phrase for item in items]
    return _cosines(encoder.load().encode(phrases, batch_size=128, max_length=_PHRASE_TOKENS))


def _words(items: Sequence[Described]) -> Matrix:
    words = vectors.load()
    content = [[word for word in _WORD.findall(item.phrase.lower()) if word not in _EMPTY] for item in items]
    return _cosines(np.stack([words.mean(each) for each in content]))


def _verbs(items: Sequence[Described]) -> Matrix:
    words = vectors.load()
    return _cosines(np.stack([words.mean(item.form.verb.split()[:1]) for item in items]))


def _nouns(items: Sequence[Described]) -> Matrix:
    words = vectors.load()
    return _cosines(np.stack([words[item.noun] for item in items]))


def _distances(items: Sequence[Described]) -> Matrix:
    positions = np.array([item.position for item in items])
    return np.asarray(np.abs(positions[:, None] - positions))


def _cosines(rows: npt.NDArray[np.float32]) -> Matrix:
    """0 for words without a vector."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    units = rows / np.where(lengths > 0, lengths, 1)
    return np.asarray(units @ units.T, dtype=np.float64)


def _same(words: Sequence[str]) -> Matrix:
    """Nothing is not the same as nothing."""
    known = np.array(words)
    return np.asarray((known[:, None] == known) & (known != ""), dtype=np.float64)


def _shared_texts(texts: Sequence[frozenset[int]]) -> Matrix:
    """The share of the rarer one's texts that both have."""
    numbers = {text: number for number, text in enumerate(sorted(set().union(*texts)))}
    member = np.zeros((len(texts), len(numbers)))
    for row, each in enumerate(texts):
        member[row, [numbers[text] for text in each]] = 1
    sizes = member.sum(1)
    return np.asarray(member @ member.T / np.minimum(sizes[:, None], sizes))


_COMPARISONS: dict[str, Callable[[Sequence[Described]], Matrix]] = {
    "phrase": _phrases,
    "words": _words,
    "verb": _verbs,
    "noun": _nouns,
    "same_verb": lambda items: _same([item.form.verb for item in items]),
    "same_noun": lambda items: _same([item.noun for item in items]),
    "distance": _distances,
    "same_text": lambda items: _shared_texts([item.texts for item in items]),
}

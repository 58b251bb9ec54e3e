"""A scenario without any text: word weights from its label and a few phrases for its events."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.backbones import vectors
from tacit.scenarios.systems.joint.stems import FUNCTION_WORDS, stem, words
from tacit.scenarios.systems.joint.word_model import WordModel, tfidf

_STRENGTH = 3.5
"""Turns the cosine between phrases and sentence into a margin: as good as trained ones from about 0.3."""
_BIAS = -1.0
_SIMILAR, _NEIGHBOURS = 0.6, 8
"""Words that the phrases lack count if their vectors are this close to a word's that they have; at most so many."""
_SHARE = 0.4
"""What such a word counts, times its cosine."""


def word_weights(phrases: Sequence[str], model: WordModel) -> tuple[dict[str, float], float]:
    """Weights of stems, and the bias, for a scenario that is known by phrases."""
    said = {stem(word) for phrase in phrases for word in words(phrase)} - FUNCTION_WORDS
    new = sorted(said - set(model.vocabulary))
    vocabulary = {**model.vocabulary, **{word: len(model.vocabulary) + place for place, word in enumerate(new)}}
    rarity = np.append(model.rarity, np.full(len(new), model.rarity.max(initial=1.0), dtype=np.float32))
    content = {word: row for word, row in vocabulary.items() if word not in FUNCTION_WORDS}
    places, values = tfidf(phrases, content, rarity)
    names = {row: word for word, row in content.items()}
    weights = {names[place]: _STRENGTH * value for place, value in zip(places.tolist(), values.tolist(), strict=True)}
    for word, neighbour, cosine in _neighbours(phrases):
        weight = _SHARE * cosine * weights.get(stem(word), 0.0)
        if stem(neighbour) in model.vocabulary:
            weights[stem(neighbour)] = max(weights.get(stem(neighbour), 0.0), weight)
    return weights, _BIAS


def _neighbours(phrases: Sequence[str]) -> list[tuple[str, str, float]]:
    """Words with vectors close to those of the phrases' words."""
    known = vectors.load()
    norms = np.linalg.norm(known.matrix, axis=1) + 1e-9
    found = []
    for word in sorted({word for phrase in phrases for word in words(phrase)}):
        if stem(word) in FUNCTION_WORDS or word not in known:
            continue
        cosines = known.matrix @ known[word] / (norms * np.linalg.norm(known[word]))
        nearest = np.argsort(-cosines)[1 : _NEIGHBOURS + 1]
        found += [(word, known.words[row], float(cosines[row])) for row in nearest if cosines[row] >= _SIMILAR]
    return found

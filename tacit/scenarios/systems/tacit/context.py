"""What a sentence is about, read in its context by an encoder that was trained for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tacit.learning.folder import making
from tacit.learning.tensors import read_arrays, write_arrays
from tacit.scenarios.systems.tacit.examples import Floats
from tacit.shapes import AtLeastOne

if TYPE_CHECKING:
    from tacit.backbones.bert import Bert
    from tacit.backbones.encoder import PlainEncoder
    from tacit.backbones.tokens import Tokenizer

KIND = "scenarios in context"
LONGEST_SENTENCE, LONGEST_STRETCH = 60, 240
"""Tokens of a sentence, and of a stretch of text that is read at once."""
SCALE = 16.0
"""How long the head's rows are at first, and those of scenarios that are added."""
_ENCODER, _WEIGHT, _BIAS = "encoder.", "head.weight", "head.bias"

Tokens = Sequence[Sequence[int]]
"""The tokens of each sentence of a stretch of text."""


class Context:
    """A trained encoder and a head over it, whose rows are 'nothing' and `labels`.

    A sentence's vector is the mean of its tokens' states, of length one.
    """

    def __init__(self, bert: Bert, head: Floats, bias: Floats, tokenizer: Tokenizer, labels: Sequence[str]) -> None:
        if head.shape != (1 + len(labels), bert.width) or bias.shape != (1 + len(labels),):
            raise ValueError("its head does not fit its labels")
        self.bert, self.head, self.bias = bert, head, bias
        self.tokenizer = tokenizer
        self.labels = tuple(labels)
        self.tokens = lru_cache(maxsize=1 << 16)(self._tokens)

    def _tokens(self, sentence: str) -> tuple[int, ...]:
        return sentence_tokens(self.tokenizer, sentence)

    def vectors(self, texts: Sequence[Sequence[str]]) -> list[Floats]:
        """For each text a row for each sentence."""
        stretches: list[tuple[int, int, Tokens]] = []
        for number, sentences in enumerate(texts):
            read = [self.tokens(sentence) for sentence in sentences]
            for start, end in stretches_of([len(each) for each in read]):
                stretches.append((number, start, read[start:end]))
        found = [np.zeros((len(sentences), self.bert.width), np.float32) for sentences in texts]
        sequences = [around(self.tokenizer, tokens) for *_, tokens in stretches]
        for (number, start, tokens), states in zip(stretches, self.bert.states(sequences), strict=True):
            starts = np.cumsum([1, *map(len, tokens[:-1])])
            rows = np.add.reduceat(states[:-1], starts, axis=0)
            found[number][start : start + len(tokens)] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return found

    def log_shares(self, texts: Sequence[Sequence[str]]) -> list[Floats]:
        """For each text a row for each sentence: the logarithm of what 'nothing' and each label get."""
        return [self.shares_of(rows) for rows in self.vectors(texts)]

    def shares_of(self, vectors: Floats) -> Floats:
        """The same for sentences whose vectors are known."""
        logits = vectors @ self.head.T + self.bias
        logits -= logits.max(1, keepdims=True)
        return np.asarray(logits - np.log(np.exp(logits).sum(1, keepdims=True)), np.float32)

    def with_label(self, label: str, phrases: Sequence[str]) -> Context:
        """The same with one more row, known by phrases alone."""
        size = float(np.linalg.norm(self.head[1:], axis=1).mean())
        row = prototype(np.concatenate(self.vectors([[phrase] for phrase in phrases])), size)
        head, bias = np.vstack([self.head, row]), np.append(self.bias, self.bias[1:].mean()).astype(np.float32)
        return Context(self.bert, head, bias, self.tokenizer, (*self.labels, label))

    def save(self, folder: Path) -> None:
        """Write a model folder with all that differs from the encoder it started from."""
        layers = {name: values for name, values in self.bert.weights.items() if name.startswith("encoder.")}
        weights = {_ENCODER + name: values for name, values in layers.items()}
        write_arrays(folder, KIND, {"labels": list(self.labels)}, {**weights, _WEIGHT: self.head, _BIAS: self.bias})

    @classmethod
    def load(cls, folder: Path, encoder: PlainEncoder) -> Context:
        """What `save` wrote; the encoder gives what was not learnt."""
        config, weights = read_arrays(folder, KIND, {"labels": AtLeastOne(str)})
        with making(folder, KIND):
            if not all(np.isfinite(values).all() for values in weights.values()):
                raise ValueError("the weights are not all numbers")
            head, bias = weights.pop(_WEIGHT), weights.pop(_BIAS)
            bert = encoder.bert.with_weights({name.removeprefix(_ENCODER): values for name, values in weights.items()})
            return cls(bert, head, bias, encoder.tokenizer, config["labels"])


def sentence_tokens(tokenizer: Tokenizer, sentence: str) -> tuple[int, ...]:
    """The tokens of a sentence, at least one and not too many."""
    return tuple(tokenizer.ids(sentence)[:LONGEST_SENTENCE]) or (tokenizer.unknown,)


def around(tokenizer: Tokenizer, stretch: Tokens) -> list[int]:
    """A stretch of text as one sequence."""
    return [tokenizer.first, *(token for sentence in stretch for token in sentence), tokenizer.last]


def stretches_of(lengths: Sequence[int], most: int = LONGEST_STRETCH) -> list[tuple[int, int]]:
    """Sentences of so many tokens each, put together to stretches of about the same length that are not too long.

    >>> stretches_of([100, 100, 100, 100, 100])
    [(0, 2), (2, 4), (4, 5)]
    """
    found: list[tuple[int, int]] = []
    start = total = 0
    for place, length in enumerate(lengths):
        if place > start and total + length > most:
            found.append((start, place))
            start, total = place, 0
        total += length
    return [*found, (start, len(lengths))] if lengths else []


def prototype(vectors: Floats, size: float = SCALE) -> Floats:
    """A row of the head that points to the mean of vectors."""
    mean = vectors.mean(0)
    row: Floats = (size * mean / max(float(np.linalg.norm(mean)), 1e-9)).astype(np.float32)
    return row

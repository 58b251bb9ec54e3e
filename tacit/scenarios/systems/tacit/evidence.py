"""What speaks for each scenario in each sentence: examples near it, a classifier, and a network that reads context."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tacit.progress import Progress
from tacit.scenarios.systems.tacit.context import Context
from tacit.scenarios.systems.tacit.examples import Encode, Examples, Floats, neighbourhoods
from tacit.scenarios.systems.tacit.features import SCALE
from tacit.scenarios.systems.tacit.linear import Linear
from tacit.scenarios.systems.tacit.material import Material
from tacit.scenarios.task import Narrative

_LABELLED, _GIVEN = 2.0, 1.0
"""What a sentence of a labelled text, and of one that gives examples, counts for the classifier."""


class Evidence(NamedTuple):
    """Of one text: sentences × labels × how near each kind comes; log shares of 'nothing' and of the labels.

    `classified` is what the classifier gives the labels.
    """

    nearness: Floats
    log_shares: Floats
    classified: Floats


@dataclass(frozen=True)
class Witnesses:
    """All that was learnt about scenarios from texts."""

    examples: Examples
    linear: Linear
    context: Context | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """The scenarios that are known."""
        return self.examples.labels

    @property
    def width(self) -> int:
        """The length of a sentence's vector."""
        return int(self.examples.vectors.shape[1])

    def evidence(self, texts: Sequence[Narrative], encode: Encode) -> list[Evidence]:
        """What speaks for what in each text; a network's shares take the place of the classifier's."""
        seen = sentence_rows(texts, encode, self.width)
        read = self.context.log_shares([text.sentences for text in texts]) if self.context is not None else []
        found = []
        for number, rows in enumerate(seen):
            nearness = self.examples.nearness(rows[:, : self.width], rows[:, self.width :])
            shares = self.linear.log_shares(rows)
            classified = shares[:, 1:]
            if self.context is not None:
                beside = (shares[:, 1:, None] - shares[:, :1, None]) / SCALE
                nearness, shares = np.concatenate([nearness, beside], axis=2), read[number]
            found.append(Evidence(nearness, shares, classified))
        return found

    def with_label(self, label: str, phrases: Sequence[str], encode: Encode) -> Witnesses:
        """The same with a scenario that is known by its label and a few phrases alone."""
        context = None if self.context is None else self.context.with_label(label, [label, *phrases])
        examples = self.examples.with_label(label, encode([label, *phrases]))
        return Witnesses(examples, self.linear.with_column(), context)


def sentence_rows(texts: Sequence[Narrative], encode: Encode, width: int) -> list[Floats]:
    """Each sentence's vector and its neighbourhood's, side by side; all texts encoded together, which is faster."""
    around = [(text.sentences, neighbourhoods(text.sentences)) for text in texts]
    unique = list(dict.fromkeys(each for pair in around for part in pair for each in part))
    if not unique:
        return [np.zeros((0, 2 * width), np.float32)] * len(texts)
    encoded = np.asarray(encode(unique), dtype=np.float32)
    number = {each: place for place, each in enumerate(unique)}
    empty = np.zeros((0, encoded.shape[1]), np.float32)
    return [
        np.concatenate([encoded[[number[each] for each in part]] if part else empty for part in pair], axis=1)
        for pair in around
    ]


@dataclass(frozen=True)
class Teaching:
    """How witnesses are made from texts: what is known beside them, and where a network's training is kept."""

    labels: Sequence[str]
    wordings: Mapping[str, Sequence[str]]
    phrases: Mapping[str, Sequence[str]]
    encode: Encode
    in_context: bool
    seed: int
    progress: Progress

    def witnesses(self, texts: Sequence[Narrative], checkpoint: Path | None = None) -> Witnesses:
        """What texts teach."""
        material = Material.of(texts)
        self.progress("encoding examples", 0, 0)
        examples = Examples.of(material.examples(self.labels, self.wordings, self.phrases), self.encode)
        self.progress("learning to classify", 0, 0)
        linear = self._linear(material)
        return Witnesses(examples, linear, self._context(texts, examples, checkpoint) if self.in_context else None)

    def _linear(self, material: Material) -> Linear:
        column = {label: number for number, label in enumerate(self.labels, 1)}
        given, own = [*material.giving, *material.nothing], list(material.labelled)
        targets = [
            [column[label] for label in labels if label in column] or [0]
            for text in (*given, *own)
            for labels in text.labels
        ]
        counts = [_GIVEN] * sum(map(len, given)) + [_LABELLED] * sum(map(len, own))
        rows = np.concatenate(sentence_rows([*given, *own], self.encode, 0))
        return Linear.learn(rows, targets, 1 + len(column), np.array(counts, np.float32), seed=self.seed)

    def _context(self, texts: Sequence[Narrative], examples: Examples, checkpoint: Path | None) -> Context:
        from tacit.backbones import encoder
        from tacit.scenarios.systems.tacit.context_training import Lessons, Pupil, learn

        own = [examples.vectors[examples.label == number] for number in range(len(self.labels))]
        blank = np.zeros((1, examples.vectors.shape[1]), np.float32)
        pupil = Pupil(encoder.fresh(), self.labels, [some if len(some) else blank for some in own])
        lessons = Lessons(texts, self.wordings, self.labels)
        return learn(pupil, lessons, seed=self.seed, progress=self.progress, checkpoint=checkpoint)

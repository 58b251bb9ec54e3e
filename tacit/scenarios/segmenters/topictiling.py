"""TopicTiling (Riedl and Biemann 2012) as the paper has it: split where neighbouring sentences share no topics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tacit.scenarios.features.content import Words, content_words
from tacit.scenarios.features.topics import TopicModel, shipped
from tacit.scenarios.segmenters import Segmenter
from tacit.scenarios.segmenters.tiling import Floats, coherence, tile

PAPER_X = 0.1
"""The paper's weight in µ − σ/x. Read as printed, it lets every valley pass, as no depth is below µ − 10σ."""
DEFAULT_X = -1.5
"""µ + 2σ/3: the best on documents merged from MCScript's training texts, with the paper's window."""


class TopicTiling(Segmenter):
    """Each word stands for its most relevant topic; a boundary is a deep valley of coherence between sentences.

    `window` is the number of sentences on either side of a gap, `x` the weight in the threshold µ − σ/x.
    Without `topics` those that ship with tacit are used.
    """

    def __init__(
        self,
        topics: TopicModel | None = None,
        *,
        window: int = 2,
        x: float = DEFAULT_X,
        pipeline: str | Path | None = None,
    ) -> None:
        self.topics = topics
        self.window = window
        self.x = x
        self.pipeline = pipeline

    def starts(self, sentences: Sequence[str]) -> list[int]:
        """Where topics change."""
        return self.starts_of(content_words(sentences, pipeline=self.pipeline))

    def starts_of(self, words: Sequence[Words]) -> list[int]:
        """The same for sentences given as their content words."""
        return tile(self.coherence(words), self.x) if words else []

    def coherence(self, words: Sequence[Words]) -> Floats:
        """How much the sentences on either side of each gap have their topics in common, from 0 to 1."""
        return coherence(sentence_topics(words, self.topics or shipped()), self.window)


def sentence_topics(words: Sequence[Words], model: TopicModel) -> Floats:
    """A row a sentence: component i is the weight of its words whose most relevant topic in this text is topic i.

    Rows add up to one; a sentence without known words is a row of zeros.
    """
    best = model.best_topics(tuple(word for sentence in words for word in sentence))
    rows = np.zeros((len(words), model.topics))
    for row, sentence in zip(rows, words, strict=True):
        for word in sentence:
            if word in best:
                topic, weight = best[word]
                row[topic] += weight
    sums = rows.sum(1, keepdims=True)
    return np.asarray(rows / np.where(sums > 0, sums, 1.0))

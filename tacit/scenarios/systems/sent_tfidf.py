"""The baseline `sent tf.idf`: the classifiers without segmentation."""

from __future__ import annotations

from collections.abc import Sequence

from tacit.scenarios.features.content import Words
from tacit.scenarios.systems.segmented import SegmentedSystem


class SentenceTfIdf(SegmentedSystem):
    """Each sentence is a segment of its own."""

    name = "sent_tfidf"

    def _starts(self, id: str, words: Sequence[Words]) -> list[int]:
        return list(range(len(words)))

"""The baseline `random tf.idf`: the classifiers on random segments."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any

from tacit.scenarios.evaluate import segment_starts
from tacit.scenarios.features.content import Words
from tacit.scenarios.systems.segmented import SegmentedSystem
from tacit.scenarios.task import Narrative


class RandomTfIdf(SegmentedSystem):
    """A segment ends after each sentence with the same probability. The seed and a text's id fix where.

    The paper does not say how long its random segments are; here they are as long, on average, as the segments of
    the held-out documents: such a splitter knows how many boundaries to expect, and nothing of where.
    """

    name = "random_tfidf"

    _mean_length = 1.0

    def _fit_segments(self, narratives: Sequence[Narrative], documents: Sequence[Narrative]) -> None:
        lengths = [len(text) / len(segment_starts(text.labels)) for text in documents or narratives if len(text)]
        self._mean_length = max(1.0, fmean(lengths)) if lengths else 1.0

    def _starts(self, id: str, words: Sequence[Words]) -> list[int]:
        random = Random(f"{self._seed} {id}")  # noqa: S311 (reproducible, not secret)
        return [place for place in range(len(words)) if place == 0 or random.random() < 1 / self._mean_length]

    def _segment_options(self) -> dict[str, Any]:
        return {"mean_length": self._mean_length}

    def _set_segment_options(self, config: dict[str, Any]) -> None:
        self._mean_length = float(config["mean_length"])
        if not self._mean_length >= 1:
            raise ValueError("mean_length must be at least 1")

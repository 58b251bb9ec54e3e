"""The segmentation that describes words and meanings together most shortly.

Words are described as in `optimal`; the vectors of a segment's sentences by their distance from the segment's mean, as
in change-point detection with a penalty. One dynamic program finds the best of all segmentations.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tacit.backbones import encoder
from tacit.scenarios.segmenters import Segmenter
from tacit.scenarios.segmenters.lexical import stems
from tacit.scenarios.segmenters.optimal import WordCosts, cheapest


class ChangePoints(Segmenter):
    """Exact segmentation by words and sentence vectors; segments have at most `longest` sentences.

    `meaning` weighs vectors against words, `penalty` is what a segment costs in units of the mean squared distance of
    a sentence from the text's mean, times log n; `cost` is the price for words as in `optimal`. The defaults are the
    best on six documents of each of Choi's sets; figures are of the others.
    """

    def __init__(
        self,
        *,
        longest: int = 100,
        meaning: float = 20.0,
        penalty: float = 0.4,
        cost: float = 0.5,
        model: str | Path | None = None,
    ) -> None:
        self.longest = longest
        self.meaning = meaning
        self.penalty = penalty
        self.cost = cost
        self.model = model

    def starts(self, sentences: Sequence[str]) -> list[int]:
        """Where segments start in the cheapest description of the text."""
        if not sentences:
            return []
        return self.split(stems(sentences), encoder.load(self.model).encode(sentences))

    def split(self, words: Sequence[Sequence[str]], vectors: npt.NDArray[np.float32]) -> list[int]:
        """The same of words and vectors of sentences."""
        text = WordCosts(words)
        centred = vectors - vectors.mean(0)
        sums = np.concatenate([np.zeros((1, centred.shape[1])), centred.cumsum(0)])
        spread = float((centred**2).sum()) / len(centred)
        price = self.cost * math.log(max(text.length, 2))
        price += self.meaning * self.penalty * spread * math.log(max(len(words), 2))

        def costs(start: int) -> list[float]:
            lengths = np.array(list(text.description_lengths(start, self.longest)))
            parts = sums[start + 1 : start + 1 + len(lengths)] - sums[start]
            # Σ‖v − mean‖² of a segment is Σ‖v‖², the same for all segmentations, less ‖Σv‖² / n.
            scatter = -(parts**2).sum(1) / np.arange(1, len(lengths) + 1)
            return [float(each) for each in lengths + self.meaning * scatter]

        return cheapest(len(words), costs, price)

"""Sentiment alone: does the tone of an ending go with the tone of its story? Three teams report 60 to 65 % for this."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.features.sentiment import sentiment_features
from tacit.endings.systems.base import FeatureSystem
from tacit.endings.task import Cloze
from tacit.progress import Progress


class SentimentOnly(FeatureSystem):
    """Logistic regression on VADER's view of story and ending."""

    name: ClassVar[str] = "sentiment_only"

    def features(self, clozes: Sequence[Cloze], progress: Progress) -> Matrix:
        """Tone of the ending, and beside its story's."""
        return np.concatenate([sentiment_features(cloze) for cloze in clozes])

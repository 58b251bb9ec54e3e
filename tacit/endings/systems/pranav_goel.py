"""Pranav_Goel (Goel and Singh 2017): an ensemble of sentiment overlap and sentence similarity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.features.sentiment import sentiment_features
from tacit.endings.features.word_vectors import word_similarity_features
from tacit.endings.systems.base import FeatureSystem
from tacit.endings.task import Cloze
from tacit.progress import Progress


class PranavGoel(FeatureSystem):
    """Logistic regression on VADER's view of story and ending and on cosines of their word vectors.

    word2vec is replaced by GloVe; the similarity learnt from SICK by the cosines themselves.
    """

    name: ClassVar[str] = "pranav_goel"

    def features(self, clozes: Sequence[Cloze], progress: Progress) -> Matrix:
        """Sentiment beside the story's, likeness to it."""
        return np.concatenate(
            [np.hstack([sentiment_features(cloze), word_similarity_features(cloze)]) for cloze in clozes]
        )

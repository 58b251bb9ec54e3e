"""The language model alone: which ending does it find more probable after the story?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tacit.endings.features import Matrix
from tacit.endings.features.language_model import language_model_features
from tacit.endings.systems.base import FeatureSystem
from tacit.endings.task import Cloze
from tacit.progress import Progress


class LanguageModelOnly(FeatureSystem):
    """Logistic regression on log-probabilities with and without the story."""

    name: ClassVar[str] = "lm_only"

    def features(self, clozes: Sequence[Cloze], progress: Progress) -> Matrix:
        """Summed and by the token."""
        return language_model_features(clozes, progress=progress)

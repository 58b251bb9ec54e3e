"""ukp (Bugert et al. 2017): a BiLSTM joined with overlap, sentiment, negation and pronoun features."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.features.sentiment import sentiment_features
from tacit.endings.features.surface import surface_features
from tacit.endings.systems.recurrent import RecurrentSystem
from tacit.endings.task import Cloze


class Ukp(RecurrentSystem):
    """CoreNLP's and DKPro's annotations are replaced by word lists and VADER."""

    name: ClassVar[str] = "ukp"

    def features(self, cloze: Cloze) -> Matrix:
        """N-gram overlap, negation, pronouns and names; tone beside the story's."""
        return np.hstack([surface_features(cloze), sentiment_features(cloze)])

"""What speaks for an ending besides the judges: columns that need no training, with what they are about."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.endings.features import Matrix, language_model, sentence_vectors, sentiment, surface
from tacit.endings.task import Cloze, Progress, no_progress

JUDGES = ("the language model as a judge", "the pair encoder as a judge", "the style of the ending")
"""Columns of scores that are learnt, before those of `columns`."""
NAMES = (*language_model.NAMES, *sentiment.NAMES, *surface.NAMES, *sentence_vectors.NAMES)
THEMES = {
    "judges": JUDGES[:2],
    "style": (JUDGES[2], surface.NAMES[0]),
    "expectation": language_model.NAMES,
    "tone": sentiment.NAMES,
    "ties": surface.NAMES[1:],
    "topic": sentence_vectors.NAMES,
}
"""What each column is about; every column belongs to one theme."""


def columns(clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> Matrix:
    """A row of `NAMES` for each candidate, story after story."""
    parts = [
        language_model.language_model_features(clozes, progress=progress),
        np.concatenate([sentiment.sentiment_features(cloze) for cloze in clozes]),
        np.concatenate([surface.surface_features(cloze) for cloze in clozes]),
        sentence_vectors.similarity_features(clozes, progress=progress),
    ]
    return np.concatenate(parts, axis=1)

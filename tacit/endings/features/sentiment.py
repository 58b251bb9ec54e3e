"""The sentiment of sentences by VADER, and how an ending's goes with its story's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.task import Cloze
from tacit.extras import require

NAMES = (
    "sentiment of the ending", "strength of sentiment", "sentiment beside the story",
    "sentiment beside its last sentence", "same tone as the story", "same tone as its last sentence",
    "distance from the story's sentiment",
)  # fmt: skip


@lru_cache(maxsize=200_000)
def compound(sentence: str) -> float:
    """VADER's compound score, from -1 (all bad) to 1 (all good).

    >>> compound("What a wonderful day!") > 0.5 > -0.5 > compound("It was a terrible, sad day.")
    True
    """
    return float(_analyser().polarity_scores(sentence)["compound"])


@cache
def _analyser() -> Any:
    return require("vaderSentiment.vaderSentiment", extra="neural").SentimentIntensityAnalyzer()


@lru_cache(maxsize=200_000)
def bears_sentiment(sentence: str) -> bool:
    """Does a word of the sentiment lexicon stand in it?

    >>> bears_sentiment("What a wonderful day!"), bears_sentiment("It was a day.")
    (True, False)
    """
    scores = _analyser().polarity_scores(sentence)
    return bool(scores["pos"] or scores["neg"])


def trajectory(sentences: Sequence[str]) -> list[float]:
    """The sentiment of sentence after sentence."""
    return [compound(sentence) for sentence in sentences]


def sentiment_features(cloze: Cloze) -> Matrix:
    """A row of `NAMES` for each candidate."""
    course = trajectory(cloze.story)
    story, last = float(np.mean(course)), course[-1]
    rows = [
        [tone, abs(tone), tone * story, tone * last, float(tone * story > 0), float(tone * last > 0), abs(tone - story)]
        for tone in trajectory(cloze.endings)
    ]
    return np.array(rows, dtype=np.float32)

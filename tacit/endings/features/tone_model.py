"""A small language model of tones (after Chaturvedi et al. 2017): which sentiment follows a story's course?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.features.sentiment import trajectory
from tacit.endings.task import Cloze, Story

_THRESHOLDS = (-0.35, -0.05, 0.05, 0.35)
TONES = len(_THRESHOLDS) + 1
"""Very bad, bad, neutral, good, very good."""
NAMES = ("tone after the whole story", "tone after the last sentence", "tone alone")


class ToneModel:
    """log p(tone of the ending | mean tone of the story, tone of its last sentence), from counts."""

    def __init__(self, counts: Matrix) -> None:
        if counts.shape != (TONES, TONES, TONES):
            raise ValueError(f"the counts of tones must be {TONES} in each of three directions")
        self.counts = counts
        last = counts.sum(0) + 1.0
        alone = counts.sum((0, 1)) + 1.0
        self._alone = np.log(alone / alone.sum())
        after_last = last / last.sum(1, keepdims=True)
        self._after_last = np.log(after_last)
        whole = counts + 5.0 * after_last[None]
        self._whole = np.log(whole / whole.sum(2, keepdims=True))

    @staticmethod
    @lru_cache(maxsize=1)
    def count(stories: tuple[Story, ...]) -> ToneModel:
        """Count how stories end, by how they went; the last stories counted are remembered."""
        counts = np.zeros((TONES, TONES, TONES), dtype=np.float32)
        for story in stories:
            course = trajectory(story.sentences)
            counts[tone(float(np.mean(course[:-1]))), tone(course[-2]), tone(course[-1])] += 1
        return ToneModel(counts)

    def log_probabilities(self, story: Sequence[float], ending: float) -> list[float]:
        """After the whole story, after its last sentence, and whatever the story."""
        whole, last, end = tone(float(np.mean(story))), tone(story[-1]), tone(ending)
        return [float(self._whole[whole, last, end]), float(self._after_last[last, end]), float(self._alone[end])]


def tone(compound: float) -> int:
    """The tone of a VADER score.

    >>> tone(-0.9), tone(0.0), tone(0.2)
    (0, 2, 3)
    """
    return int(np.searchsorted(_THRESHOLDS, compound, side="right"))


def tone_features(cloze: Cloze, model: ToneModel) -> Matrix:
    """A row of `NAMES` for each candidate."""
    story = trajectory(cloze.story)
    return np.array([model.log_probabilities(story, ending) for ending in trajectory(cloze.endings)], dtype=np.float32)

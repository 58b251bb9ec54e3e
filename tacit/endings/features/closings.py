"""What endings are made of: words and events that stand in last sentences more often than in those before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import log

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.features.events import sentence_events
from tacit.endings.features.surface import words
from tacit.endings.task import Cloze, Story
from tacit.progress import Progress, no_progress

NAMES = ("events of endings", "most of an ending's event", "words of endings", "most of an ending's word",
         "least of an ending's word")  # fmt: skip
_UNSEEN = 2.0
"""Sentences that each word is taken to have been seen in, so that rare ones say little."""


class Closings:
    """log p(word | last sentence) / p(word | earlier sentence), and the same for events."""

    def __init__(self, words: Mapping[str, float], events: Mapping[str, float]) -> None:
        self.words = dict(words)
        self.events = dict(events)

    @classmethod
    def learn(
        cls, stories: tuple[Story, ...], parsed: Sequence[Story], *, progress: Progress = no_progress
    ) -> Closings:
        """Words from all stories, events from those that are worth parsing."""
        sentences = [sentence for story in parsed for sentence in story.sentences]
        events = dict(zip(sentences, sentence_events(sentences, progress=progress), strict=True))
        return cls(_word_ratios(stories), _ratios(parsed, events.__getitem__))

    def row(self, ending: str, events: Sequence[str]) -> list[float]:
        """`NAMES` for one ending."""
        by_event = [self.events.get(event, 0.0) for event in events] or [0.0]
        by_word = [self.words.get(word, 0.0) for word in words(ending)] or [0.0]
        return [float(np.mean(by_event)), max(by_event), float(np.mean(by_word)), max(by_word), min(by_word)]


@lru_cache(maxsize=1)
def _word_ratios(stories: tuple[Story, ...]) -> dict[str, float]:
    return _ratios(stories, words)


def _ratios(stories: Sequence[Story], parts: Callable[[str], Iterable[str]]) -> dict[str, float]:
    earlier = Counter(part for story in stories for sentence in story.body for part in set(parts(sentence)))
    last = Counter(part for story in stories for part in set(parts(story.ending)))
    bodies = sum(len(story.body) for story in stories) / max(1, len(stories))
    return {
        part: log((last[part] + _UNSEEN) / (earlier[part] / bodies + _UNSEEN))
        for part in sorted({*earlier, *last})
        if earlier[part] + last[part] > _UNSEEN
    }


def closing_features(clozes: Sequence[Cloze], closings: Closings, *, progress: Progress = no_progress) -> Matrix:
    """A row of `NAMES` for each candidate of each story."""
    endings = [ending for cloze in clozes for ending in cloze.endings]
    found = sentence_events(endings, progress=progress)
    return np.array([closings.row(*each) for each in zip(endings, found, strict=True)], dtype=np.float32)

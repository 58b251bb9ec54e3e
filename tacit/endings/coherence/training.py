"""Learn what sentences that belong to a story have in common, from texts into which strangers were put."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np

from tacit.endings.coherence.model import CoherenceJudge, coherence_features, most_odd
from tacit.endings.task import Story
from tacit.errors import InputError
from tacit.learning.trees import Floats, Trees
from tacit.progress import Progress, no_progress

FALSE_MARKS = 1 / 50
"""The share of sentences that belong to their story and may be called odd all the same."""
LIKELY = 0.5
"""A sentence that rather belongs is never odd."""
STRANGERS = 1
"""How often each text is told with a stranger in it."""
SHORTEST, LONGEST = 4, 40
LENGTHS = (0, 8, 16, LONGEST)
"""Texts up to these numbers of judged sentences are groups: in each of them false marks must be rare."""
_KEPT_BACK = 4
_TREES: dict[str, Any] = {
    "max_iter": 160,
    "learning_rate": 0.06,
    "max_leaf_nodes": 10,
    "min_samples_leaf": 40,
    "l2_regularization": 1.0,
}

Booleans = np.typing.NDArray[np.bool_]
Numbers = np.typing.NDArray[np.int64]
Encode = Callable[[Sequence[str]], Floats]


@dataclass(frozen=True)
class CoherenceMeasure:
    """How often sentences that belong are marked, and how often strangers are."""

    texts: int
    sentences: int
    false_marks: float
    strangers: int
    found: float

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def with_strangers(stories: Sequence[Story], *, seed: int = 0) -> Iterator[tuple[Story, int]]:
    """Each story again with a sentence of another one, beside or in place of its own, never first; and its place."""
    draw = Random(seed)  # noqa: S311 (not for secrets)
    for story in stories:
        for _ in range(STRANGERS):
            other = draw.choice(stories)
            if other.id == story.id:
                continue
            place, instead = draw.randrange(1, len(story.sentences)), draw.random() < 0.5
            told = list(story.sentences)
            told[place : place + instead] = [draw.choice(other.sentences)]
            yield Story(story.id, tuple(told)), place


def learn(
    stories: Sequence[Story], encode: Encode, *, seed: int = 0, progress: Progress = no_progress
) -> tuple[CoherenceJudge, CoherenceMeasure]:
    """A judge; where a sentence is odd is set, and measured, on texts that are kept back from it."""
    chosen = suitable(stories)
    kept = [story for story in chosen if zlib.crc32(story.id.encode()) % _KEPT_BACK == 0]
    others = [story for story in chosen if zlib.crc32(story.id.encode()) % _KEPT_BACK]
    if len(kept) < 2 or len(others) < 2:
        raise InputError(f"too few texts of {SHORTEST} to {LONGEST} sentences to learn coherence from: {len(chosen)}")
    rows, strange, _ = observe(others, encode, seed=seed, progress=progress)
    weights = np.where(strange, (~strange).sum() / max(1, strange.sum()) / 2, 1.0)
    trees = Trees.learn(rows, strange, weights=weights, seed=seed, **_TREES)
    rows, strange, texts = observe(kept, encode, seed=seed + 1, progress=progress)
    found = CoherenceJudge(trees, 0.0).probabilities(rows)
    judge = CoherenceJudge(trees, least_likely(found, strange, texts))
    return judge, _measure(len(kept), _marked(found, texts, judge.odd), strange)


def least_likely(found: Floats, strange: Booleans, texts: Numbers) -> float:
    """The probability below which a sentence is odd, so that few that belong are marked in texts of every length."""
    lengths = np.bincount(texts)[texts]
    groups = [~strange & (lengths > above) & (lengths <= upto) for above, upto in pairwise(LENGTHS)]
    fine = 0.0
    for least in np.arange(0.02, LIKELY + 0.001, 0.01):
        marked = _marked(found, texts, float(least))
        if any(group.any() and marked[group].mean() > FALSE_MARKS for group in groups):
            break
        fine = float(least)
    return round(fine, 4)


def _marked(found: Floats, texts: Numbers, least: float) -> Booleans:
    """Which sentences are odd, text by text."""
    ends = np.flatnonzero(np.diff(texts)) + 1
    return np.concatenate([most_odd(part, least) for part in np.split(found, ends)])


def measure(
    judge: CoherenceJudge, stories: Sequence[Story], encode: Encode, *, seed: int = 0, progress: Progress = no_progress
) -> CoherenceMeasure:
    """How a judge does on texts, as they are and with strangers in them."""
    chosen = suitable(stories)
    if len(chosen) < 2:
        raise InputError(f"too few texts of {SHORTEST} to {LONGEST} sentences to measure coherence on: {len(chosen)}")
    rows, strange, texts = observe(chosen, encode, seed=seed, progress=progress)
    return _measure(len(chosen), _marked(judge.probabilities(rows), texts, judge.odd), strange)


def suitable(stories: Sequence[Story]) -> list[Story]:
    """The stories that are neither too short nor too long."""
    return [story for story in stories if SHORTEST <= len(story.sentences) <= LONGEST]


def observe(
    stories: Sequence[Story], encode: Encode, *, seed: int = 0, progress: Progress = no_progress
) -> tuple[Floats, Booleans, Numbers]:
    """Rows of features of all sentences but the first, of stories as they are and with a stranger in them; which rows
    are strangers'; and the number of the text that each row is of."""
    sentences = list(dict.fromkeys(sentence for story in stories for sentence in story.sentences))
    vectors = dict(zip(sentences, encode(sentences), strict=True))
    rows: list[Floats] = []
    strange: list[bool] = []
    for number, story in enumerate(stories, 1):
        told = coherence_features(story.sentences, np.stack([vectors[each] for each in story.sentences]))
        rows.append(told[1:])
        strange += [False] * (len(told) - 1)
        progress("looking at stories", number, len(stories))
    for story, place in with_strangers(stories, seed=seed):
        told = coherence_features(story.sentences, np.stack([vectors[each] for each in story.sentences]))
        rows.append(told[1:])
        strange += [number == place for number in range(1, len(told))]
    texts = np.repeat(np.arange(len(rows)), [len(told) for told in rows])
    return np.concatenate(rows), np.array(strange), texts


def _measure(texts: int, marked: Booleans, strange: Booleans) -> CoherenceMeasure:
    return CoherenceMeasure(
        texts,
        int((~strange).sum()),
        round(float(marked[~strange].mean()), 4),
        int(strange.sum()),
        round(float(marked[strange].mean()), 4),
    )

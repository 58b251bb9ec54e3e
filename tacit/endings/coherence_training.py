"""Learn what sentences that belong to a story have in common, from stories in which one sentence was exchanged."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tacit.endings.coherence import NAMES, Weights, coherence_features
from tacit.endings.features import Matrix
from tacit.endings.recasting import Recaster
from tacit.endings.task import Cloze, Story
from tacit.extras import require
from tacit.files import atomic_write
from tacit.progress import Progress, no_progress

_FALSE_ALARMS = 0.05
"""The share of sentences that belong to their story and may be called odd all the same."""


@dataclass(frozen=True, slots=True)
class Intrusions:
    """Sentences in their place and strangers there: rows of `NAMES`, alternating."""

    rows: Matrix

    @property
    def labels(self) -> list[bool]:
        """Whether each row is of a sentence that belongs."""
        return [place % 2 == 0 for place in range(len(self.rows))]


def intruded(stories: Sequence[Story], count: int, *, seed: int = 0) -> Iterator[Cloze]:
    """Beginnings of stories, each with the sentence that comes next and one from a like story, which does not."""
    longest = max(len(story.sentences) for story in stories)
    places = range(1, min(longest, 5))
    for place in places:
        cut = [Story(story.id, story.sentences[: place + 1]) for story in stories if len(story.sentences) > place]
        yield from Recaster(cut).clozes(-(-count // len(places)), wrong=1, seed=seed + place)


def observe(clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> Intrusions:
    """What can be seen of right and wrong sentences alike."""
    rows = []
    for number, cloze in enumerate(clozes, 1):
        rows += [coherence_features([*cloze.story, sentence])[-1] for sentence in cloze.endings]
        progress("coherence", number, len(clozes))
    return Intrusions(np.array(rows, dtype=np.float32))


def fit(seen: Intrusions) -> Weights:
    """The logistic regression, and below what a sentence is odd: where few of those that belong would be."""
    labels = np.array(seen.labels)
    spread = seen.rows.std(0) + 1e-9
    model = require("sklearn.linear_model", extra="neural").LogisticRegression(C=1.0, max_iter=1000)
    model.fit(seen.rows / spread, labels)
    weights = Weights(tuple((model.coef_[0] / spread).tolist()), float(model.intercept_[0]), 0.0)
    belonging = [weights.probability(row) for row in seen.rows[labels].tolist()]
    return Weights(weights.weights, weights.bias, float(np.quantile(belonging, _FALSE_ALARMS)))


def write_weights(weights: Weights, path: Path) -> None:
    """Write what `coherence.read_weights` reads."""
    plain = {"weights": dict(zip(NAMES, weights.weights, strict=True)), "bias": weights.bias, "odd": weights.odd}
    with atomic_write(path) as stream:
        json.dump(plain, stream, indent=1)

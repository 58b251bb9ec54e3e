"""Where does a story stop making sense? Which sentence belongs to the story around it, and which has strayed in.

A sentence that belongs is near others of its story, shares words with them, and is about the same people; one that
strayed in stands between two that are nearer to each other than to it. Boosted trees weigh these signs. They were
taught (`coherence_training`) with texts into which sentences of other texts had been put.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tacit.endings.features.surface import content_words, words
from tacit.learning.folder import read_folder, write_folder
from tacit.learning.trees import Floats, Trees

KIND = "coherence"
SHIPPED = Path(__file__).parents[2] / "models" / "coherence"
NAMES = (
    "nearness to the last sentence",
    "nearness to the next",
    "nearness of these to each other",
    "nearest of those around",
    "mean nearness of those around",
    "nearest of all",
    "mean of the three nearest",
    "mean nearness",
    "mean nearness beyond that of the text",
    "nearest beyond the usual of the text",
    "mean nearness in the text",
    "words shared",
    "words shared with those around",
    "content words",
    "pronouns",
    "first person against that of the text",
    "sentences",
    "words",
)
ONE_IN = 25
"""At most one sentence in so many is marked; a reader who is told of more stops listening."""
_AROUND = 3
_STEM = 6
"""Letters by which words are taken for forms of each other."""
_FIRST_PERSON = frozenset(("i", "me", "my", "we", "us", "our"))
_POINTING = frozenset(
    ["he", "she", "they", "him", "her", "them", "it", "his", "their", "this", "that", "there", "then"]
)


@dataclass(frozen=True, slots=True)
class SentenceCoherence:
    """The probability that a sentence belongs where it stands; the first of a story is not judged.

    `nearness` is how near the nearest other sentence is. A sentence is `odd` if hardly any that belongs to its story
    is as improbable, and if few of its own story are: a text that wanders all along has no strangers (`most_odd`).
    """

    sentence: int
    probability: float
    nearness: float
    odd: bool

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


@dataclass(frozen=True)
class CoherenceJudge:
    """Trees that tell strangers from sentences that belong, and the probability below which a sentence is odd."""

    trees: Trees
    odd: float

    def probabilities(self, rows: Floats) -> Floats:
        """That sentences belong, by their rows of `NAMES`."""
        return np.asarray(1 - self.trees.predict(rows), np.float32)

    def judge(self, sentences: Sequence[str], vectors: Floats) -> list[SentenceCoherence]:
        """A judgement for each sentence but the first."""
        if len(sentences) < 2:
            return []
        rows = coherence_features(sentences, vectors)
        found = self.probabilities(rows)
        nearest = rows[:, NAMES.index("nearest of all")]
        marked = most_odd(found[1:], self.odd)
        return [
            SentenceCoherence(place, round(float(found[place]), 4), round(float(nearest[place]), 4), bool(odd))
            for place, odd in enumerate(marked, 1)
        ]

    def save(self, folder: Path) -> None:
        """Write a model folder."""
        write_folder(folder, KIND, {"odd": self.odd, "bias": self.trees.bias}, self.trees.arrays())

    @classmethod
    def load(cls, folder: Path) -> CoherenceJudge:
        """What `save` wrote."""
        with read_folder(folder, KIND, {"odd": float, "bias": float}) as (config, arrays):
            trees = Trees.from_arrays(arrays, float(config["bias"]))
            if int(trees.feature.max(initial=0)) >= len(NAMES):
                raise ValueError("its trees look at features that are not there")
            return cls(trees, float(config["odd"]))


def coherence(sentences: Sequence[str]) -> list[SentenceCoherence]:
    """A judgement for each sentence but the first, by the model that comes with tacit."""
    from tacit.backbones import encoder

    return shipped().judge(sentences, encoder.load().encode(sentences)) if len(sentences) > 1 else []


def most_odd(probabilities: Floats, least: float) -> np.typing.NDArray[np.bool_]:
    """Which sentences of one text are odd: below `least`, and of these the lowest, one in each started `ONE_IN`.

    >>> most_odd(np.array([0.2, 0.1, 0.9]), 0.3).tolist()
    [False, True, False]
    """
    marked = np.zeros(len(probabilities), dtype=bool)
    lowest = np.argsort(probabilities, kind="stable")[: -(-len(probabilities) // ONE_IN)]
    marked[lowest] = probabilities[lowest] < least
    return marked


def revised(judged: Sequence[SentenceCoherence], said: Sequence[float]) -> list[SentenceCoherence]:
    """The same judgements with other probabilities; where none changed, what is odd does not either."""
    if [each.probability for each in judged] == list(said):
        return list(judged)
    marked = most_odd(np.array(said), shipped().odd)
    return [
        replace(each, probability=round(probability, 4), odd=bool(odd))
        for each, probability, odd in zip(judged, said, marked, strict=True)
    ]


def coherence_features(sentences: Sequence[str], vectors: Floats) -> Floats:
    """A row of `NAMES` for each sentence of a text; what is not there is not a number."""
    count = len(sentences)
    near = (vectors @ vectors.T).astype(np.float32)
    np.fill_diagonal(near, np.nan)
    best, means = np.nanmax(near, axis=1), np.nanmean(near, axis=1)
    top = -np.sort(-np.nan_to_num(near, nan=-1.0), axis=1)[:, :3]
    usual, whole = float(np.median(best)), float(np.nanmean(near))
    about = [frozenset(word[:_STEM] for word in content_words(sentence)) for sentence in sentences]
    personal = np.array([not _FIRST_PERSON.isdisjoint(words(sentence)) for sentence in sentences], float)
    rows = np.full((count, len(NAMES)), np.nan, np.float32)
    for place, sentence in enumerate(sentences):
        around = [other for other in range(max(0, place - _AROUND), min(count, place + _AROUND + 1)) if other != place]
        if place:
            rows[place, 0] = near[place, place - 1]
        if place + 1 < count:
            rows[place, 1] = near[place, place + 1]
        if 0 < place < count - 1:
            rows[place, 2] = near[place - 1, place + 1]
        others = [other for other in range(count) if other != place]
        rows[place, 3:] = (
            near[place, around].max(),
            near[place, around].mean(),
            best[place],
            top[place].mean(),
            means[place],
            means[place] - whole,
            best[place] - usual,
            whole,
            _shared(about, place, others),
            _shared(about, place, around),
            len(about[place]),
            sum(word in _POINTING for word in words(sentence)),
            personal[place] - (personal.sum() - personal[place]) / (count - 1),
            count,
            len(words(sentence)),
        )
    return rows


def _shared(about: Sequence[frozenset[str]], place: int, others: Sequence[int]) -> float:
    own = about[place]
    return sum(any(word in about[other] for other in others) for word in own) / max(1, len(own))


@cache
def shipped() -> CoherenceJudge:
    """The judge that comes with tacit."""
    return CoherenceJudge.load(SHIPPED)

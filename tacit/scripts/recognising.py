"""Which events of a written script does a passage tell? Those of whose wordings its pieces mean the same.

Every piece of a sentence is compared with every wording of every event by the sentence encoder, twice: as it is, and
without what all wordings of the script have in common, so that *in the restaurant* counts for nothing and *the bill*
for much. How near the nearest wordings are, how much nearer than those of other events, which words the two share, and
whether the event's place in the script is the sentence's place in the passage decide, by a logistic regression that is
the same for all scripts, how likely the sentence tells the event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tacit.documents import Span
from tacit.howto.phrases import content_words
from tacit.scripts.task import Script
from tacit.scripts.units import units

FEATURES = (
    "nearest",
    "next",
    "margin",
    "name",
    "whole",
    "own_nearest",
    "own_next",
    "own_margin",
    "own_name",
    "own_mean",
    "own_best",
    "own_rank",
    "shared",
    "rare",
    "place",
)
"""`own_` features are those without what all wordings have in common."""
BIAS = "bias"
WEIGHTS = dict.fromkeys(FEATURES, 0.0) | {
    BIAS: -5.5,
    "nearest": 1.5,
    "next": 2.0,
    "margin": 3.0,
    "own_nearest": 2.0,
    "own_margin": 3.0,
    "shared": 1.5,
    "place": -1.0,
}
"""Used where nothing was learnt."""
TOLD = 0.3
"""From this probability on an event counts as told: readers find it so in every second case, and to call told what
is not costs less than the other way round."""

NEARBY = 0.5
"""What a sentence counts that is not known to be about the scenario."""

Floats = npt.NDArray[np.float32]
Table = npt.NDArray[np.float64]
Piece = tuple[int, int, int]
"""Number of the sentence, start and end."""


class ToldEvent(NamedTuple):
    """How likely a passage tells an event, and where most clearly."""

    event: int
    span: Span
    probability: float


@dataclass(frozen=True)
class Wordings:
    """The wordings of a script with their vectors; the name of each event stands before its wordings."""

    script: Script
    vectors: Floats

    @cached_property
    def owners(self) -> npt.NDArray[np.int64]:
        """For each vector the number of its event."""
        return np.repeat(np.arange(len(self.script.events)), [1 + len(each.wordings) for each in self.script.events])

    @cached_property
    def starts(self) -> npt.NDArray[np.int64]:
        """For each event the place of its name."""
        sizes = [1 + len(event.wordings) for event in self.script.events]
        return np.concatenate([[0], np.cumsum(sizes)[:-1]])

    @cached_property
    def mean(self) -> Floats:
        """What all wordings have in common."""
        mean: Floats = self.vectors.mean(0)
        return mean

    @cached_property
    def own(self) -> Floats:
        """The vectors without that."""
        return _unit(self.vectors - self.mean)

    @cached_property
    def words(self) -> list[frozenset[str]]:
        """For each event the words of its name and wordings."""
        return [
            frozenset(word for text in (event.name, *event.wordings) for word in content_words(text))
            for event in self.script.events
        ]

    @cached_property
    def rare(self) -> frozenset[str]:
        """Words that at most two events have."""
        counts = Counter(word for words in self.words for word in words)
        return frozenset(word for word, count in counts.items() if count <= 2)

    @staticmethod
    def texts(script: Script) -> list[str]:
        """What the vectors are of, in order."""
        return [text for event in script.events for text in (event.name, *event.wordings)]


def pieces(text: str, sentences: Sequence[tuple[int, int]]) -> list[Piece]:
    """All pieces of a passage."""
    return [(number, *unit) for number, place in enumerate(sentences) for unit in units(text, *place)]


class _Nearness(NamedTuple):
    """For pieces × events: cosines of the nearest wording, the next, the mean, the nearest of all other events."""

    nearest: Table
    next: Table
    mean: Table
    rival: Table
    name: Table


def _nearness(cosines: Table, wordings: Wordings) -> _Nearness:
    size = len(wordings.script.events)
    nearest, following, mean = (np.zeros((len(cosines), size)) for _ in range(3))
    for event in range(size):
        own = np.sort(cosines[:, wordings.owners == event], axis=1)
        nearest[:, event], following[:, event] = own[:, -1], own[:, max(-2, -own.shape[1])]
        mean[:, event] = own.mean(1)
    return _Nearness(nearest, following, mean, _rivals(nearest), cosines[:, wordings.starts])


def _rivals(best: Table) -> Table:
    """For each piece and event the nearest other event."""
    if best.shape[1] < 2:
        return np.zeros_like(best)
    order = np.sort(best, axis=1)
    top, second = order[:, -1:], order[:, -2:-1]
    return np.where(best == top, second, top)


def _unit(rows: Floats) -> Floats:
    unit: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return unit


def features(
    wordings: Wordings, text: str, parts: Sequence[Piece], vectors: Floats
) -> tuple[Table, npt.NDArray[np.int64]]:
    """Sentences × events × features, of the piece that tells the event most clearly, and the number of that piece."""
    plain = _nearness(np.asarray(vectors @ wordings.vectors.T, dtype=np.float64), wordings)
    own = _nearness(np.asarray(_unit(vectors - wordings.mean) @ wordings.own.T, dtype=np.float64), wordings)
    clear = own.nearest + 0.5 * (own.nearest - own.rival) + 0.5 * plain.nearest
    numbers = np.array([part[0] for part in parts])
    count, size = int(numbers.max()) + 1, len(wordings.script.events)
    table, chosen = np.zeros((count, size, len(FEATURES))), np.zeros((count, size), dtype=np.int64)
    for sentence in range(count):
        inside = np.flatnonzero(numbers == sentence)
        favourite = np.bincount(own.nearest[inside].argmax(1), minlength=size) / len(inside)
        best = inside[clear[inside].argmax(0)]
        chosen[sentence] = best
        events = np.arange(size)
        shared, rare = _shared(wordings, text, [parts[piece] for piece in best])
        away = np.abs(sentence / max(1, count - 1) - events / max(1, size - 1))
        columns = {
            "nearest": plain.nearest[best, events],
            "next": plain.next[best, events],
            "margin": plain.nearest[best, events] - plain.rival[best, events],
            "name": plain.name[best, events],
            "whole": plain.nearest[inside[0]],
            "own_nearest": own.nearest[best, events],
            "own_next": own.next[best, events],
            "own_margin": own.nearest[best, events] - own.rival[best, events],
            "own_name": own.name[best, events],
            "own_mean": own.mean[best, events],
            "own_best": favourite,
            "own_rank": (own.nearest[best] > own.nearest[best, events][:, None]).sum(1) / size,
            "shared": shared,
            "rare": rare,
            "place": away,
        }
        table[sentence] = np.stack([columns[name] for name in FEATURES], axis=1)
    return table, chosen


def _shared(wordings: Wordings, text: str, best: Sequence[Piece]) -> tuple[list[float], list[float]]:
    """For each event the share of its piece's words that it has too, and how many rare ones."""
    shared, rare = [], []
    for words, (_, start, end) in zip(wordings.words, best, strict=True):
        said = set(content_words(text[start:end]))
        shared.append(len(said & words) / max(1, len(said)))
        rare.append(float(len(said & words & wordings.rare)))
    return shared, rare


class Recogniser:
    """Finds told events; `weights` are those of the features."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self.weights = dict(weights or WEIGHTS)

    def sentences(
        self, wordings: Wordings, text: str, parts: Sequence[Piece], vectors: Floats
    ) -> tuple[Table, npt.NDArray[np.int64]]:
        """How likely each sentence tells each event, and by which piece."""
        table, chosen = features(wordings, text, parts, vectors)
        scores = table @ np.array([self.weights[name] for name in FEATURES]) + self.weights[BIAS]
        return 1 / (1 + np.exp(-scores)), chosen

    def told(
        self, wordings: Wordings, text: str, parts: Sequence[Piece], vectors: Floats, near: Sequence[int] = ()
    ) -> list[ToldEvent]:
        """For each event of the script how likely the passage tells it, and where most clearly.

        `near` are numbers of sentences that stand near the passage and may be about something else.
        """
        table, chosen = self.sentences(wordings, text, parts, vectors)
        table[list(near)] *= NEARBY
        found = []
        for event in range(table.shape[1]):
            _, start, end = parts[chosen[int(table[:, event].argmax()), event]]
            found.append(ToldEvent(event, Span(start, end), float(1 - np.prod(1 - table[:, event]))))
        return found

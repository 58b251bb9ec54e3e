"""Which events of a written script does a passage tell? Those of whose wordings its pieces mean the same.

Every piece of a sentence is compared with every wording of every event by the sentence encoder. How near the nearest
wording is, how near the next one, how much nearer than any other event's, and how many words they share decide, by a
logistic regression that is the same for all scripts, how likely the sentence tells the event.
"""

from __future__ import annotations

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

FEATURES = ("nearest", "next", "margin", "name", "shared", "whole")
BIAS = "bias"
WEIGHTS = {BIAS: -9.0, "nearest": 9.0, "next": 4.0, "margin": 8.0, "name": 1.0, "shared": 1.0, "whole": 1.0}
"""Used where nothing was learnt."""
TOLD = 0.5
"""From this probability on an event counts as told."""

Floats = npt.NDArray[np.float32]


class Telling(NamedTuple):
    """An event that a passage tells: where most clearly, and how likely."""

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
    def starts(self) -> list[int]:
        """For each event the place of its name."""
        sizes = [1 + len(event.wordings) for event in self.script.events]
        return [0, *np.cumsum(sizes).tolist()][:-1]

    @cached_property
    def words(self) -> list[frozenset[str]]:
        """For each event the words of its name and wordings."""
        return [
            frozenset(word for text in (event.name, *event.wordings) for word in content_words(text))
            for event in self.script.events
        ]

    @staticmethod
    def texts(script: Script) -> list[str]:
        """What the vectors are of, in order."""
        return [text for event in script.events for text in (event.name, *event.wordings)]


def pieces(text: str, sentences: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """All pieces of a passage: number of the sentence, start, end."""
    return [(number, *unit) for number, place in enumerate(sentences) for unit in units(text, *place)]


def features(
    wordings: Wordings, text: str, parts: Sequence[tuple[int, int, int]], vectors: Floats
) -> dict[tuple[int, int], tuple[npt.NDArray[np.float64], tuple[int, int]]]:
    """For each sentence and event the features of the piece that tells it most clearly, and the place of that piece."""
    cosines = np.asarray(vectors @ wordings.vectors.T, dtype=np.float64)
    size = len(wordings.script.events)
    best = np.full((len(parts), size), -1.0)
    second = np.full((len(parts), size), -1.0)
    for event in range(size):
        own = np.sort(cosines[:, wordings.owners == event], axis=1)
        best[:, event], second[:, event] = own[:, -1], own[:, -2] if own.shape[1] > 1 else own[:, -1]
    rivals = _rivals(best)
    names = cosines[:, wordings.starts]
    found: dict[tuple[int, int], tuple[npt.NDArray[np.float64], tuple[int, int]]] = {}
    for row, (sentence, start, end) in enumerate(parts):
        said = set(content_words(text[start:end]))
        whole = max(np.flatnonzero([part[0] == sentence for part in parts][: row + 1]).min(initial=row), 0)
        for event in range(size):
            key = (sentence, event)
            rank = best[row, event] + 0.5 * (best[row, event] - rivals[row, event])
            if key in found and found[key][0][-1] >= rank:
                continue
            shared = len(said & wordings.words[event]) / max(1, len(said))
            values = [
                best[row, event],
                second[row, event],
                best[row, event] - rivals[row, event],
                names[row, event],
                shared,
                best[int(whole), event],
                rank,
            ]
            found[key] = np.array(values), (start, end)
    return {key: (values[:-1], place) for key, (values, place) in found.items()}


def _rivals(best: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """For each piece and event the nearest other event."""
    if best.shape[1] < 2:
        return np.zeros_like(best)
    order = np.sort(best, axis=1)
    top, second = order[:, -1:], order[:, -2:-1]
    return np.where(best == top, second, top)


class Recogniser:
    """Finds told events; `weights` are those of the features."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self.weights = dict(weights or WEIGHTS)

    def sentences(
        self,
        wordings: Wordings,
        text: str,
        places: Sequence[tuple[int, int]],
        parts: Sequence[tuple[int, int, int]],
        vectors: Floats,
    ) -> tuple[npt.NDArray[np.float64], dict[tuple[int, int], tuple[int, int]]]:
        """How likely each sentence tells each event, and where in it."""
        table = np.zeros((len(places), len(wordings.script.events)))
        spans = {}
        weights = np.array([self.weights[name] for name in FEATURES])
        for (sentence, event), (values, place) in features(wordings, text, parts, vectors).items():
            table[sentence, event] = 1 / (1 + np.exp(-(values @ weights + self.weights[BIAS])))
            spans[sentence, event] = place
        return table, spans

    def tellings(
        self,
        wordings: Wordings,
        text: str,
        places: Sequence[tuple[int, int]],
        parts: Sequence[tuple[int, int, int]],
        vectors: Floats,
    ) -> list[Telling]:
        """For each event of the script how likely the passage tells it, and where most clearly."""
        table, spans = self.sentences(wordings, text, places, parts, vectors)
        found = []
        for event in range(table.shape[1]):
            sentence = int(table[:, event].argmax())
            start, end = spans[sentence, event]
            found.append(Telling(event, Span(start, end), float(1 - np.prod(1 - table[:, event]))))
        return found

"""Which events of a script do the mentions of a text stand for? Those whose wordings are nearest in meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tacit.backbones import encoder
from tacit.scripts.task import EventMention, Script

Array = npt.NDArray[np.float64]
WIDTH = 0.08
"""Difference of cosines over which a wording's weight falls to a third."""
SURE = 0.5
"""Share of the votes that an event needs for a mention to stand for it."""
SPREAD = 0.2
"""The least standard deviation of where in a text an event stands, as a share of the text."""
_TOKENS = 16


class EventMatch(NamedTuple):
    """The event that a mention stands for, or None, and how sure that is."""

    event: int | None
    probability: float


class Matcher:
    """A kernel classifier: every wording of the script votes for its event, the more the nearer it is in meaning.

    The script's other wordings vote for no event. An event's votes count less where the mention stands elsewhere in
    its text than the event usually does.
    """

    def __init__(self, script: Script) -> None:
        self._size = len(script.events)
        sources = [*(event.forms for event in script.events), script.others]
        owned = [(form, count, number) for number, forms in enumerate(sources) for form, count in forms.items()]
        self._wordings = _encode([form.phrase for form, _, _ in owned])
        self._votes = np.zeros((len(owned), self._size + 1))
        for row, (_, count, number) in enumerate(owned):
            self._votes[row, number] = count
        self._means, self._deviations = _places(script)

    def match(self, mentions: Sequence[EventMention], positions: Sequence[float]) -> list[EventMatch]:
        """For each mention its event; `positions` are shares of the text before each mention."""
        if not mentions or not self._size:
            return [EventMatch(None, 1.0)] * len(mentions)
        cosines = _encode([mention.form.phrase for mention in mentions]) @ self._wordings.T
        votes = np.exp((cosines - 1) / WIDTH) @ self._votes
        votes[:, : self._size] *= self._nearness(np.array(positions))
        shares = votes / np.maximum(votes.sum(1, keepdims=True), 1e-300)
        best = shares.argmax(1)
        known = (best < self._size) & (shares.max(1) >= SURE)
        return [
            EventMatch(int(number) if known[row] and not mention.denied else None, float(shares[row, number]))
            for row, (number, mention) in enumerate(zip(best, mentions, strict=True))
        ]

    def _nearness(self, positions: Array) -> Array:
        away = (positions[:, None] - self._means) / self._deviations
        return np.asarray(np.exp(-(away**2) / 2) / self._deviations)


def _encode(phrases: Sequence[str]) -> Array:
    return np.asarray(encoder.load().encode(phrases, batch_size=128, max_length=_TOKENS), dtype=np.float64)


def _places(script: Script) -> tuple[Array, Array]:
    """Mean and standard deviation of each event's place in its tellings, between 0 and 1."""
    places: list[list[float]] = [[0.5] for _ in script.events]
    for telling in script.tellings:
        for place, event in enumerate(telling):
            places[event].append((place + 0.5) / len(telling))
    means = np.array([np.mean(each) for each in places])
    deviations = np.array([max(SPREAD, float(np.std(each))) for each in places])
    return means, deviations

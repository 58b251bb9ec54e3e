"""A small language model of events (after Peng and Roth 2016): which event follows those so far?

It is log-bilinear: each event so far has a vector, faded by its distance; their sum predicts the next event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.endings.features import Matrix
from tacit.endings.features.events import sentence_events
from tacit.endings.task import Cloze, Story
from tacit.extras import require
from tacit.learning.folder import Arrays
from tacit.progress import Progress, no_progress

NAMES = (
    "events after the story's", "least expected event", "events alone", "gain of events from the story",
    "events known from the story", "number of events", "negated events", "connective after the story",
)  # fmt: skip
_LEAST = 8
"""Times an event must be seen; rarer ones share a name with all others of their kind."""
_WINDOW = 10
_FADE = 0.8
_WIDTH = 64


class EventModel:
    """p(event | events so far). `inputs` and `outputs` have a row an event, `bias` is how frequent it is."""

    def __init__(self, events: Sequence[str], inputs: Matrix, outputs: Matrix, bias: Matrix) -> None:
        if not len(events) == len(inputs) == len(outputs) == len(bias):
            raise ValueError("the parts of the event model do not fit together")
        self.events = list(events)
        self.inputs, self.outputs, self.bias = inputs, outputs, bias
        self._places = {event: place for place, event in enumerate(events)}
        self._alone = _log_softmax(bias)

    def place(self, event: str) -> int:
        """The row of an event, or of all rare ones like it."""
        return self._places.get(event, self._places[_rare(event)])

    def log_probabilities(self, before: Sequence[str], events: Sequence[str]) -> list[tuple[float, float]]:
        """Of each event in turn: after all before it, and whatever came before."""
        seen = [self.place(event) for event in before]
        found = []
        for event in events:
            place = self.place(event)
            found.append((float(_log_softmax(self._context(seen) @ self.outputs.T + self.bias)[place]),
                          float(self._alone[place])))  # fmt: skip
            seen.append(place)
        return found

    def _context(self, seen: Sequence[int]) -> Matrix:
        recent = seen[-_WINDOW:]
        fades = _FADE ** np.arange(len(recent))[::-1]
        return np.asarray(fades @ self.inputs[recent], dtype=np.float32)

    def to_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What `from_arrays` reads, together with the events."""
        return {"event_inputs": self.inputs, "event_outputs": self.outputs, "event_bias": self.bias}

    @classmethod
    def from_arrays(cls, events: Sequence[str], arrays: Arrays) -> EventModel:
        """The inverse of `to_arrays`."""
        return cls(events, arrays["event_inputs"], arrays["event_outputs"], arrays["event_bias"])


def learn_events(
    stories: Sequence[Story], *, epochs: int = 6, seed: int = 0, progress: Progress = no_progress
) -> EventModel:
    """A model of the events of these stories; the last one learnt is remembered, as each fold asks for the same."""
    found = iter(sentence_events([sentence for story in stories for sentence in story.sentences], progress=progress))
    progress("learning what follows what", 0, 0)
    return _learn(
        tuple(tuple(event for _ in story.sentences for event in next(found)) for story in stories), epochs, seed
    )


@lru_cache(maxsize=1)
def _learn(sequences: tuple[tuple[str, ...], ...], epochs: int, seed: int) -> EventModel:
    counts = Counter(event for sequence in sequences for event in sequence)
    events = sorted({event for event, count in counts.items() if count >= _LEAST} | _RARE)
    places = {event: place for place, event in enumerate(events)}
    rows = [[places.get(event, places[_rare(event)]) for event in sequence] for sequence in sequences]
    return EventModel(events, *_train(rows, len(events), epochs, seed))


def _train(rows: list[list[int]], size: int, epochs: int, seed: int) -> tuple[Matrix, Matrix, Matrix]:
    torch = require("torch", extra="neural")
    from tacit.endings.features.networks import train

    torch.manual_seed(seed)
    network = torch.nn.ParameterDict(
        {
            "inputs": torch.randn(size + 1, _WIDTH) * 0.05,
            "outputs": torch.randn(size, _WIDTH) * 0.05,
            "bias": torch.zeros(size),
        }
    )
    windows = [
        ([size] * (_WINDOW - place) + row[max(0, place - _WINDOW) : place], row[place])
        for row in rows
        for place in range(1, len(row))
    ]
    fades = torch.tensor(_FADE ** np.arange(_WINDOW)[::-1].copy(), dtype=torch.float32).unsqueeze(1)
    real = torch.ones(size + 1, 1)
    real[size] = 0  # the place before a story's first event

    def loss(batch: list[tuple[list[int], int]]) -> Any:
        seen = torch.tensor([window for window, _ in batch])
        context = (network["inputs"][seen] * real[seen] * fades).sum(1)
        logits = context @ network["outputs"].T + network["bias"]
        return torch.nn.functional.cross_entropy(logits, torch.tensor([event for _, event in batch]))

    train(network, windows, loss, epochs=epochs, batch=256, rate=3e-3, decay=0.1, seed=seed)
    weights = {name: value.detach().numpy() for name, value in network.items()}
    return weights["inputs"][:size], weights["outputs"], weights["bias"]


_RARE = frozenset({"", "not ", "may ", "not may "})


def _rare(event: str) -> str:
    """The name that rare events share: whether they are negated or only possible.

    >>> _rare("not may juggle")
    'not may '
    """
    return ("not " if event.startswith("not ") else "") + (
        "may " if event.removeprefix("not ").startswith("may ") else ""
    )


def _log_softmax(scores: Matrix) -> Matrix:
    shifted = scores - scores.max()
    return np.asarray(shifted - np.log(np.exp(shifted).sum()), dtype=np.float32)


def event_features(clozes: Sequence[Cloze], model: EventModel, *, progress: Progress = no_progress) -> Matrix:
    """A row of `NAMES` for each candidate of each story."""
    sentences = [sentence for cloze in clozes for sentence in (*cloze.story, *cloze.endings)]
    found = iter(sentence_events(sentences, progress=progress))
    rows = []
    for cloze in clozes:
        before = [event for _ in cloze.story for event in next(found)]
        rows += [_row(model, before, next(found)) for _ in cloze.endings]
    return np.array(rows, dtype=np.float32)


def _row(model: EventModel, before: list[str], events: list[str]) -> list[float]:
    if not events:
        return [0.0] * len(NAMES)
    after, alone = zip(*model.log_probabilities(before, events), strict=True)
    return [
        float(np.mean(after)),
        min(after),
        float(np.mean(alone)),
        float(np.mean(after) - np.mean(alone)),
        sum(event in before for event in events) / len(events),
        float(len(events)),
        float(sum(event.startswith("not ") for event in events)),
        after[0] - alone[0] if events[0].startswith("<") else 0.0,
    ]


def event_vectors(clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> Matrix:
    """For each candidate the mean of its events' word vectors: *not go home* is near *not leave*."""
    from tacit.backbones import vectors

    known = vectors.load()
    endings = [ending for cloze in clozes for ending in cloze.endings]
    return np.stack(
        [
            known.mean(word for event in events for word in event.strip("<>").split())
            for events in sentence_events(endings, progress=progress)
        ]
    )

"""What the systems with a recurrent network over words share: tbmihaylov and ukp differ in their features."""

from __future__ import annotations

import copy
from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from tacit.endings.features import Matrix
from tacit.endings.features.choice import by_story, softmax
from tacit.endings.features.word_vectors import full_words
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.extras import require
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress

if TYPE_CHECKING:
    from torch import Tensor

    from tacit.endings.features.networks import StoryAndEnding

_LONGEST = 120
"""Words of a story or an ending that are read: the last ones of a story, the first ones of an ending."""
_AT_ONCE = 64


class _Item(NamedTuple):
    cloze: Cloze
    features: Matrix


class RecurrentSystem(EndingSystem):
    """A bidirectional LSTM over frozen word vectors of story and ending, with further features beside it.

    So few stories leave much to chance, so several `networks` may learn, each from another start, and the mean of their
    scores counts.
    """

    networks: ClassVar[int] = 1
    hidden: ClassVar[int] = 32
    dropout: ClassVar[float] = 0.3
    epochs: ClassVar[int] = 5
    rate: ClassVar[float] = 5e-3
    decay: ClassVar[float] = 0.01

    def __init__(self) -> None:
        self.scale_: Matrix = np.ones(0, dtype=np.float32)
        self.networks_: list[StoryAndEnding] = []

    @abstractmethod
    def features(self, cloze: Cloze) -> Matrix:
        """A row for each candidate."""

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Self:
        """Train the networks to tell right from wrong endings."""
        rows = [self.features(cloze) for cloze in clozes]
        self.scale_ = np.maximum(np.concatenate(rows).std(0), 1e-6)
        self._learn([_Item(cloze, row) for cloze, row in zip(clozes, rows, strict=True)], (), seed, progress)
        return self

    def go_on(self, clozes: Sequence[Cloze], *, seed: int = 0, progress: Progress = no_progress) -> Self:
        """Train the networks further."""
        items = [_Item(cloze, self.features(cloze)) for cloze in clozes]
        self._learn(items, [copy.deepcopy(network) for network in self.networks_], seed, progress)
        return self

    def _learn(self, items: Sequence[_Item], started: Sequence[StoryAndEnding], seed: int, progress: Progress) -> None:
        """Train all networks, from scratch unless there are some already."""
        torch = require("torch", extra="neural")
        self.networks_ = []
        for number in range(self.networks):
            start = self.networks * seed + number
            torch.manual_seed(start)
            network = started[number] if started else self._network(len(self.scale_))
            self.networks_.append(self._trained(network, items, start, progress))

    def _trained(
        self, network: StoryAndEnding, items: Sequence[_Item], seed: int, progress: Progress
    ) -> StoryAndEnding:
        from tacit.endings.features.networks import choice_loss, train

        def loss(batch: list[_Item]) -> Tensor:
            answers = [item.cloze.answer or 0 for item in batch]
            return choice_loss(self._scores(network, batch), answers, [len(item.cloze.endings) for item in batch])

        train(network, items, loss, epochs=self.epochs, batch=32, rate=self.rate, decay=self.decay, seed=seed,
              progress=progress)  # fmt: skip
        return network

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The softmax of the scores of each story's candidates."""
        torch = require("torch", extra="neural")
        said: list[Probabilities] = []
        with torch.inference_mode():
            for start in range(0, len(clozes), _AT_ONCE):
                batch = [_Item(cloze, self.features(cloze)) for cloze in clozes[start : start + _AT_ONCE]]
                scores = torch.stack([self._scores(network, batch) for network in self.networks_]).mean(0)
                said += map(softmax, by_story(scores.double().numpy(), [item.cloze for item in batch]))
        return said

    def _scores(self, network: StoryAndEnding, batch: Sequence[_Item]) -> Tensor:
        torch = require("torch", extra="neural")
        features = np.concatenate([item.features for item in batch]) / self.scale_
        scores: Tensor = network(
            [_vectors(item.cloze.text, from_end=True) for item in batch],
            [[_vectors(ending) for ending in item.cloze.endings] for item in batch],
            torch.from_numpy(features),
        )
        return scores

    def _network(self, features: int) -> StoryAndEnding:
        from tacit.backbones import vectors
        from tacit.endings.features.networks import StoryAndEnding

        return StoryAndEnding(vectors.load().width, self.hidden, features, self.dropout)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The weights of the networks, and the scale of the features."""
        from tacit.endings.features.networks import weights_of

        weights = {
            f"{number}.{name}": value
            for number, network in enumerate(self.networks_)
            for name, value in weights_of(network).items()
        }
        return {"scale": self.scale_, **weights}

    def save(self, folder: Path) -> None:
        """Write the weights of the networks."""
        write_folder(folder, self.name, {}, self.arrays())

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""
        from tacit.endings.features.networks import set_weights

        system = cls()
        with read_folder(folder, cls.name) as (_, arrays):
            system.scale_ = arrays["scale"]
            for number in range(cls.networks):
                network = system._network(len(system.scale_))
                set_weights(network, arrays, f"{number}.")
                system.networks_.append(network)
        return system


@lru_cache(maxsize=20_000)
def _vectors(text: str, *, from_end: bool = False) -> Tensor:
    """A row for each word; one row of zeros for a text without words."""
    torch = require("torch", extra="neural")
    from tacit.backbones import vectors

    known = vectors.load()
    found = full_words(text)
    kept = found[-_LONGEST:] if from_end else found[:_LONGEST]
    rows: Tensor = torch.from_numpy(np.stack([known[word] for word in kept or ("",)]))
    return rows

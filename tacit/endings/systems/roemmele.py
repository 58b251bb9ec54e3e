"""roemmele (Roemmele et al. 2017): a recurrent net over sentence vectors, trained on made-up wrong endings."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.features.choice import softmax
from tacit.endings.features.sentence_vectors import sentence_vectors
from tacit.endings.making.negatives import make_clozes
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.extras import require
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress
from tacit.shapes import Within

if TYPE_CHECKING:
    from torch import Tensor

    from tacit.endings.features.networks import SentenceSequence

METHODS = ("random", "backward", "nearest")
"""Ways to make wrong endings; `generated` can be added, but a language model takes long to write thousands."""
_HIDDEN = 256
_BODY = 4
"""Sentences of a story that are read before its ending."""


class _Item(NamedTuple):
    sequences: Matrix
    answer: int


class Roemmele(EndingSystem):
    """A GRU reads story and ending; skip-thought vectors are replaced by those of the shared sentence encoder.

    After made-up endings it goes on to learn from answered clozes: a departure that makes its figure no reproduction of
    the published one. `RoemmeleUnsupervised` learns as the original does.
    """

    name: ClassVar[str] = "roemmele"
    uses_stories: ClassVar[bool] = True

    def __init__(self, most: int = 3_000, epochs: int = 1, methods: Sequence[str] = METHODS, tuning: int = 4) -> None:
        self.most = most
        self.epochs = epochs
        self.methods = tuple(methods)
        self.tuning = tuning
        self.network_: SentenceSequence | None = None

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Roemmele:
        """Make up wrong endings and learn to tell them from right ones, then learn from the clozes."""
        drawn = Random(seed).sample(list(stories), len(stories))[: self.most]  # noqa: S311 (a larger draw holds it)
        made = make_clozes(drawn, self.methods, seed=seed, progress=progress)
        pretrained = _pretrained(tuple(made), self.epochs, seed)
        self.network_ = copy.deepcopy(pretrained)
        if clozes:
            _learn(self.network_, _items(clozes, progress), self.tuning, seed, progress)
        return self

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The softmax of the net's scores."""
        torch = require("torch", extra="neural")
        assert self.network_ is not None, "fit it first"
        with torch.inference_mode():
            return [
                softmax(self.network_(torch.from_numpy(item.sequences)).double().numpy())
                for item in _items(clozes, progress)
            ]

    def save(self, folder: Path) -> None:
        """Write the weights of the net."""
        from tacit.endings.features.networks import weights_of

        assert self.network_ is not None, "fit it first"
        write_folder(folder, self.name, {"width": self.network_.gru.input_size}, weights_of(self.network_))

    @classmethod
    def load(cls, folder: Path) -> Roemmele:
        """The system that `save` wrote."""
        from tacit.endings.features.networks import set_weights

        system = cls()
        with read_folder(folder, cls.name, {"width": Within(int, 1, 1 << 16)}) as (config, arrays):
            system.network_ = _network(int(config["width"]))
            set_weights(system.network_, arrays)
        return system


class RoemmeleUnsupervised(Roemmele):
    """The same from whole stories with made-up wrong endings alone, as in the original."""

    name: ClassVar[str] = "roemmele_unsupervised"
    uses_clozes: ClassVar[bool] = False

    def __init__(self, most: int = 10_000, epochs: int = 3, methods: Sequence[str] = METHODS) -> None:
        super().__init__(most, epochs, methods)

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Roemmele:
        """Make up wrong endings and learn to tell them from right ones; clozes are not looked at."""
        return super().fit((), stories, seed=seed, progress=progress)


@lru_cache(maxsize=1)
def _pretrained(made: tuple[Cloze, ...], epochs: int, seed: int) -> SentenceSequence:
    """A net that knows made-up endings; the last one is remembered, as each fold asks for the same."""
    torch = require("torch", extra="neural")
    items = _items(made, no_progress)
    torch.manual_seed(seed)
    network = _network(items[0].sequences.shape[2])
    _learn(network, items, epochs, seed, no_progress)
    return network


def _learn(network: SentenceSequence, items: Sequence[_Item], epochs: int, seed: int, progress: Progress) -> None:
    torch = require("torch", extra="neural")
    from tacit.endings.features.networks import choice_loss, train

    def loss(batch: list[_Item]) -> Tensor:
        scores = network(torch.from_numpy(np.concatenate([item.sequences for item in batch])))
        return choice_loss(scores, [item.answer for item in batch], [len(item.sequences) for item in batch])

    train(network, items, loss, epochs=epochs, batch=64, rate=1e-3, seed=seed, progress=progress)


def _network(width: int) -> SentenceSequence:
    from tacit.endings.features.networks import SentenceSequence

    return SentenceSequence(width, _HIDDEN, 0.3)


def _items(clozes: Sequence[Cloze], progress: Progress) -> list[_Item]:
    """For each cloze one sequence of vectors a candidate: those of the story's last sentences, then its own."""
    sentences = [sentence for cloze in clozes for sentence in (*cloze.story, *cloze.endings)]
    places = {sentence: place for place, sentence in enumerate(dict.fromkeys(sentences), 1)}
    vectors = sentence_vectors(list(places), progress=progress)
    vectors *= np.sqrt(vectors.shape[1], dtype=np.float32)  # numbers of about 1, as the net's first weights expect
    vectors = np.concatenate([np.zeros_like(vectors[:1]), vectors])  # what stands before a short story
    items = []
    for cloze in clozes:
        story = [0] * _BODY + [places[sentence] for sentence in cloze.story]
        rows = [vectors[[*story[-_BODY:], places[ending]]] for ending in cloze.endings]
        items.append(_Item(np.stack(rows), cloze.answer or 0))
    return items

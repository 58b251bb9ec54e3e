"""roemmele (Roemmele et al. 2017): a recurrent net over sentence vectors, trained on made-up wrong endings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from tacit.endings.choice import softmax
from tacit.endings.features import Matrix
from tacit.endings.features.sentence_vectors import sentence_vectors
from tacit.endings.model_folder import read_folder, write_folder
from tacit.endings.negatives import make_clozes
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Progress, Story, no_progress
from tacit.extras import require

if TYPE_CHECKING:
    from torch import Tensor

    from tacit.endings.networks import SentenceSequence

METHODS = ("random", "backward", "nearest")
"""Ways to make wrong endings; those that a language model generates helped the original little and cost hours."""
_HIDDEN = 256
_BODY = 4
"""Sentences of a story that are read before its ending."""


class _Item(NamedTuple):
    sequences: Matrix
    answer: int


class Roemmele(EndingSystem):
    """A GRU reads story and ending; skip-thought vectors are replaced by those of the shared sentence encoder."""

    name: ClassVar[str] = "roemmele"
    uses_clozes: ClassVar[bool] = False
    uses_stories: ClassVar[bool] = True

    def __init__(self, most: int = 15_000, epochs: int = 5, methods: Sequence[str] = METHODS) -> None:
        self.most = most
        self.epochs = epochs
        self.methods = tuple(methods)
        self.network_: SentenceSequence | None = None

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Roemmele:
        """Make up wrong endings and learn to tell them from the right ones."""
        torch = require("torch", extra="neural")
        from tacit.endings.networks import choice_loss, train

        drawn = Random(seed).sample(list(stories), min(self.most, len(stories)))  # noqa: S311
        made = make_clozes(drawn, self.methods, seed=seed, progress=progress)
        items = _items(made, progress)
        torch.manual_seed(seed)
        self.network_ = _network(items[0].sequences.shape[2])

        def loss(batch: list[_Item]) -> Tensor:
            scores = self._scores(np.concatenate([item.sequences for item in batch]))
            return choice_loss(scores, [item.answer for item in batch], [len(item.sequences) for item in batch])

        train(self.network_, items, loss, epochs=self.epochs, batch=100, rate=1e-3, seed=seed, progress=progress)
        return self

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The softmax of the net's scores."""
        torch = require("torch", extra="neural")
        with torch.inference_mode():
            return [softmax(self._scores(item.sequences).double().numpy() / 3) for item in _items(clozes, progress)]

    def _scores(self, sequences: Matrix) -> Tensor:
        torch = require("torch", extra="neural")
        assert self.network_ is not None, "fit it first"
        scores: Tensor = self.network_(torch.from_numpy(sequences))
        return scores

    def save(self, folder: Path) -> None:
        """Write the weights of the net."""
        from tacit.endings.networks import weights_of

        assert self.network_ is not None, "fit it first"
        write_folder(folder, self.name, {"width": self.network_.gru.input_size}, weights_of(self.network_))

    @classmethod
    def load(cls, folder: Path) -> Roemmele:
        """The system that `save` wrote."""
        from tacit.endings.networks import set_weights

        system = cls()
        with read_folder(folder, cls.name) as (config, arrays):
            system.network_ = _network(int(config["width"]))
            set_weights(system.network_, arrays)
        return system


def _network(width: int) -> SentenceSequence:
    from tacit.endings.networks import SentenceSequence

    return SentenceSequence(width, _HIDDEN, 0.3)


def _items(clozes: Sequence[Cloze], progress: Progress) -> list[_Item]:
    """For each cloze one sequence of vectors a candidate: those of the story's last sentences, then its own."""
    sentences = [sentence for cloze in clozes for sentence in (*cloze.story, *cloze.endings)]
    places = {sentence: place for place, sentence in enumerate(dict.fromkeys(sentences), 1)}
    vectors = sentence_vectors(list(places), progress=progress)
    vectors = np.concatenate([np.zeros_like(vectors[:1]), vectors])  # what stands before a short story
    items = []
    for cloze in clozes:
        story = [0] * _BODY + [places[sentence] for sentence in cloze.story]
        rows = [vectors[[*story[-_BODY:], places[ending]]] for ending in cloze.endings]
        items.append(_Item(np.stack(rows), cloze.answer or 0))
    return items

"""ROCNLP (Mostafazadeh et al. 2016): a deep structured semantic model. Story and ending meet in one space."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.features.choice import softmax
from tacit.endings.features.surface import content_words
from tacit.endings.features.word_vectors import mean_vector
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.extras import require
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress
from tacit.shapes import Within

if TYPE_CHECKING:
    from torch import Tensor

    from tacit.endings.features.networks import Towers

_HIDDEN, _WIDTH = 300, 128
_TEMPERATURE = 0.1
"""Cosines are divided by this before the softmax over endings."""


class _Item(NamedTuple):
    story: Matrix
    ending: Matrix


class Rocnlp(EndingSystem):
    """Two feed-forward towers, trained on whole stories: the cosine with the own ending beats those with the endings of
    the other stories of a batch.

    The original's letter triples are replaced by mean word vectors, of all words and of content words: there are fewer
    stories here to learn words from.
    """

    name: ClassVar[str] = "rocnlp"
    uses_clozes: ClassVar[bool] = False
    uses_stories: ClassVar[bool] = True

    def __init__(self, epochs: int = 6) -> None:
        self.epochs = epochs
        self.towers_: Towers | None = None

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Rocnlp:
        """Bring stories and their endings together."""
        torch = require("torch", extra="neural")
        from tacit.endings.features.networks import train

        torch.manual_seed(seed)
        progress("word vectors", 0, 0)
        items = [_Item(_row(" ".join(story.body)), _row(story.ending)) for story in stories]
        towers = _towers(len(items[0].story))
        rows = np.concatenate([[item.story for item in items], [item.ending for item in items]])
        towers.mean.copy_(torch.from_numpy(rows.mean(0)))
        towers.spread.copy_(torch.from_numpy(np.maximum(rows.std(0), 1e-6)))

        def loss(batch: list[_Item]) -> Tensor:
            bodies = towers("story", _tensor([item.story for item in batch]))
            cosines = bodies @ towers("ending", _tensor([item.ending for item in batch])).T
            surprisal: Tensor = torch.nn.functional.cross_entropy(cosines / _TEMPERATURE, torch.arange(len(batch)))
            return surprisal

        train(towers, items, loss, epochs=self.epochs, batch=256, rate=1e-3, seed=seed, progress=progress)
        self.towers_ = towers
        return self

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """By cosine."""
        torch = require("torch", extra="neural")
        assert self.towers_ is not None, "fit it first"
        said = []
        with torch.inference_mode():
            for cloze in clozes:
                [story] = self.towers_("story", _tensor([_row(cloze.text)]))
                endings = self.towers_("ending", _tensor([_row(ending) for ending in cloze.endings]))
                said.append(softmax((endings @ story / (4 * _TEMPERATURE)).double().numpy()))
        return said

    def save(self, folder: Path) -> None:
        """Write the weights of both towers."""
        from tacit.endings.features.networks import weights_of

        assert self.towers_ is not None, "fit it first"
        write_folder(folder, self.name, {"inputs": len(self.towers_.mean)}, weights_of(self.towers_))

    @classmethod
    def load(cls, folder: Path) -> Rocnlp:
        """The system that `save` wrote."""
        from tacit.endings.features.networks import set_weights

        system = cls()
        with read_folder(folder, cls.name, {"inputs": Within(int, 1, 1 << 16)}) as (config, arrays):
            system.towers_ = _towers(int(config["inputs"]))
            set_weights(system.towers_, arrays)
        return system


def _towers(inputs: int) -> Towers:
    from tacit.endings.features.networks import Towers

    return Towers(inputs, _HIDDEN, _WIDTH)


def _row(text: str) -> Matrix:
    return np.concatenate([mean_vector([text]), mean_vector([" ".join(content_words(text))])])


def _tensor(rows: Sequence[Matrix]) -> Tensor:
    torch = require("torch", extra="neural")
    return torch.from_numpy(np.stack(rows))  # type: ignore[no-any-return]

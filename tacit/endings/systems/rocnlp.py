"""ROCNLP (Mostafazadeh et al. 2016): a deep structured semantic model. Story and ending meet in one space."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from tacit.endings.choice import softmax
from tacit.endings.features.surface import content_words
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Progress, Story, no_progress
from tacit.extras import require
from tacit.model_folder import read_folder, write_folder

if TYPE_CHECKING:
    from torch import Tensor

    from tacit.endings.networks import Towers

_BUCKETS = 1 << 14
"""Words and letter triples are hashed into this many places."""
_HIDDEN, _WIDTH = 128, 64
_TEMPERATURE = 0.1
"""Cosines are divided by this before the softmax over endings."""


class Rocnlp(EndingSystem):
    """Two feed-forward towers on one layer of hashed words and letter triples, trained on whole stories: the cosine
    with the own ending beats those with the endings of the other stories of a batch.
    """

    name: ClassVar[str] = "rocnlp"
    uses_clozes: ClassVar[bool] = False
    uses_stories: ClassVar[bool] = True

    def __init__(self, most: int = 60_000, epochs: int = 4) -> None:
        self.most = most
        self.epochs = epochs
        self.towers_: Towers | None = None

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Rocnlp:
        """Bring stories and their endings together."""
        torch = require("torch", extra="neural")
        from tacit.endings.networks import train

        torch.manual_seed(seed)
        self.towers_ = _towers()
        drawn = Random(seed).sample(list(stories), min(self.most, len(stories)))  # noqa: S311

        def loss(batch: list[Story]) -> Tensor:
            cosines = (
                self._read("story", [" ".join(each.body) for each in batch])
                @ self._read("ending", [each.ending for each in batch]).T
            )
            surprisal: Tensor = torch.nn.functional.cross_entropy(cosines / _TEMPERATURE, torch.arange(len(batch)))
            return surprisal

        train(self.towers_, drawn, loss, epochs=self.epochs, batch=256, rate=4e-3, seed=seed, progress=progress)
        return self

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """By cosine."""
        torch = require("torch", extra="neural")
        with torch.inference_mode():
            stories = self._read("story", [cloze.text for cloze in clozes])
            return [
                softmax((self._read("ending", cloze.endings) @ story / (4 * _TEMPERATURE)).double().numpy())
                for cloze, story in zip(clozes, stories, strict=True)
            ]

    def _read(self, side: str, texts: Sequence[str]) -> Tensor:
        torch = require("torch", extra="neural")
        assert self.towers_ is not None, "fit it first"
        places = [_places(text) for text in texts]
        starts = np.cumsum([0, *map(len, places[:-1])])
        found: Tensor = self.towers_(side, torch.from_numpy(np.concatenate(places)), torch.from_numpy(starts))
        return found

    def save(self, folder: Path) -> None:
        """Write the weights of both towers."""
        from tacit.endings.networks import weights_of

        assert self.towers_ is not None, "fit it first"
        write_folder(folder, self.name, {}, weights_of(self.towers_))

    @classmethod
    def load(cls, folder: Path) -> Rocnlp:
        """The system that `save` wrote."""
        from tacit.endings.networks import set_weights

        system = cls()
        with read_folder(folder, cls.name) as (_, arrays):
            system.towers_ = _towers()
            set_weights(system.towers_, arrays)
        return system


def _towers() -> Towers:
    from tacit.endings.networks import Towers

    return Towers(_BUCKETS, _HIDDEN, _WIDTH)


@lru_cache(maxsize=200_000)
def _places(text: str) -> npt.NDArray[np.int64]:
    """The places of a text's content words and their letter triples; hashed the same way in each process."""
    found = []
    for word in content_words(text):
        marked = f"#{word}#"
        parts = [marked, *(marked[place : place + 3] for place in range(len(marked) - 2))]
        found += [zlib.crc32(part.encode()) % _BUCKETS for part in parts]
    return np.array(found or [0], dtype=np.int64)

"""msap (Schwartz et al. 2017): logistic regression on ending style and language-model scores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.features.choice import ChoiceRegression, endings_of
from tacit.endings.features.language_model import language_model_features
from tacit.endings.features.style import STYLE_SHAPE, EndingStyle
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.extras import require
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress
from tacit.shapes import Optional

if TYPE_CHECKING:
    from tacit.endings.features.story_model import StoryModel

_WEIGHT = 5.0
"""How much the few language-model columns count beside thousands of n-grams under the same penalty."""
_STORIES = "language-model"
_SHAPE: dict[Any, Any] = {**STYLE_SHAPE, Optional("stories"): bool}


class Msap(EndingSystem):
    """Length, word 1- to 5-grams and character 4-grams of the ending; log p(ending), log p(ending | story), ratio.

    `language_model` is the folder of a recurrent language model of stories, as the original had one (see
    `tacit.endings.features.story_model`); without it the shared causal model stands in its place.
    """

    name: ClassVar[str] = "msap"

    def __init__(self, strength: float = 0.02, *, language_model: Path | None = None) -> None:
        self.language_model = language_model
        self.style_ = EndingStyle()
        self.scale_ = np.ones(1)
        self.strength = strength
        self.regression_ = ChoiceRegression(strength, scaled=False)

    @cached_property
    def stories_(self) -> StoryModel | None:
        """The recurrent language model, if there is one."""
        return None if self.language_model is None else _story_model(self.language_model)

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Msap:
        """Learn the weights of n-grams and scores."""
        self.style_ = EndingStyle().fit(endings_of(clozes))
        self.scale_ = self._scores(clozes, progress).std(0) / _WEIGHT
        self.regression_.fit(self._rows(clozes, progress), clozes)
        return self

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The softmax of each story's weighted n-grams and scores."""
        return self.regression_.predict(self._rows(clozes, progress), clozes)

    def _rows(self, clozes: Sequence[Cloze], progress: Progress) -> Any:
        scores = self._scores(clozes, progress) / self.scale_
        return require("scipy.sparse", extra="neural").hstack(
            [self.style_.transform(endings_of(clozes)), scores], format="csr"
        )

    def _scores(self, clozes: Sequence[Cloze], progress: Progress) -> Matrix:
        if self.stories_ is not None:
            return self.stories_.features(clozes)
        return language_model_features(clozes, progress=progress)

    def save(self, folder: Path) -> None:
        """Write n-grams and weights, and the language model of stories, if there is one, into a folder of its own."""
        config: dict[str, Any] = {"grams": self.style_.grams, "frequent": sorted(self.style_.frequent)}
        if self.stories_ is not None:
            config["stories"] = True
            self.stories_.save(folder / _STORIES)
        write_folder(folder, self.name, config, {"scale": self.scale_, **self.regression_.to_arrays()})

    @classmethod
    def load(cls, folder: Path) -> Msap:
        """The system that `save` wrote."""
        with read_folder(folder, cls.name, _SHAPE) as (config, arrays):
            system = cls(language_model=folder / _STORIES if config.get("stories") else None)
            system.style_ = EndingStyle(config["grams"], config["frequent"])
            system.scale_ = arrays["scale"]
            system.regression_ = ChoiceRegression.from_arrays(arrays)
            if system.regression_.weights.shape != (system.style_.width + system.scale_.size,):
                raise ValueError("its n-grams do not fit its weights")
        return system


@lru_cache(maxsize=1)
def _story_model(folder: Path) -> StoryModel:
    """The last one is remembered with what it has scored, as each fold asks for the same."""
    from tacit.endings.features.story_model import StoryModel

    return StoryModel.load(folder)

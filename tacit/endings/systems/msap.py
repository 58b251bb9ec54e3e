"""msap (Schwartz et al. 2017): logistic regression on ending style and language-model scores."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from tacit.endings.choice import ChoiceRegression, endings_of
from tacit.endings.features.language_model import language_model_features
from tacit.endings.features.style import STYLE_SHAPE, EndingStyle
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.extras import require
from tacit.model_folder import read_folder, write_folder
from tacit.progress import Progress, no_progress

_WEIGHT = 5.0
"""How much the few language-model columns count beside thousands of n-grams under the same penalty."""


class Msap(EndingSystem):
    """Length, word 1- to 5-grams and character 4-grams of the ending; log p(ending), log p(ending | story), ratio.

    The recurrent language model trained on ROCStories is replaced by the shared causal model.
    """

    name: ClassVar[str] = "msap"

    def __init__(self, strength: float = 0.02) -> None:
        self.style_ = EndingStyle()
        self.scale_ = np.ones(1)
        self.regression_ = ChoiceRegression(strength, scaled=False)

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Msap:
        """Learn the weights of n-grams and scores."""
        self.style_ = EndingStyle().fit(endings_of(clozes))
        self.scale_ = language_model_features(clozes, progress=progress).std(0) / _WEIGHT
        self.regression_.fit(self._rows(clozes, progress), clozes)
        return self

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The softmax of each story's weighted n-grams and scores."""
        return self.regression_.predict(self._rows(clozes, progress), clozes)

    def _rows(self, clozes: Sequence[Cloze], progress: Progress) -> Any:
        scores = language_model_features(clozes, progress=progress) / self.scale_
        return require("scipy.sparse", extra="neural").hstack(
            [self.style_.transform(endings_of(clozes)), scores], format="csr"
        )

    def save(self, folder: Path) -> None:
        """Write n-grams and weights."""
        config = {"grams": self.style_.grams, "frequent": sorted(self.style_.frequent)}
        write_folder(folder, self.name, config, {"scale": self.scale_, **self.regression_.to_arrays()})

    @classmethod
    def load(cls, folder: Path) -> Msap:
        """The system that `save` wrote."""
        system = cls()
        with read_folder(folder, cls.name, STYLE_SHAPE) as (config, arrays):
            system.style_ = EndingStyle(config["grams"], config["frequent"])
            system.scale_ = arrays["scale"]
            system.regression_ = ChoiceRegression.from_arrays(arrays)
            if system.regression_.weights.shape != (system.style_.width + system.scale_.size,):
                raise ValueError("its n-grams do not fit its weights")
        return system

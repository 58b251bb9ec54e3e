"""tacit's own: a jury of language models that were fine-tuned to choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tacit.endings.features.choice import ChoiceRegression, Floats, by_story, softmax
from tacit.endings.features.style import STYLE_SHAPE
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.errors import UsageError
from tacit.extras import require
from tacit.learning.folder import making, read_model, write_model
from tacit.progress import Progress, no_progress
from tacit.shapes import Within

if TYPE_CHECKING:
    from tacit.endings.systems.tacit.crossfit import JuryTraining
    from tacit.endings.systems.tacit.jury import Jury
    from tacit.endings.systems.tacit.views import EvidenceViews

_KIND = "endings tacit"
_LAYERS = Within(int, 0, 1000)
_SHAPE = {
    "rankers": Within(int, 1, 100),
    "shape": {"start": _LAYERS, "stop": _LAYERS, "rank": Within(int, 1, 1000)},
    **STYLE_SHAPE,
}
_STRENGTH = 10.0
"""Hardly any regularisation: there is one weight to fit."""


class TacitEndings(EndingSystem):
    """Judges that were each trained on all folds but one (`ranker`), and a scale that makes their scores log-odds.

    The scale is fitted to what the judges say of stories they have not learnt from, so that probabilities mean what
    they say. Style, tone and ties to the story are learnt as well (`ranker_views`), but only to explain choices: beside
    the judges they add nothing, and on stories where style misleads they do harm.
    """

    name: ClassVar[str] = "tacit"

    def __init__(self, training: JuryTraining | None = None) -> None:
        self.training = training
        self.scale_ = 1.0
        self.jury_: Jury | None = None
        self.views_: EvidenceViews | None = None
        self.out_of_fold_: list[Probabilities] = []

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> TacitEndings:
        """Train the jury; `out_of_fold_` is what the system says of stories it has not learnt from."""
        from tacit.endings.systems.tacit.crossfit import JuryTraining, cross_fit
        from tacit.endings.systems.tacit.views import EvidenceViews

        fitted = cross_fit(clozes, training=self.training or JuryTraining(), seed=seed, progress=progress)
        scores = np.array(fitted.scores)
        self.jury_ = fitted.jury
        self.views_ = EvidenceViews.fit(clozes)
        self.scale_ = _scale(scores, clozes)
        self.out_of_fold_ = out_of_fold(scores, clozes, fitted.folds)
        return self

    def fit_in_folds(
        self, clozes: Sequence[Cloze], *, count: int, seed: int, progress: Progress
    ) -> list[Probabilities]:
        """Learn with so many judges, and say of each story what the judge says that has not learnt from it."""
        from tacit.endings.systems.tacit.crossfit import JuryTraining

        self.training = replace(self.training or JuryTraining(), folds=count)
        return self.fit(clozes, seed=seed, progress=progress).out_of_fold_

    def log_odds(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> Floats:
        """What the jury says of each candidate, story after story, as log-odds up to a constant a story."""
        if self.jury_ is None:
            raise UsageError("the system 'tacit' has not been trained: call fit or load first")
        return self.scale_ * np.array(self.jury_.scores(clozes, progress=progress))

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The probability of each candidate."""
        return [softmax(each) for each in by_story(self.log_odds(clozes, progress=progress), clozes)]

    def save(self, folder: Path) -> None:
        """Write a model folder; the shared language model is not part of it."""
        if self.jury_ is None or self.views_ is None:
            raise UsageError("the system 'tacit' has not been trained: call fit or load first")
        torch = require("torch", extra="neural")
        weights = {**self.jury_.weights(), **self.views_.weights(), "scale": torch.tensor([self.scale_])}
        write_model(folder, _KIND, {**self.jury_.config(), **self.views_.config()}, weights)

    @classmethod
    def load(cls, folder: Path) -> TacitEndings:
        """The system that `save` wrote."""
        from tacit.endings.systems.tacit.jury import Jury
        from tacit.endings.systems.tacit.views import EvidenceViews

        config, weights = read_model(folder, _KIND, _SHAPE)
        system = cls()
        with making(folder, _KIND):
            system.scale_ = float(weights["scale"])
            system.jury_ = Jury.from_weights(config, weights)
            system.views_ = EvidenceViews.from_weights(config, weights)
        return system


def _scale(scores: Floats, clozes: Sequence[Cloze]) -> float:
    return float(ChoiceRegression(_STRENGTH).fit(scores[:, np.newaxis], clozes).weights[0])


def out_of_fold(scores: Floats, clozes: Sequence[Cloze], folds: Sequence[int]) -> list[Probabilities]:
    """The probabilities of each fold by a scale fitted to the others."""
    candidate_folds = np.repeat(folds, [len(cloze.endings) for cloze in clozes])
    scaled = np.zeros(len(scores))
    for fold in sorted(set(folds)):
        others = [cloze for cloze, place in zip(clozes, folds, strict=True) if place != fold]
        own = candidate_folds == fold
        scaled[own] = _scale(scores[~own], others) * scores[own]
    return [softmax(each) for each in by_story(scaled, clozes)]

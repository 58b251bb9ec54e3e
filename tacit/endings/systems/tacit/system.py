"""tacit's own: a jury of language models and encoders that were fine-tuned to choose."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.backbones import large_encoder
from tacit.backbones.catalogue import INSTALL
from tacit.endings.features.choice import ChoiceRegression, Floats, by_story, softmax
from tacit.endings.features.style import STYLE_SHAPE
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.errors import UsageError
from tacit.extras import require
from tacit.learning.folder import making
from tacit.learning.tensors import read_model, write_model
from tacit.progress import Progress, no_progress
from tacit.shapes import Optional, Shape, Within

if TYPE_CHECKING:
    from tacit.endings.systems.tacit.crossfit import JuryTraining
    from tacit.endings.systems.tacit.jury import Jury
    from tacit.endings.systems.tacit.pair_jury import PairJury
    from tacit.endings.systems.tacit.views import EvidenceViews

_log = logging.getLogger(__name__)
_KIND = "endings tacit"
_LAYERS = Within(int, 0, 1000)
_SHAPE: Shape = {
    "rankers": Within(int, 1, 100),
    "shape": {"start": _LAYERS, "stop": _LAYERS, "rank": Within(int, 1, 1000)},
    Optional("pairs"): Within(int, 0, 100),
    Optional("pair_shape"): {"start": _LAYERS, "rank": Within(int, 1, 1000)},
    **STYLE_SHAPE,
}
_STRENGTH = 10.0
"""Hardly any regularisation: there are one or two weights to fit."""
_NO_PAIRS = {"pairs": 0, "pair_shape": {"start": 0, "rank": 1}}


class TacitEndings(EndingSystem):
    """Judges that were each trained on all folds but one (`ranker`), and a scale that makes their scores log-odds.

    There are two juries, on the language model and on the large encoder (`pairs`), each with its scale. Where the large
    encoder is not there, the first judges alone, with a scale of its own.
    The scale is fitted to what the judges say of stories they have not learnt from, so that probabilities mean what
    they say. Style, tone and ties to the story are learnt as well (`ranker_views`), but only to explain choices: beside
    the judges they add nothing, and on stories where style misleads they do harm.
    """

    name: ClassVar[str] = "tacit"

    def __init__(self, training: JuryTraining | None = None) -> None:
        self.training = training
        self.scale_ = 1.0
        self.scales_ = (1.0, 0.0)
        self.jury_: Jury | None = None
        self.pairs_: PairJury | None = None
        self.views_: EvidenceViews | None = None
        self.out_of_fold_: list[Probabilities] = []

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> TacitEndings:
        """Train the jury; `out_of_fold_` is what the system says of stories it has not learnt from."""
        from tacit.endings.systems.tacit.crossfit import JuryTraining, cross_fit
        from tacit.endings.systems.tacit.views import EvidenceViews

        training = self.training or JuryTraining(pairs=large_encoder.is_there())
        fitted = cross_fit(clozes, training=training, seed=seed, progress=progress)
        columns = [np.array(fitted.scores)]
        self.jury_ = fitted.jury
        self.views_ = EvidenceViews.fit(clozes)
        self.scale_ = float(_scales(columns[0][:, np.newaxis], clozes)[0])
        if training.pairs:
            from tacit.endings.systems.tacit.pair_jury import cross_fit_pairs
            from tacit.endings.systems.tacit.pairs import PairShape

            self.pairs_, said = cross_fit_pairs(clozes, fitted.folds, shape=PairShape(), seed=seed, progress=progress)
            columns.append(np.array(said))
            first, second = _scales(np.stack(columns, axis=1), clozes)
            self.scales_ = float(first), float(second)
        self.out_of_fold_ = out_of_fold(np.stack(columns, axis=1), clozes, fitted.folds)
        return self

    def fit_in_folds(
        self, clozes: Sequence[Cloze], *, count: int, seed: int, progress: Progress
    ) -> list[Probabilities]:
        """Learn with so many judges, and say of each story what the judge says that has not learnt from it."""
        from tacit.endings.systems.tacit.crossfit import JuryTraining

        self.training = replace(self.training or JuryTraining(pairs=large_encoder.is_there()), folds=count)
        return self.fit(clozes, seed=seed, progress=progress).out_of_fold_

    def log_odds(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> Floats:
        """What the jury says of each candidate, story after story, as log-odds up to a constant a story."""
        if self.jury_ is None:
            raise UsageError("the system 'tacit' has not been trained: call fit or load first")
        said = np.array(self.jury_.scores(clozes, progress=progress))
        if self.pairs_ is None:
            return self.scale_ * said
        first, second = self.scales_
        return first * said + second * np.array(self.pairs_.scores(clozes, progress=progress))

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The probability of each candidate."""
        return [softmax(each) for each in by_story(self.log_odds(clozes, progress=progress), clozes)]

    def save(self, folder: Path) -> None:
        """Write a model folder; the shared language model is not part of it."""
        if self.jury_ is None or self.views_ is None:
            raise UsageError("the system 'tacit' has not been trained: call fit or load first")
        torch = require("torch", extra="neural")
        weights = {**self.jury_.weights(), **self.views_.weights(), "scale": torch.tensor([self.scale_])}
        config = {**self.jury_.config(), **self.views_.config(), **_NO_PAIRS}
        if self.pairs_ is not None:
            weights |= {**self.pairs_.weights(), "scales": torch.tensor(self.scales_)}
            config |= self.pairs_.config()
        write_model(folder, _KIND, config, weights)

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
            system._load_pairs(config, weights)
            system.views_ = EvidenceViews.from_weights(config, weights)
        return system

    def _load_pairs(self, config: Mapping[str, Any], weights: Mapping[str, Any]) -> None:
        """The jury on the large encoder, where the model has one and the encoder is there."""
        if not config.get("pairs"):  # models written before there were two juries have none
            return
        if not large_encoder.is_there():
            _log.warning("endings are judged without the large encoder, with two more errors in a hundred: %s", INSTALL)
            return
        from tacit.endings.systems.tacit.pair_jury import PairJury

        first, second = (float(each) for each in weights["scales"])
        self.scales_ = first, second
        self.pairs_ = PairJury.from_weights(config, weights)


def _scales(columns: Floats, clozes: Sequence[Cloze]) -> Floats:
    """What makes log-odds of the scores of juries, a column each."""
    return ChoiceRegression(_STRENGTH).fit(columns, clozes).weights


def out_of_fold(scores: Floats, clozes: Sequence[Cloze], folds: Sequence[int]) -> list[Probabilities]:
    """The probabilities of each fold by scales fitted to the others; a column a jury."""
    candidate_folds = np.repeat(folds, [len(cloze.endings) for cloze in clozes])
    scaled = np.zeros(len(scores))
    for fold in sorted(set(folds)):
        others = [cloze for cloze, place in zip(clozes, folds, strict=True) if place != fold]
        own = candidate_folds == fold
        scaled[own] = scores[own] @ _scales(scores[~own], others)
    return [softmax(each) for each in by_story(scaled, clozes)]

"""tacit's own: a jury of fine-tuned models, weighed together with what can be seen and measured in an ending."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tacit.backbones.compact import read_model, write_model
from tacit.endings.choice import ChoiceRegression, by_story, softmax
from tacit.endings.features import Matrix
from tacit.endings.ranker_evidence import JUDGES, NAMES, columns
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Progress, Story, no_progress
from tacit.errors import InputError, UsageError
from tacit.extras import require

if TYPE_CHECKING:
    from tacit.endings.ranker_crossfit import Training
    from tacit.endings.ranker_jury import Jury


class Tacit(EndingSystem):
    """Judges trained on all folds but one, and a conditional logit over their scores and plain features.

    - The causal language model, adapted in low rank, reads the story and scores each ending (`ranker`).
    - The sentence encoder, adapted in the same way and first trained on made-up endings if there are whole stories
      to make them from, scores story and ending as a pair (`pair_encoder`).
    - The regression over these scores, ending style, language-model probabilities, sentiment, overlap and similarity is
      fitted to what the judges say of stories they have not learnt from, so its probabilities mean what they say.
    """

    name: ClassVar[str] = "tacit"

    def __init__(self, training: Training | None = None, *, strength: float = 0.03) -> None:
        self.training = training
        self.strength = strength
        self.jury_: Jury | None = None
        self.regression_ = ChoiceRegression(strength)
        self.out_of_fold_: list[Probabilities] = []

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Tacit:
        """Train the jury and weigh it; `out_of_fold_` is what the system says of stories it has not learnt from."""
        from tacit.endings.ranker_crossfit import Training, cross_fit

        fitted = cross_fit(clozes, stories, training=self.training or Training(), seed=seed, progress=progress)
        rows = np.concatenate([fitted.scores, columns(clozes, progress=progress)], axis=1)
        self.jury_ = fitted.jury
        self.regression_.fit(rows, clozes)
        self.out_of_fold_ = _weighed_out_of_fold(rows, clozes, fitted.folds, self.strength)
        return self

    def evidence(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> Matrix:
        """What the regression weighs: a row for each candidate, story after story, with the columns `EVIDENCE`."""
        if self.jury_ is None:
            raise UsageError("the system 'tacit' has not been trained: call fit or load first")
        return np.concatenate(
            [self.jury_.scores(clozes, progress=progress), columns(clozes, progress=progress)], axis=1
        )

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """The probability of each candidate."""
        return self.regression_.predict(self.evidence(clozes, progress=progress), clozes) if clozes else []

    def save(self, folder: Path) -> None:
        """Write a model folder; the shared backbones are not part of it."""
        if self.jury_ is None:
            raise UsageError("the system 'tacit' has not been trained: call fit or load first")
        torch = require("torch", extra="neural")
        weights = {**self.jury_.weights(), "regression": torch.from_numpy(self.regression_.weights)}
        write_model(folder, _KIND, {"evidence": EVIDENCE, **self.jury_.config()}, weights)

    @classmethod
    def load(cls, folder: Path) -> Tacit:
        """The system that `save` wrote."""
        from tacit.endings.ranker_jury import Jury

        config, weights = read_model(folder, _KIND)
        system = cls()
        try:
            if tuple(config["evidence"]) != EVIDENCE:
                raise ValueError("it weighs other evidence")
            system.regression_.weights = weights.pop("regression").double().numpy()
            if len(system.regression_.weights) != len(EVIDENCE):
                raise ValueError("there must be one weight for each kind of evidence")
            system.jury_ = Jury.from_weights(config, weights)
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"not a whole model of the kind {_KIND!r}: {error}", path=folder) from None
        return system


_KIND = "endings tacit"
EVIDENCE = (*JUDGES, *NAMES)
"""The columns that are weighed."""


def _weighed_out_of_fold(
    rows: Matrix, clozes: Sequence[Cloze], folds: Sequence[int], strength: float
) -> list[Probabilities]:
    """The probabilities of each fold by a regression fitted to the others."""
    candidate_folds = np.repeat(folds, [len(cloze.endings) for cloze in clozes])
    scores = np.zeros(len(rows))
    for fold in sorted(set(folds)):
        others = [cloze for cloze, place in zip(clozes, folds, strict=True) if place != fold]
        fitted = ChoiceRegression(strength).fit(rows[candidate_folds != fold], others)
        scores[candidate_folds == fold] = fitted.scores(rows[candidate_folds == fold])
    return [softmax(each) for each in by_story(scores, clozes)]

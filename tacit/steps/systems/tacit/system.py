"""Our system: both sides of a blank and the instruction at once.

A masked model (`infilling`) reads everything that is given. If asked for, a fine-tuned causal model
(`gpt-finetuned`) reads the left side beside it, which takes four times as long: their log-probabilities are added, the
second with a weight that is chosen on held-back templates. `tacit-left` is the same with the right side hidden, as all
of the paper's models work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np

from tacit.backbones import masked
from tacit.errors import InputError, MissingBackboneError
from tacit.learning.folder import making
from tacit.learning.tensors import read_model, write_model
from tacit.progress import Progress, no_progress
from tacit.shapes import AtLeastOne
from tacit.steps.features.causal_words import CausalReading
from tacit.steps.features.filling import Draft, Scores, fill, normalised
from tacit.steps.systems.gpt import GptFinetuned
from tacit.steps.systems.tacit.infilling import Infiller, train
from tacit.steps.task import Filling, StepSystem, Template, Words

KIND = "steps infilling"
_SHAPE = {"weight": float, "causal": bool, "candidates": AtLeastOne(str)}
INFILLING, CAUSAL = "infilling", "causal"
WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
"""How much the causal model may count beside the masked one."""
TUNED_ON = 200
"""Templates on which the weight is chosen."""


class TacitSteps(StepSystem):
    """The masked model, and the causal one beside it if `causal_epochs` is not 0.

    `epochs` and `causal_epochs` are how often each sees the training templates.
    """

    name = "tacit"
    left_only: ClassVar[bool] = False

    def __init__(self, *, epochs: int = 3, causal_epochs: int = 0, weight: float = 0.3) -> None:
        self.epochs = epochs
        self.causal_epochs = causal_epochs
        self.weight = weight
        self.causal_: GptFinetuned | None = None

    def restrict(self, words: Sequence[str]) -> None:
        """Let only these words stand in blanks, as far as training has seen them."""
        known = set(self.infiller_.candidates)
        super().restrict([word for word in words if word in known])
        if not self.candidates:
            raise InputError("the system has learnt none of the words that may stand in blanks")
        if self.causal_ is not None:
            self.causal_.restrict(self.candidates)

    def fit(
        self,
        templates: Sequence[Template],
        *,
        validation: Sequence[Template] = (),
        seed: int = 0,
        checkpoint: Path | None = None,
        progress: Progress = no_progress,
    ) -> TacitSteps:
        """Train the models, then choose their weights on the validation templates, if there are any."""
        words = tuple(sorted({word for template in templates for word in template.answers}))
        if not words:
            raise InputError("no training template has a blank")
        self.infiller_, _ = train(
            templates,
            words,
            base=_pretrained(),
            epochs=self.epochs,
            seed=seed,
            checkpoint=checkpoint,
            progress=progress,
        )
        if self.causal_epochs:
            self.causal_ = GptFinetuned(epochs=self.causal_epochs)
            self.causal_.fit(templates, seed=seed, checkpoint=checkpoint, progress=progress)
        self.restrict(words)
        if validation and self.causal_ is not None:
            self.weight = self._best_weight(validation[:TUNED_ON])
        return self

    def _best_weight(self, templates: Sequence[Template]) -> float:
        """The weight with which most blanks are filled rightly, given the gold history."""
        hits = dict.fromkeys(WEIGHTS, 0)
        golds = [template.concrete[place] for template in templates for place in template.blanked]
        for weight in WEIGHTS:
            self.weight = weight
            firsts = [guess.words[0] for filling in self.fill(templates) for guess in filling]
            hits[weight] = sum(first == gold for first, gold in zip(firsts, golds, strict=True))
        return max(WEIGHTS, key=lambda weight: hits[weight])

    def next_words(self, abstract: Words, prefix: Words) -> Mapping[str, float]:
        """Log-probabilities of the next word, from the left side alone: those of the causal model if there is one."""
        if self.causal_ is not None:
            return self.causal_.next_words(abstract, prefix)
        draft = Draft(Template(abstract, (*prefix, ""), (*[True] * len(prefix), False)))
        [row] = self.infiller_.scores([draft], left_only=True)
        return dict(zip(self.infiller_.candidates, row.tolist(), strict=True))

    def fill(
        self, templates: Sequence[Template], *, oracle: bool = True, progress: Progress = no_progress
    ) -> list[Filling]:
        """Guesses for all blanks."""
        return fill(templates, self.candidates, lambda: _Together(self), oracle=oracle, progress=progress)

    def save(self, folder: Path) -> None:
        """Write a model folder, with one inside for each of the two models."""
        self.infiller_.model.save(folder / INFILLING)
        if self.causal_ is not None:
            self.causal_.save(folder / CAUSAL)
        config = {"weight": self.weight, "causal": self.causal_ is not None, "candidates": self.candidates}
        write_model(folder, KIND, config, {})

    @classmethod
    def load(cls, folder: Path) -> TacitSteps:
        """The system that `save` wrote."""
        config, _ = read_model(folder, KIND, _SHAPE)
        system = cls()
        system.infiller_ = Infiller(masked.read(folder / INFILLING, tied=False))
        with making(folder, KIND):
            system.weight = float(config["weight"])
            if config["causal"]:
                system.causal_ = GptFinetuned.load(folder / CAUSAL)
            system.restrict(config["candidates"])
        return system


class TacitLeft(TacitSteps):
    """The same models with everything to the right of a blank hidden: comparable with the paper's rows."""

    name = "tacit-left"
    left_only = True


class _Together:
    """A reading by both models."""

    def __init__(self, system: TacitSteps) -> None:
        self._system = system
        columns = {word: number for number, word in enumerate(system.infiller_.candidates)}
        self._columns = [columns[word] for word in system.candidates]
        self._causal: CausalReading | None = None
        if system.causal_ is not None and system.weight:
            self._causal = system.causal_.reading()

    def scores(self, drafts: Sequence[Draft]) -> Scores:
        """The weighted sum of both."""
        scores = self._system.infiller_.scores(drafts, left_only=self._system.left_only)[:, self._columns]
        if self._causal is not None:
            scores = scores + np.float32(self._system.weight) * self._causal.scores(drafts)
        return normalised(scores)


def _pretrained() -> masked.MaskedModel | None:
    """The shipped masked language model; where it is missing, the encoder alone must do."""
    try:
        return masked.load()
    except MissingBackboneError:
        return None

"""Our own system: a language model that learns to compare fillers, and an encoder that sees them marked.

The causal model says how probable a filler is after its context and the rest of the sentence after the filler; word
vectors and mentions say how it relates to the discourse. From these and from its own states the model's upper layers
learn to tell a filler's class and score beside its rivals (`comparer`). An encoder that sees the filler marked in its
sentence (`bert_markers`) gives a second opinion. A calibration weighs what both say with the features, and adjusts the
class balance by phenomenon.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np

from tacit.backbones import causal
from tacit.clarifications.features.assembly import COUNT, features_of
from tacit.clarifications.features.causal_scores import scores_of
from tacit.clarifications.features.encoder_input import WINDOW
from tacit.clarifications.features.passages import PassageStates
from tacit.clarifications.kept import checkpoint_place
from tacit.clarifications.systems.bert import BertMarkers
from tacit.clarifications.systems.calibration import (
    Calibration,
    FillerEvidence,
    evidence_of,
    gold_scores,
    judgements_of,
    kinds_of,
    label_numbers,
    softmax,
)
from tacit.clarifications.systems.tacit.comparer import HIDDEN, Comparer, Given, trained_comparer
from tacit.clarifications.task import CLASSES, Instruction, Judgement, JudgeSystem, Phenomenon
from tacit.errors import InputError, UsageError
from tacit.extras import require
from tacit.learning.tensors import read_model, write_model
from tacit.progress import Progress, no_progress
from tacit.shapes import Within

if TYPE_CHECKING:
    import torch
    from torch import Tensor

    from tacit.backbones.causal import CausalModel
else:
    torch = require("torch", extra="neural")

_KIND = "clarifications tacit"
_OUT = len(CLASSES) + 1
"""Numbers that a judge says of a filler: log-probabilities of the classes, and the score."""
_FIRM = 4 * _OUT + len(Phenomenon)
"""Columns of evidence that are firm: two judges, each absolute and relative to rivals."""
_MARKERS = "markers"
_VERSION = 1
"""Of the training: a checkpoint of another one must not go on."""


class Comparing(JudgeSystem):
    """A comparer of fillers and their rivals, an encoder that sees the filler marked, and a calibration."""

    name = "tacit"

    def __init__(self, model: str | None = None) -> None:
        self.model = model
        self._markers: BertMarkers | None = None
        self._comparer: Comparer | None = None
        self._calibration: Calibration | None = None

    def fit(self, instructions: Sequence[Instruction], *, seed: int = 0, progress: Progress = no_progress) -> Self:
        """Learn class and score together; what was cut off goes on from its checkpoint."""
        labels, scores = label_numbers(instructions), gold_scores(instructions).tolist()
        model = causal.load()
        given = _given(model, instructions, progress)
        place = checkpoint_place("comparer", _VERSION, given.passages.readings, labels, scores, seed=seed)
        self._comparer = trained_comparer(
            model,
            given,
            labels,
            scores,
            seed=seed,
            checkpoint=place,
            progress=progress,
        )
        # The causal model reads on; the second opinion, as shipped, is about what stands close to the filler.
        self._markers = BertMarkers(self.model, context=WINDOW).fit(instructions, seed=seed, progress=progress)
        return self

    def calibrate(self, instructions: Sequence[Instruction]) -> None:
        """Weigh the evidence, and adjust the class balance, by phenomenon, to that of judged instructions."""
        labels, scores = label_numbers(instructions), gold_scores(instructions)
        self._calibration = Calibration.fit(self.evidence(instructions), labels, scores)

    def judge(self, instructions: Sequence[Instruction]) -> list[tuple[Judgement, ...]]:
        """Probabilities and score of each filler, calibrated if the system is."""
        rows = self.evidence(instructions).rows
        if self._calibration is not None:
            return judgements_of(instructions, self._calibration.apply(rows))
        return judgements_of(instructions, np.column_stack([softmax(rows[:, : _OUT - 1]), rows[:, _OUT - 1]]))

    def evidence(self, instructions: Sequence[Instruction]) -> FillerEvidence:
        """What both judges say, absolute and relative to rivals, and the phenomenon; as hints what they saw."""
        if self._comparer is None or self._markers is None:
            raise UsageError(f"the system {self.name!r} has not been trained: call fit or load first")
        asked = [each for each in instructions if each.fillers]
        if not asked:
            return FillerEvidence(np.zeros((0, _FIRM + COUNT + HIDDEN)), _FIRM)
        given = _given(causal.load(), asked)
        said = self._comparer.say(given)
        features = self._comparer.scaled(torch.from_numpy(np.concatenate(given.features)))
        marked = evidence_of(asked, self._markers.judge(asked)).rows[:, :_OUT]
        firm = np.column_stack([said.classes, said.score, marked])
        ends = np.cumsum([len(each.fillers) for each in asked])[:-1]
        relative = np.concatenate([part - part.mean(0) for part in np.split(firm, ends)])
        return FillerEvidence(np.column_stack([firm, relative, kinds_of(asked), features, said.hidden]), _FIRM)

    def save(self, folder: Path) -> None:
        """Write a model folder."""
        if self._comparer is None or self._markers is None:
            raise UsageError(f"the system {self.name!r} has not been trained: there is nothing to save")
        self._markers.save(folder / _MARKERS)
        weights = _named("comparer", self._comparer.weights())
        if self._calibration is not None:
            # One row, so that they are not rounded to bytes.
            parts = {"classes": self._calibration.classes, "score": self._calibration.score}
            weights |= _named("calibration", {name: torch.from_numpy(each.ravel()) for name, each in parts.items()})
        write_model(folder, _KIND, {"features": COUNT}, weights)

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""
        _, weights = read_model(folder, _KIND, {"features": Within(int, COUNT, COUNT)})
        system = cls()
        comparer = Comparer(causal.load(), COUNT)
        try:
            learnt, calibrated = (_part(name, weights) for name in ("comparer", "calibration"))
            comparer.take(learnt)
            if calibrated:
                classes, score = (calibrated[name].double().numpy() for name in ("classes", "score"))
                if len(score) != _FIRM + COUNT + HIDDEN + 1:
                    raise ValueError("calibration")
                system._calibration = Calibration(classes.reshape(len(score), len(CLASSES)), score)
        except (RuntimeError, KeyError, ValueError, InputError):
            raise InputError("the weights are those of another version: train it again", path=folder) from None
        system._comparer = comparer.eval()
        system._markers = BertMarkers.load(folder / _MARKERS)
        return system


def _given(model: CausalModel, instructions: Sequence[Instruction], progress: Progress = no_progress) -> Given:
    passages = PassageStates.of(model, instructions)
    scores = scores_of(passages, progress=progress)
    return Given(passages, [features_of(*pair) for pair in zip(instructions, scores, strict=True)])


def _named(part: str, weights: dict[str, Tensor]) -> dict[str, Tensor]:
    return {f"{part}.{name}": value for name, value in weights.items()}


def _part(part: str, weights: dict[str, Tensor]) -> dict[str, Tensor]:
    start = f"{part}."
    return {name.removeprefix(start): value for name, value in weights.items() if name.startswith(start)}

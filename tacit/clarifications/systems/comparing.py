"""Our own system: a language model's scores and states, and the discourse, every filler seen against its rivals.

The causal model says how probable a filler is after its context and the rest of the sentence after the filler; word
vectors and mentions say how it relates to the discourse; the model's last states, less their mean over the rivals, say
what is peculiar to it. Small networks learn class and score together (`ensemble`). An encoder that sees the filler
marked in its sentence (`bert_markers`) gives a second opinion. A calibration weighs what both say with the features and
states themselves, and adjusts the class balance by phenomenon.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

from tacit.backbones.compact import read_model, write_model
from tacit.clarifications.features.assembly import COUNT, features_of
from tacit.clarifications.features.causal_scores import CausalScores, causal_scores
from tacit.clarifications.systems.bert import BertMarkers
from tacit.clarifications.systems.calibration import (
    Calibration,
    Evidence,
    evidence_of,
    gold_scores,
    judgements_of,
    kinds_of,
    label_numbers,
    softmax,
)
from tacit.clarifications.systems.ensemble import Ensemble, Given, trained_ensemble
from tacit.clarifications.task import CLASSES, Instruction, Judgement, JudgeSystem, Phenomenon
from tacit.errors import InputError, UsageError
from tacit.extras import require

if TYPE_CHECKING:
    import torch
    from torch import Tensor
else:
    torch = require("torch", extra="neural")

_KIND = "clarifications tacit"
_OUT = len(CLASSES) + 1
"""Numbers that a judge says of a filler: log-probabilities of the classes, and the score."""
_FIRM = 4 * _OUT + len(Phenomenon)
"""Columns of evidence that are firm: two judges, each absolute and relative to rivals."""
_MARKERS = "markers"
_SMALLEST = 1e-6


class Comparing(JudgeSystem):
    """Networks over fillers and their rivals, an encoder that sees the filler marked, and a calibration."""

    name = "tacit"

    def __init__(self, model: str | None = None) -> None:
        self.model = model
        self._markers: BertMarkers | None = None
        self._ensemble: Ensemble | None = None
        self._calibration: Calibration | None = None

    def fit(self, instructions: Sequence[Instruction], *, seed: int = 0) -> Self:
        """Learn class and score together."""
        labels, scores = label_numbers(instructions), gold_scores(instructions).tolist()
        self._ensemble = trained_ensemble(_given(instructions), labels, scores, seed=seed)
        self._markers = BertMarkers(self.model).fit(instructions, seed=seed)
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

    def evidence(self, instructions: Sequence[Instruction]) -> Evidence:
        """What both judges say, absolute and relative to rivals, and the phenomenon; as hints features and states."""
        if self._ensemble is None or self._markers is None:
            raise UsageError(f"the system {self.name!r} has not been trained: call fit or load first")
        asked = [each for each in instructions if each.fillers]
        if not asked:
            return Evidence(np.zeros((0, _width(self._ensemble))), _FIRM)
        given = _given(asked)
        with torch.inference_mode():
            judged = self._ensemble.judged(given)
            said = torch.cat([judged[:, : len(CLASSES)].clamp_min(_SMALLEST).log(), judged[:, len(CLASSES) :]], 1)
            features, states = self._ensemble.scaled(given.features), self._ensemble.summed_up(given.states)
        marked = evidence_of(asked, self._markers.judge(asked)).rows[:, :_OUT]
        firm = np.column_stack([said, marked])
        ends = np.cumsum([len(each.fillers) for each in asked])[:-1]
        relative = np.concatenate([part - part.mean(0) for part in np.split(firm, ends)])
        return Evidence(np.column_stack([firm, relative, kinds_of(asked), features, states]), _FIRM)

    def save(self, folder: Path) -> None:
        """Write a model folder."""
        if self._ensemble is None or self._markers is None:
            raise UsageError(f"the system {self.name!r} has not been trained: there is nothing to save")
        self._markers.save(folder / _MARKERS)
        weights = _named("ensemble", self._ensemble.state_dict())
        if self._calibration is not None:
            # One row, so that they are not rounded to bytes.
            parts = {"classes": self._calibration.classes, "score": self._calibration.score}
            weights |= _named("calibration", {name: torch.from_numpy(each.ravel()) for name, each in parts.items()})
        write_model(folder, _KIND, {"features": COUNT, "width": len(self._ensemble.spreads)}, weights)

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""
        _, weights = read_model(folder, _KIND)
        system = cls()
        try:
            small, calibrated = (_part(name, weights) for name in ("ensemble", "calibration"))
            ensemble = Ensemble(COUNT, len(small["spreads"]))
            ensemble.load_state_dict(small)
            if calibrated:
                classes, score = (calibrated[name].double().numpy() for name in ("classes", "score"))
                if len(score) != _width(ensemble) + 1:
                    raise ValueError("calibration")
                system._calibration = Calibration(classes.reshape(len(score), len(CLASSES)), score)
        except (RuntimeError, KeyError, ValueError):
            raise InputError("the weights are those of another version: train it again", path=folder) from None
        system._ensemble = ensemble.eval()
        system._markers = BertMarkers.load(folder / _MARKERS)
        return system


def _given(instructions: Sequence[Instruction]) -> Given:
    pairs = [(each, scores) for each, scores in zip(instructions, causal_scores(instructions), strict=True) if scores]
    features = np.concatenate([features_of(*pair) for pair in pairs])
    states = np.concatenate([peculiar(scores) for _, scores in pairs])
    return Given(torch.from_numpy(features), torch.from_numpy(states))


def peculiar(scores: CausalScores) -> npt.NDArray[np.float32]:
    """The model's last states for each filler, less their mean over the rivals."""
    views = scores.views.astype(np.float32)
    return np.asarray(views - views.mean(0, keepdims=True))


def _width(ensemble: Ensemble) -> int:
    """How many columns of evidence there are."""
    return _FIRM + COUNT + ensemble.directions.shape[1]


def _named(part: str, weights: dict[str, Tensor]) -> dict[str, Tensor]:
    return {f"{part}.{name}": value for name, value in weights.items()}


def _part(part: str, weights: dict[str, Tensor]) -> dict[str, Tensor]:
    start = f"{part}."
    return {name.removeprefix(start): value for name, value in weights.items() if name.startswith(start)}

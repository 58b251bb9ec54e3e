"""Class balance: what a judge learnt on one collection, adjusted to another by phenomenon.

CLAIRE's dev and test sets were rated by four annotators a filler, its train set by two; the shares of the classes
differ much, for noun compounds more than for metonymy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacit.clarifications.evaluate import gold_labels
from tacit.clarifications.task import CLASSES, Instruction, Judgement, Phenomenon
from tacit.errors import InputError

Floats = npt.NDArray[np.float64]
_SMALLEST = 1e-6


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic regression over log-probabilities, score and phenomenon, and a linear one for the score."""

    classes: Floats
    """Inputs × classes."""
    score: Floats
    """One weight an input."""

    @classmethod
    def fit(
        cls, instructions: Sequence[Instruction], raw: Floats, labels: Sequence[int], scores: Floats
    ) -> Calibration:
        """Learn from raw judgements (probabilities and score in each row) and gold."""
        from sklearn.linear_model import LogisticRegression, Ridge

        if set(labels) != set(range(len(CLASSES))):
            raise InputError("to calibrate on, there must be fillers of all three classes")
        inputs = _inputs(instructions, raw)
        logistic = LogisticRegression(C=1.0, fit_intercept=False, max_iter=1000).fit(inputs, labels)
        linear = Ridge(alpha=1.0, fit_intercept=False).fit(inputs, scores)
        return cls(np.asarray(logistic.coef_).T, np.asarray(linear.coef_))

    @classmethod
    def none(cls) -> Calibration:
        """Leaves judgements as they are."""
        count = len(CLASSES) + 1 + len(Phenomenon)
        score = np.zeros(count)
        score[len(CLASSES)] = 1.0
        return cls(np.eye(count, len(CLASSES)), score)

    def judgements(
        self, instructions: Sequence[Instruction], judgements: Sequence[Sequence[Judgement]]
    ) -> list[tuple[Judgement, ...]]:
        """Judgements adjusted."""
        rows = iter(self.apply(instructions, _raw(judgements)).tolist())
        adjusted = []
        for each in judgements:
            taken = [next(rows) for _ in each]
            adjusted.append(tuple(Judgement.of(row[: len(CLASSES)], row[len(CLASSES)]) for row in taken))
        return adjusted

    def apply(self, instructions: Sequence[Instruction], raw: Floats) -> Floats:
        """Raw judgements adjusted: probabilities and score in each row."""
        inputs = _inputs(instructions, raw)
        logits = inputs @ self.classes
        shares = np.exp(logits - logits.max(1, keepdims=True))
        return np.column_stack([shares / shares.sum(1, keepdims=True), inputs @ self.score])


def cross_calibrated(
    instructions: Sequence[Instruction], judgements: Sequence[Sequence[Judgement]], *, folds: int, seed: int = 0
) -> list[tuple[Judgement, ...]]:
    """Judgements of any system, each adjusted to the class balance of the other folds: no sentence adjusts itself."""
    if not 2 <= folds <= len(instructions):
        raise InputError(f"{len(instructions)} sentences cannot be split into {folds} folds; at least two are needed")
    order = np.random.default_rng(seed).permutation(len(instructions))
    adjusted: dict[int, tuple[Judgement, ...]] = {}
    for fold in range(folds):
        held_out = set(order[fold::folds].tolist())
        kept = [number for number in range(len(instructions)) if number not in held_out]
        calibration = calibration_on([instructions[number] for number in kept], [judgements[number] for number in kept])
        for number in held_out:
            adjusted[number] = calibration.judgements([instructions[number]], [judgements[number]])[0]
    return [adjusted[number] for number in range(len(instructions))]


def calibration_on(instructions: Sequence[Instruction], judgements: Sequence[Sequence[Judgement]]) -> Calibration:
    """What turns these judgements into the class balance of their gold."""
    return Calibration.fit(instructions, _raw(judgements), label_numbers(instructions), gold_scores(instructions))


def label_numbers(instructions: Sequence[Instruction]) -> list[int]:
    """The number of each filler's gold class."""
    return [CLASSES.index(label) for each in instructions for label in gold_labels(each)]


def gold_scores(instructions: Sequence[Instruction]) -> Floats:
    """Each filler's mean rating, or the middle of its class where only that is known."""
    found = [
        Judgement.of(np.eye(len(CLASSES))[CLASSES.index(label)]).score if filler.score is None else filler.score
        for each in instructions
        for filler, label in zip(each.fillers, gold_labels(each), strict=True)
    ]
    return np.array(found)


def _raw(judgements: Sequence[Sequence[Judgement]]) -> Floats:
    rows = [(*judgement.probabilities, judgement.score) for each in judgements for judgement in each]
    return np.array(rows, dtype=np.float64).reshape(-1, len(CLASSES) + 1)


def _inputs(instructions: Sequence[Instruction], raw: Floats) -> Floats:
    kinds = [[each.phenomenon is kind for kind in Phenomenon] for each in instructions for _ in each.fillers]
    logs = np.log(np.maximum(raw[:, : len(CLASSES)], _SMALLEST))
    return np.column_stack([logs, raw[:, len(CLASSES)], np.array(kinds, dtype=float).reshape(-1, len(Phenomenon))])

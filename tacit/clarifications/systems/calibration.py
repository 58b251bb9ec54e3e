"""Class balance: what a judge learnt on one collection, adjusted to another by phenomenon.

CLAIRE's dev and test sets were rated by four annotators a filler, its train set by two; the shares of the classes
differ much, for noun compounds more than for metonymy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from tacit.clarifications.evaluate import gold_labels
from tacit.clarifications.task import CLASSES, Instruction, Judgement, JudgeSystem, Phenomenon
from tacit.errors import InputError

Floats = npt.NDArray[np.float64]
BALANCE = (0.39, 0.24, 0.37)
"""What share of fillers is implausible, neutral, plausible: four raters said so (CLAIRE's dev set, table 3). Two a
filler, as in its train set, call far more of them neutral."""
DEV_SHARES = "dev"
SHARES = DEV_SHARES, "train"
"""How the classes may count in training: as `BALANCE` says, or each filler alike, as they come in the train set."""
_SMALLEST = 1e-6


@dataclass(frozen=True, slots=True)
class Strengths:
    """How much a calibration may trust its evidence.

    `hint` says how many times more the weights of hints are held down than those of firm evidence, `firm` how little
    those are (the inverse of the penalty on their squares, in both regressions).
    """

    hint: float = 1000.0
    firm: float = 1.0


USUAL = Strengths()


class FillerEvidence(NamedTuple):
    """What a calibration may see: one row a filler. The first columns are firm, the many others only hints."""

    rows: Floats
    firm: int


@runtime_checkable
class Calibrated(Protocol):
    """A system that adjusts to the class balance of judged instructions."""

    def evidence(self, instructions: Sequence[Instruction]) -> FillerEvidence:
        """What a calibration may see of them."""

    def calibrate(self, instructions: Sequence[Instruction]) -> None:
        """Learn the balance; what was learnt before stays."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic regression for the class and a linear one for the score over the same evidence.

    The last row of weights is for a constant.
    """

    classes: Floats
    """Columns of evidence × classes."""
    score: Floats
    """One weight a column."""

    @classmethod
    def fit(
        cls, evidence: FillerEvidence, labels: Sequence[int], scores: Floats, strengths: Strengths = USUAL
    ) -> Calibration:
        """Learn from evidence and gold."""
        from sklearn.linear_model import LogisticRegression, Ridge

        if set(labels) != set(range(len(CLASSES))):
            raise InputError("to calibrate on, there must be fillers of all three classes")
        mean, spread = evidence.rows.mean(0), np.maximum(evidence.rows.std(0), 1e-3)
        spread[evidence.firm :] *= np.sqrt(strengths.hint)
        scaled = (evidence.rows - mean) / spread
        logistic = LogisticRegression(C=strengths.firm, max_iter=1000).fit(scaled, labels)
        linear = Ridge(alpha=1 / strengths.firm).fit(scaled, scores)
        classes = _unscaled(np.asarray(logistic.coef_).T, np.asarray(logistic.intercept_), mean, spread)
        return cls(classes, _unscaled(np.asarray(linear.coef_), np.asarray(linear.intercept_), mean, spread))

    def apply(self, rows: Floats) -> Floats:
        """Probabilities of the classes and the score for each row of evidence."""
        inputs = np.column_stack([rows, np.ones(len(rows))])
        return np.column_stack([softmax(inputs @ self.classes), inputs @ self.score])


def _unscaled(weights: Floats, constant: Floats, mean: Floats, spread: Floats) -> Floats:
    """Weights for evidence as it comes, with the constant's as last row."""
    weights = (weights.T / spread).T
    return np.concatenate([weights, [constant - mean @ weights]])


def softmax(logits: Floats) -> Floats:
    """Shares that grow with the exponential of each row's numbers."""
    shares = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(shares / shares.sum(1, keepdims=True))


def cross_judged(
    system: JudgeSystem, instructions: Sequence[Instruction], *, folds: int, seed: int = 0
) -> list[tuple[Judgement, ...]]:
    """Judgements adjusted to the class balance of the other folds: no sentence adjusts itself.

    A system that calibrates itself forgets for this what it was calibrated on; any other has its judgements adjusted.
    """
    if isinstance(system, Calibrated):
        evidence = system.evidence(instructions)
    else:
        evidence = evidence_of(instructions, system.judge(instructions))
    return cross_calibrated(instructions, evidence, folds=folds, seed=seed)


def cross_calibrated(
    instructions: Sequence[Instruction], evidence: FillerEvidence, *, folds: int, seed: int = 0
) -> list[tuple[Judgement, ...]]:
    """Judgements from evidence, each by a calibration on the other folds."""
    if not 2 <= folds <= len(instructions):
        raise InputError(f"{len(instructions)} sentences cannot be split into {folds} folds; at least two are needed")
    ends = np.cumsum([len(each.fillers) for each in instructions]).tolist()
    rows = [list(range(end - len(each.fillers), end)) for each, end in zip(instructions, ends, strict=True)]
    labels, scores = np.array(label_numbers(instructions)), gold_scores(instructions)
    order = np.random.default_rng(seed).permutation(len(instructions)).tolist()
    adjusted = np.zeros((len(evidence.rows), len(CLASSES) + 1))
    for fold in range(folds):
        held_out = sorted(row for number in order[fold::folds] for row in rows[number])
        kept = sorted(set(range(len(adjusted))) - set(held_out))
        known = FillerEvidence(evidence.rows[kept], evidence.firm)
        calibration = Calibration.fit(known, labels[kept].tolist(), scores[kept])
        adjusted[held_out] = calibration.apply(evidence.rows[held_out])
    return judgements_of(instructions, adjusted)


def judgements_of(instructions: Sequence[Instruction], rows: Floats) -> list[tuple[Judgement, ...]]:
    """Rows of three probabilities and a score as the judgements of each instruction's fillers."""
    every = iter(rows.tolist())
    taken = [[next(every) for _ in each.fillers] for each in instructions]
    return [tuple(Judgement.of(row[: len(CLASSES)], row[len(CLASSES)]) for row in each) for each in taken]


def evidence_of(instructions: Sequence[Instruction], judgements: Sequence[Sequence[Judgement]]) -> FillerEvidence:
    """Log-probabilities, score and phenomenon: all that is known of the judgements of any system."""
    raw = [(*judgement.probabilities, judgement.score) for each in judgements for judgement in each]
    rows = np.array(raw, dtype=np.float64).reshape(-1, len(CLASSES) + 1)
    logs = np.log(np.maximum(rows[:, : len(CLASSES)], _SMALLEST))
    found = np.column_stack([logs, rows[:, len(CLASSES)], kinds_of(instructions)])
    return FillerEvidence(found, found.shape[1])


def kinds_of(instructions: Sequence[Instruction]) -> Floats:
    """For each filler a column a phenomenon, 1 for its own."""
    kinds = [[each.phenomenon is kind for kind in Phenomenon] for each in instructions for _ in each.fillers]
    return np.array(kinds, dtype=np.float64).reshape(-1, len(Phenomenon))


def label_numbers(instructions: Sequence[Instruction]) -> list[int]:
    """The number of each filler's gold class."""
    return [CLASSES.index(label) for each in instructions for label in gold_labels(each)]


def balanced_weights(instructions: Sequence[Instruction]) -> npt.NDArray[np.float32]:
    """A weight for each filler, with which the classes of each phenomenon count as `BALANCE` says; on average 1."""
    kinds, labels = kinds_of(instructions).astype(bool), np.array(label_numbers(instructions))
    weights = np.zeros(len(labels), dtype=np.float32)
    for kind in kinds.T:
        counts = np.bincount(labels[kind], minlength=len(CLASSES))
        wanted = np.divide(BALANCE, counts, out=np.zeros(len(CLASSES)), where=counts > 0)[labels[kind]]
        weights[kind] = wanted / (wanted.mean() if len(wanted) else 1)
    return weights


def gold_scores(instructions: Sequence[Instruction]) -> Floats:
    """Each filler's mean rating, or the middle of its class where only that is known."""
    found = [
        Judgement.of(np.eye(len(CLASSES))[CLASSES.index(label)]).score if filler.score is None else filler.score
        for each in instructions
        for filler, label in zip(each.fillers, gold_labels(each), strict=True)
    ]
    return np.array(found)

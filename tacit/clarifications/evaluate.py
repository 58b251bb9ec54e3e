"""How well fillers are judged: accuracy over the three classes and rank correlation of the scores (section 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import nan
from typing import Any

import numpy

from tacit.clarifications.task import CLASSES, Instruction, Judgement, Phenomenon, label_of_score
from tacit.comparison import Measured, Rows
from tacit.errors import InputError


@dataclass(frozen=True, slots=True)
class Figures:
    """Accuracy and Spearman's rank correlation over some fillers; nothing where gold does not allow it."""

    n: int
    accuracy: float | None
    spearman: float | None


@dataclass(frozen=True, slots=True)
class ClarificationEvaluation:
    """Figures over all fillers and by phenomenon, the confusion matrix (gold by predicted, Table 7), recall by class.

    `same_class` counts the sentences whose fillers all get the same class (section 5.2).
    """

    n: int
    sentences: int
    accuracy: float
    spearman: float | None
    same_class: int
    phenomena: dict[str, Figures]
    recalls: dict[str, float | None]
    confusions: tuple[tuple[int, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return asdict(self)


def evaluate(instructions: Sequence[Instruction], judgements: Sequence[Sequence[Judgement]]) -> ClarificationEvaluation:
    """Compare judgements with the gold labels and scores of the fillers."""
    _check(instructions)
    pairs = [_Judged.of(*pair) for pair in zip(instructions, judgements, strict=True)]
    whole = _figures(pairs)
    confusions = confusion_matrix(
        [label for pair in pairs for label in pair.gold], [label for pair in pairs for label in pair.predicted]
    )
    return ClarificationEvaluation(
        n=whole.n,
        sentences=len(pairs),
        accuracy=whole.accuracy or 0.0,
        spearman=whole.spearman,
        same_class=sum(len(set(pair.predicted)) == 1 for pair in pairs if len(pair.predicted) > 1),
        phenomena={
            phenomenon.value: _figures(members)
            for phenomenon in Phenomenon
            if (members := [pair for pair in pairs if pair.phenomenon is phenomenon])
        },
        recalls={
            label: row[number] / sum(row) if sum(row) else None
            for number, (label, row) in enumerate(zip(CLASSES, confusions, strict=True))
        },
        confusions=confusions,
    )


def contributions(
    instructions: Sequence[Instruction], judgements: Sequence[Sequence[Judgement]]
) -> dict[str, Measured]:
    """What each article adds to the figures, for a comparison with another system; without a title, each sentence.

    Sentences of one article are one document, because their fillers are much alike.
    """
    _check(instructions)
    articles: dict[str, list[_Judged]] = {}
    for number, (instruction, judged) in enumerate(zip(instructions, judgements, strict=True)):
        articles.setdefault(instruction.title or f"\n{number}", []).append(_Judged.of(instruction, judged))
    return {
        "accuracy": Measured.ratio([(sum(_hits(pairs)), len(_hits(pairs))) for pairs in articles.values()]),
        "spearman": Measured([_both_scores(pairs) for pairs in articles.values()], rank_correlation),
    }


@dataclass(frozen=True, slots=True)
class _Judged:
    """One sentence: gold and predicted classes and scores of its fillers."""

    phenomenon: Phenomenon
    gold: tuple[str, ...]
    predicted: tuple[str, ...]
    gold_scores: tuple[float | None, ...]
    scores: tuple[float, ...]

    @classmethod
    def of(cls, instruction: Instruction, judgements: Sequence[Judgement]) -> _Judged:
        return cls(
            instruction.phenomenon,
            gold_labels(instruction),
            tuple(judgement.label for judgement in judgements),
            tuple(filler.score for filler in instruction.fillers),
            tuple(judgement.score for judgement in judgements),
        )


def gold_labels(instruction: Instruction) -> tuple[str, ...]:
    """The gold class of each filler, from its label or else its score; a filler with neither is an error."""
    labels = []
    for number, filler in enumerate(instruction.fillers, 1):
        if filler.label is None and filler.score is None:
            raise InputError(f"filler {number} of {instruction.id!r} has neither a label nor a score to compare with")
        labels.append(filler.label or label_of_score(filler.score or 0.0))
    return tuple(labels)


def _check(instructions: Sequence[Instruction]) -> None:
    if not any(instruction.fillers for instruction in instructions):
        raise InputError("there is no filler to judge")


def _figures(pairs: Sequence[_Judged]) -> Figures:
    hits = _hits(pairs)
    spearman = rank_correlation(_both_scores(pairs))
    return Figures(len(hits), sum(hits) / len(hits) if hits else None, None if numpy.isnan(spearman) else spearman)


def _hits(pairs: Sequence[_Judged]) -> list[bool]:
    return [gold == predicted for pair in pairs for gold, predicted in zip(pair.gold, pair.predicted, strict=True)]


def _both_scores(pairs: Sequence[_Judged]) -> Rows:
    """Gold and predicted score of all fillers that have a gold score."""
    both = [
        (gold, score)
        for pair in pairs
        for gold, score in zip(pair.gold_scores, pair.scores, strict=True)
        if gold is not None
    ]
    return numpy.array(both, dtype=float).reshape(-1, 2)


def rank_correlation(both: Rows) -> float:
    """Spearman's correlation of two columns; nan where either is constant."""
    from scipy.stats import rankdata

    if len(both) < 2 or (both == both[0]).all(axis=0).any():
        return nan
    ranks = rankdata(both, axis=0)
    return float(numpy.corrcoef(ranks[:, 0], ranks[:, 1])[0, 1])


def confusion_matrix(gold: Sequence[str], predicted: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """How often each gold class was given each predicted one: a row for each of `CLASSES` (table 7).

    >>> confusion_matrix(["NEUTRAL", "NEUTRAL"], ["NEUTRAL", "PLAUSIBLE"])
    ((0, 0, 0), (0, 1, 1), (0, 0, 0))
    """
    counts = Counter(zip(gold, predicted, strict=True))
    return tuple(tuple(counts[label, other] for other in CLASSES) for label in CLASSES)

"""How well scenarios are detected: the measures of sections 5.1 to 5.3, and the accuracy of one label a text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

import numpy

from tacit.comparison import Measured, Rows
from tacit.errors import InputError
from tacit.scenarios.inventory import Inventory
from tacit.scenarios.metrics import LabelCounts, pearson, pk, pmi, predicted, sentence_counts, windowdiff
from tacit.scenarios.task import NONE, Detection, Narrative, Scored

MOST_FREQUENT = (10, 100)
"""Of how many of the most frequent confusions the paper gives the share (section 5.3)."""


@dataclass(frozen=True, slots=True)
class ScenarioScore:
    """How well one scenario is found (Table 8), and its highest PMI with any other."""

    label: str
    sentences: int
    precision: float
    recall: float
    f1: float
    pmi: float


@dataclass(frozen=True, slots=True)
class Confusion:
    """Sentences about one scenario that were taken for another (Table 7), and the PMI of the two."""

    gold: str
    predicted: str
    sentences: int
    pmi: float


@dataclass(frozen=True, slots=True)
class ScenarioEvaluation:
    """All figures of one system on one test set; `n` counts texts. What could not be measured is None.

    `correlations` are those of section 5.3, over scenarios: how recall and F1 go with PMI, precision and F1 with the
    number of gold sentences. `text_accuracy` is over texts that are about one scenario from end to end.
    `confusion_shares` say which part of all confusions of one scenario with another are the most frequent ones:
    `top_10` and `top_100`.
    """

    n: int
    sentences: int
    precision: float
    recall: float
    f1: float
    pk: float | None
    windowdiff: float | None
    text_accuracy: float | None
    correlations: Mapping[str, float | None]
    confusion_shares: Mapping[str, float | None]
    scenarios: tuple[ScenarioScore, ...]
    confusions: tuple[Confusion, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def evaluate(
    narratives: Sequence[Narrative], detections: Sequence[Detection], *, gold_sentences_only: bool = False
) -> ScenarioEvaluation:
    """Compare what a system found with the gold labels.

    With `gold_sentences_only` sentences about nothing are left out of precision, recall and F1: the upper bound that
    the paper calls TT tf.idf (Gold).
    """
    _check(narratives, detections)
    total, by_scenario, mistaken = _count(narratives, detections, gold_sentences_only)
    sentences = Counter(label for narrative in narratives for gold in narrative.labels for label in gold)
    relatedness = _Relatedness(_documents(narratives), len(narratives))
    scores = _scores(by_scenario, sentences, relatedness)
    confusions = tuple(
        Confusion(gold, guess, count, relatedness.of(gold, guess)) for (gold, guess), count in mistaken.most_common()
    )
    pairs = list(zip(narratives, detections, strict=True))
    return ScenarioEvaluation(
        n=len(narratives),
        sentences=sum(map(len, narratives)),
        precision=total.precision,
        recall=total.recall,
        f1=total.f1,
        pk=_mean([pk(segment_starts(text.labels), found.starts, len(text)) for text, found in pairs]),
        windowdiff=_mean([windowdiff(segment_starts(text.labels), found.starts, len(text)) for text, found in pairs]),
        text_accuracy=_mean([_text_is_right(text, found) for text, found in pairs]),
        correlations=_correlations(scores),
        confusion_shares=_shares(mistaken),
        scenarios=scores,
        confusions=confusions,
    )


def contributions(
    narratives: Sequence[Narrative], detections: Sequence[Detection], *, gold_sentences_only: bool = False
) -> dict[str, Measured]:
    """What each text adds to the figures, for a comparison with another system."""
    _check(narratives, detections)
    pairs = list(zip(narratives, detections, strict=True))
    totals = [_count([text], [found], gold_sentences_only)[0] for text, found in pairs]
    counts = [numpy.array([[each.tp, each.fp, each.fn]]) for each in totals]
    errors = {
        "pk": [pk(segment_starts(text.labels), found.starts, len(text)) for text, found in pairs],
        "windowdiff": [windowdiff(segment_starts(text.labels), found.starts, len(text)) for text, found in pairs],
        "text_accuracy": [_text_is_right(text, found) for text, found in pairs],
    }
    means = {name: [(each or 0.0, float(each is not None)) for each in values] for name, values in errors.items()}
    return {
        "precision": Measured(counts, lambda rows: _summed(rows).precision),
        "recall": Measured(counts, lambda rows: _summed(rows).recall),
        "f1": Measured(counts, lambda rows: _summed(rows).f1),
        **{name: Measured.ratio(each) for name, each in means.items()},
    }


def _summed(counts: Rows) -> LabelCounts:
    return LabelCounts(*map(float, counts.sum(axis=0)))


def _check(narratives: Sequence[Narrative], detections: Sequence[Detection]) -> None:
    if not narratives:
        raise InputError("there is no text to evaluate on")
    for narrative, detection in zip(narratives, detections, strict=True):
        if len(narrative.labels) != len(narrative):
            raise InputError(f"the text {narrative.id!r} has no gold labels")
        if len(detection.rankings) != len(narrative):
            raise ValueError(f"{len(detection.rankings)} rankings for {len(narrative)} sentences of {narrative.id!r}")


def _count(
    narratives: Sequence[Narrative], detections: Sequence[Detection], gold_sentences_only: bool
) -> tuple[LabelCounts, dict[str, LabelCounts], Counter[tuple[str, str]]]:
    """Counts over all, counts by scenario, and (gold, predicted) pairs of mistaken labels."""
    total, by_scenario, mistaken = LabelCounts(), defaultdict[str, LabelCounts](LabelCounts), Counter[tuple[str, str]]()
    for narrative, detection in zip(narratives, detections, strict=True):
        for gold, ranking in zip(narrative.labels, detection.rankings, strict=True):
            if gold_sentences_only and not gold:
                continue
            guessed = predicted(ranking, gold)
            _add(total, sentence_counts(gold, guessed))
            missed = [label for label in gold if label not in guessed]
            wrong = [label for label in guessed if label not in gold]
            for label in gold:
                share = LabelCounts(fn=1 / len(gold)) if label in missed else LabelCounts(tp=1 / len(gold))
                _add(by_scenario[label], share)
            for label in wrong:
                by_scenario[label].fp += 1
            mistaken.update((a, b) for a in missed for b in wrong)
    return total, by_scenario, mistaken


def _add(total: LabelCounts, more: LabelCounts) -> None:
    total.tp += more.tp
    total.fp += more.fp
    total.fn += more.fn


def _documents(narratives: Sequence[Narrative]) -> dict[str, set[int]]:
    """The texts that refer to each scenario."""
    documents: dict[str, set[int]] = defaultdict(set)
    for number, narrative in enumerate(narratives):
        for gold in narrative.labels:
            for label in gold:
                documents[label].add(number)
    return documents


class _Relatedness:
    """PMI between the scenarios of a test set."""

    def __init__(self, documents: Mapping[str, set[int]], count: int) -> None:
        self._documents = documents
        self._count = count

    def of(self, first: str, second: str) -> float:
        """0 where the two never share a text."""
        return pmi(self._documents.get(first, ()), self._documents.get(second, ()), self._count)

    def highest(self, label: str) -> float:
        """With whichever other scenario it is most tied to."""
        return max((self.of(label, other) for other in self._documents if other != label), default=0.0)


def _scores(
    by_scenario: Mapping[str, LabelCounts], sentences: Mapping[str, int], relatedness: _Relatedness
) -> tuple[ScenarioScore, ...]:
    """Best first, as in Table 8."""
    scores = [
        ScenarioScore(
            label, sentences.get(label, 0), counts.precision, counts.recall, counts.f1, relatedness.highest(label)
        )
        for label, counts in by_scenario.items()
    ]
    return tuple(sorted(scores, key=lambda score: (-score.f1, -score.sentences, score.label)))


def _correlations(scores: Sequence[ScenarioScore]) -> dict[str, float | None]:
    gold = [score for score in scores if score.sentences]
    columns = {
        "recall": [score.recall for score in gold],
        "precision": [score.precision for score in gold],
        "f1": [score.f1 for score in gold],
        "pmi": [score.pmi for score in gold],
        "sentences": [float(score.sentences) for score in gold],
    }
    pairs = (("recall", "pmi"), ("f1", "pmi"), ("precision", "sentences"), ("f1", "sentences"))
    return {f"{first}_{second}": pearson(columns[first], columns[second]) for first, second in pairs}


def _shares(mistaken: Counter[tuple[str, str]]) -> dict[str, float | None]:
    """Off the diagonal of the matrix of scenarios; None is neither a row nor a column of it."""
    total = mistaken.total()
    found = {count: sum(times for _, times in mistaken.most_common(count)) for count in MOST_FREQUENT}
    return {f"top_{count}": times / total if total else None for count, times in found.items()}


def named_by(inventory: Inventory, detection: Detection) -> Detection:
    """What a system found, by the labels of an inventory; a scenario that it lacks is nothing."""

    def name(label: str) -> str:
        found = inventory.find(label)
        return found.label if found else NONE

    rankings = []
    for ranking in detection.rankings:
        named: dict[str, float] = {}
        for label, probability in ranking:
            named.setdefault(name(label), probability)
        rankings.append(tuple(Scored(label, probability) for label, probability in named.items()))
    whole = None if detection.whole is None else name(detection.whole)
    return Detection(tuple(rankings), detection.starts, whole)


def segment_starts(labels: Sequence[tuple[str, ...]]) -> list[int]:
    """The sentences at which the set of scenarios changes, the first included.

    >>> segment_starts([("a",), ("a",), (), ("a", "b"), ("b", "a")])
    [0, 2, 3]
    """
    return [place for place in range(len(labels)) if place == 0 or set(labels[place]) != set(labels[place - 1])]


def text_label(detection: Detection) -> str:
    """The one scenario that best fits a whole text: what the system says, or the highest sum over its sentences."""
    if detection.whole is not None:
        return detection.whole
    sums: dict[str, float] = defaultdict(float)
    for ranking in detection.rankings:
        for label, probability in ranking:
            if label != NONE:
                sums[label] += probability
    return max(sums, key=lambda label: (sums[label], label)) if sums else NONE


def _text_is_right(narrative: Narrative, detection: Detection) -> float | None:
    if len(set(narrative.labels)) != 1 or len(narrative.labels[0]) != 1:
        return None
    return float(text_label(detection) == narrative.labels[0][0])


def _mean(values: Sequence[float | None]) -> float | None:
    measured = [value for value in values if value is not None]
    return fmean(measured) if measured else None

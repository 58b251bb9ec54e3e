"""How well endings are chosen: overall, where style does not help, and by kind of ending."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tacit.comparison import Measured, mcnemar, wilson
from tacit.endings.features.sentiment import bears_sentiment, compound
from tacit.endings.features.surface import is_negated, words
from tacit.endings.folds import FOLDS, out_of_fold
from tacit.endings.metrics import Bin, calibration_error, log_loss, reliability, right_choices
from tacit.endings.task import Cloze, Probabilities
from tacit.errors import InputError

UNSURE = 0.6
"""An ending-only model is sure of the right ending if it gives it this much of what it gives it and its best rival."""
_FEWEST = 20
"""Stories under which a model of ending style is not worth training."""
_TONE = 0.05
"""VADER's own threshold between neutral and positive or negative."""


@dataclass(frozen=True, slots=True)
class Part:
    """The accuracy on some of the stories."""

    n: int
    accuracy: float


@dataclass(frozen=True, slots=True)
class EndingEvaluation:
    """All figures of one system on one test set.

    `accuracy_hard` is over the `n_hard` stories that a model of ending style, trained on the other folds of the test
    set, gets wrong or is unsure of; None where the set is too small to train one.
    """

    n: int
    accuracy: float
    accuracy_low: float
    accuracy_high: float
    accuracy_hard: float | None
    n_hard: int
    log_loss: float
    calibration_error: float
    breakdown: Mapping[str, Mapping[str, Part]]
    reliability: tuple[Bin, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def evaluate(
    clozes: Sequence[Cloze], said: Sequence[Probabilities], *, hard: Sequence[bool] | None = None, seed: int = 0
) -> EndingEvaluation:
    """Compare choices with answers; `hard` saves finding the style-hard stories again."""
    check_answered(clozes)
    hard = style_hard(clozes, seed=seed) if hard is None else hard
    right = right_choices(clozes, said)
    low, high = wilson(sum(right), len(right))
    on_hard = [each for each, is_hard in zip(right, hard, strict=True) if is_hard]
    bins = reliability(clozes, said)
    return EndingEvaluation(
        n=len(right),
        accuracy=sum(right) / len(right),
        accuracy_low=low,
        accuracy_high=high,
        accuracy_hard=sum(on_hard) / len(on_hard) if on_hard else None,
        n_hard=len(on_hard),
        log_loss=log_loss(clozes, said),
        calibration_error=calibration_error(bins),
        breakdown={name: _parts(clozes, right, kind) for name, kind in BREAKDOWNS.items()},
        reliability=bins,
    )


def contributions(clozes: Sequence[Cloze], said: Sequence[Probabilities]) -> dict[str, Measured]:
    """What each story adds to accuracy and log loss, for a comparison with another system."""
    right = right_choices(clozes, said)
    losses = [log_loss([cloze], [each]) for cloze, each in zip(clozes, said, strict=True)]
    return {
        "accuracy": Measured.ratio([(float(each), 1.0) for each in right]),
        "log_loss": Measured.ratio([(each, 1.0) for each in losses]),
    }


def check_answered(clozes: Sequence[Cloze]) -> None:
    """Raise an error unless there are stories and all have an answer."""
    if not clozes:
        raise InputError("there is no story to evaluate on")
    for cloze in clozes:
        if cloze.answer is None:
            raise InputError(f"the story {cloze.id!r} has no answer; evaluation needs the column 'AnswerRightEnding'")


def style_hard(clozes: Sequence[Cloze], *, seed: int = 0) -> list[bool]:
    """Which stories an ending-only model that was trained on other folds gets wrong or is unsure of."""
    from tacit.endings.systems.ending_only import EndingOnly

    if len(clozes) < _FEWEST:
        return [False] * len(clozes)
    said = out_of_fold(EndingOnly, clozes, count=FOLDS, seed=seed)
    return [_is_hard(each, cloze.answer or 0) for cloze, each in zip(clozes, said, strict=True)]


def _is_hard(probabilities: Probabilities, answer: int) -> bool:
    rival = max(each for place, each in enumerate(probabilities) if place != answer)
    return probabilities[answer] < UNSURE * (probabilities[answer] + rival)


def bears_sentiment_throughout(cloze: Cloze) -> bool:
    """Are there sentiment-bearing words both in the story and in at least one of its endings?

    Flor and Somasundaran found 78 % of the validation stories to be so, and sentiment to choose better among them.
    """
    return any(map(bears_sentiment, cloze.story)) and any(map(bears_sentiment, cloze.endings))


SUBSETS: Mapping[str, Callable[[Cloze], bool]] = {"sentiment": bears_sentiment_throughout}
"""Parts of a test set that figures may be limited to."""


def members_of(subset: str, clozes: Sequence[Cloze]) -> list[bool]:
    """Which stories belong to a part; an error if none does."""
    found = [SUBSETS[subset](cloze) for cloze in clozes]
    if not any(found):
        raise InputError(f"none of the {len(clozes)} stories belongs to the part {subset!r}")
    return found


def _parts(clozes: Sequence[Cloze], right: Sequence[bool], kind: Callable[[Cloze], str]) -> dict[str, Part]:
    members: dict[str, list[bool]] = {}
    for cloze, is_right in zip(clozes, right, strict=True):
        members.setdefault(kind(cloze), []).append(is_right)
    return {name: Part(len(found), sum(found) / len(found)) for name, found in sorted(members.items())}


def _tone(cloze: Cloze) -> str:
    value = compound(cloze.endings[cloze.answer or 0])
    return "positive" if value >= _TONE else "negative" if value <= -_TONE else "neutral"


def _length(cloze: Cloze) -> str:
    right, others = _right_and_others(cloze)
    difference = len(words(right)) - sum(len(words(other)) for other in others) / len(others)
    return "right is longer" if difference > 0 else "right is shorter" if difference < 0 else "equally long"


def _negation(cloze: Cloze) -> str:
    right, others = _right_and_others(cloze)
    in_right, in_wrong = is_negated(right), any(map(is_negated, others))
    if in_right and in_wrong:
        return "both negated"
    return "right is negated" if in_right else "wrong is negated" if in_wrong else "none negated"


def _right_and_others(cloze: Cloze) -> tuple[str, list[str]]:
    right = cloze.answer or 0
    return cloze.endings[right], [ending for place, ending in enumerate(cloze.endings) if place != right]


BREAKDOWNS: Mapping[str, Callable[[Cloze], str]] = {"sentiment": _tone, "length": _length, "negation": _negation}
"""Ways to sort stories by their right ending: its tone, its length beside the others', negation."""


@dataclass(frozen=True, slots=True)
class ChoiceComparison:
    """Two systems on the same stories: McNemar's exact test."""

    first: str
    second: str
    only_first: int
    only_second: int
    p: float


def compare(clozes: Sequence[Cloze], said: Mapping[str, Sequence[Probabilities]]) -> tuple[ChoiceComparison, ...]:
    """Each pair of systems."""
    right = {name: right_choices(clozes, each) for name, each in said.items()}
    names = list(right)
    return tuple(
        ChoiceComparison(
            one,
            other,
            sum(a and not b for a, b in zip(right[one], right[other], strict=True)),
            sum(b and not a for a, b in zip(right[one], right[other], strict=True)),
            mcnemar(right[one], right[other]),
        )
        for place, one in enumerate(names)
        for other in names[place + 1 :]
    )


def failed_by_all(clozes: Sequence[Cloze], said: Mapping[str, Sequence[Probabilities]]) -> list[Cloze]:
    """The stories that no system gets right."""
    right = [right_choices(clozes, each) for each in said.values()]
    return [cloze for place, cloze in enumerate(clozes) if not any(each[place] for each in right)]

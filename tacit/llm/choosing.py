"""The cascade: a small system answers all, a model is asked about what that is least certain of, in two orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from tacit.llm.session import Model
from tacit.llm.task import AnswerOutcome, Question

DOUBT = 0.05
"""The least probability that a model's choice leaves to the other options: no model is surer than that."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A question with two to nine options, about some material."""

    asked: str
    options: tuple[str, ...]
    material: str = ""

    def questions(self) -> tuple[Question, Question]:
        """With the options as they are, and turned round: small models like what stands first, or last."""
        return (
            Question.choice(self.asked, self.options, material=self.material),
            Question.choice(self.asked, self.options[::-1], material=self.material),
        )


def least_certain(certainties: Sequence[float], share: float) -> list[int]:
    """The places of the least certain share, in their order; of a share above 0 at least one.

    >>> least_certain([0.9, 0.5, 0.8, 0.6], 0.5)
    [1, 3]
    """
    count = min(len(certainties), ceil(share * len(certainties) - 1e-9)) if share > 0 else 0
    return sorted(sorted(range(len(certainties)), key=lambda place: (certainties[place], place))[:count])


def picked(model: Model, certainties: Sequence[float], share: float) -> list[int]:
    """The same, and counted, so that every figure can come with the share that was asked."""
    found = least_certain(certainties, share)
    counted(model, len(certainties), len(found))
    return found


def counted(model: Model, items: int, consulted: int) -> None:
    """Count things that could be asked about, and those that are."""
    model.costs.items += items
    model.costs.consulted += consulted


def even(count: int) -> tuple[float, ...]:
    """What stands below a model that is to choose alone."""
    return (1 / count,) * count


def questions(choices: Sequence[Choice]) -> Iterator[Question]:
    """All that is asked about these choices."""
    for choice in choices:
        yield from choice.questions()


def shares(model: Model, choices: Sequence[Choice]) -> Iterator[tuple[float, ...] | None]:
    """How probable the model finds each option, over both orders; nothing where it gave no usable answer to either."""
    outcomes = model.ask(questions(choices))
    for choice, forth, back in zip(choices, outcomes, outcomes, strict=False):
        count = len(choice.options)
        found = [
            each if number == 0 else each[::-1]
            for number, outcome in enumerate((forth, back))
            if (each := _of(outcome, count)) is not None
        ]
        yield tuple(sum(each) / len(found) for each in zip(*found, strict=True)) if found else None


def combined(small: Sequence[float], asked: Sequence[float]) -> tuple[float, ...]:
    """What a small system and a model think together: their product, so that the surer one prevails.

    >>> [round(each, 2) for each in combined((0.5, 0.5), (0.2, 0.8))]
    [0.2, 0.8]
    """
    rest = DOUBT / max(len(asked) - 1, 1)
    products = [one * max(other, rest) for one, other in zip(small, asked, strict=True)]
    total = sum(products)
    return tuple(each / total for each in products) if total > 0 else tuple(small)


def _of(outcome: AnswerOutcome, count: int) -> tuple[float, ...] | None:
    """The probabilities of the options; all for the one that was chosen where the server does not tell them."""
    if not outcome.answered:
        return None
    if outcome.probabilities is not None:
        return outcome.probabilities
    return tuple(float(number == outcome.value) for number in range(1, count + 1))

"""The task: how plausible is a filler that would make an instruction explicit? (section 3.1)"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, Self

from tacit.learning.parameters import WithParameters
from tacit.progress import Progress, no_progress

IMPLAUSIBLE, NEUTRAL, PLAUSIBLE = "IMPLAUSIBLE", "NEUTRAL", "PLAUSIBLE"
CLASSES = (IMPLAUSIBLE, NEUTRAL, PLAUSIBLE)
"""The three classes, from worst to best."""
MIN_SCORE, MAX_SCORE = 1.0, 5.0
IMPLAUSIBLE_UP_TO, PLAUSIBLE_FROM = 2.5, 4.0
"""Mean ratings up to the first are implausible, from the second on plausible (section 3.5)."""

_MIDDLES = (1.75, 3.25, 4.5)


class Phenomenon(StrEnum):
    """What kind of phrase is left out (section 3.2)."""

    IMPLICIT_REFERENCE = "implicit reference"
    FUSED_HEAD = "fused head"
    NOUN_COMPOUND = "noun compound"
    METONYMY = "metonymy"


@dataclass(frozen=True, slots=True)
class Filler:
    """A phrase for the blank, with its gold class and mean rating where they are known."""

    text: str
    label: str | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Instruction:
    """A sentence with a blank, what stands around it, and the fillers to judge.

    The sentence is `before` and `after` the blank, spaces included, so that filling it is joining three strings.

    >>> step = Instruction("1", Phenomenon.IMPLICIT_REFERENCE, "Rinse ", " well.", fillers=(Filler("the cup"),))
    >>> step.filled("the cup"), step.sentence
    ('Rinse the cup well.', 'Rinse ______ well.')
    """

    id: str
    phenomenon: Phenomenon
    before: str
    after: str
    fillers: tuple[Filler, ...] = ()
    title: str = ""
    section: str = ""
    previous: str = ""
    following: str = ""

    BLANK: ClassVar[str] = "______"

    @property
    def sentence(self) -> str:
        """The sentence with its blank."""
        return f"{self.before}{self.BLANK}{self.after}"

    def filled(self, filler: str) -> str:
        """The sentence with the blank filled."""
        return f"{self.before}{filler}{self.after}"

    def with_fillers(self, texts: Sequence[str]) -> Self:
        """The same place with other fillers, about which nothing is known."""
        return replace(self, fillers=tuple(Filler(text) for text in texts))


@dataclass(frozen=True, slots=True)
class Judgement:
    """How plausible one filler is: a probability for each of `CLASSES`, and a score from 1 to 5."""

    implausible: float
    neutral: float
    plausible: float
    score: float

    @classmethod
    def of(cls, probabilities: Sequence[float], score: float | None = None) -> Self:
        """From the classes' probabilities; without a score, its expectation: the middle of each class, weighted.

        >>> Judgement.of([0.0, 0.5, 0.5]).score
        3.875
        """
        implausible, neutral, plausible = map(float, probabilities)
        if score is None:
            score = sum(share * middle for share, middle in zip(probabilities, _MIDDLES, strict=True))
        return cls(implausible, neutral, plausible, float(min(max(score, MIN_SCORE), MAX_SCORE)))

    @property
    def probabilities(self) -> tuple[float, float, float]:
        """In the order of `CLASSES`."""
        return self.implausible, self.neutral, self.plausible

    @property
    def label(self) -> str:
        """The most probable class; of equal ones the better."""
        return max(zip(self.probabilities, range(len(CLASSES)), CLASSES, strict=True))[2]


def label_of_score(score: float) -> str:
    """The class of a mean rating (section 3.5).

    >>> [label_of_score(score) for score in (2.5, 3.0, 4.0)]
    ['IMPLAUSIBLE', 'NEUTRAL', 'PLAUSIBLE']
    """
    if score <= IMPLAUSIBLE_UP_TO:
        return IMPLAUSIBLE
    return PLAUSIBLE if score >= PLAUSIBLE_FROM else NEUTRAL


class JudgeSystem(WithParameters, ABC):
    """One way to judge fillers.

    The constructor only stores options. `fit` learns from instructions whose fillers have gold classes; `judge`
    reads new ones, with any number of fillers each, and does not look at their gold classes.
    """

    name: ClassVar[str]

    @abstractmethod
    def fit(self, instructions: Sequence[Instruction], *, seed: int = 0, progress: Progress = no_progress) -> Self:
        """Learn, and return the system itself."""

    @abstractmethod
    def judge(self, instructions: Sequence[Instruction]) -> list[tuple[Judgement, ...]]:
        """For each instruction a judgement of each of its fillers, in their order."""

    @abstractmethod
    def save(self, folder: Path) -> None:
        """Write a model folder: config.json and weights without pickle."""

    @classmethod
    @abstractmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""

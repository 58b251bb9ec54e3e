"""The task: which concrete steps does an abstract instruction stand for, and which words do they add?

After Bisk, Buys, Pichotta and Choi (2019): a template is a concrete instruction with blanks, to be filled from
the abstract one and the words around.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import exp
from pathlib import Path
from typing import ClassVar, NamedTuple, Protocol, TypeAlias, runtime_checkable

from tacit.errors import InputError, UsageError
from tacit.learning.parameters import WithParameters
from tacit.progress import Progress, no_progress

END = "</s>"
"""The candidate that ends an instruction, among next words."""
TOP = 5
"""How many guesses count in the Top-5 measures."""
MAX_WORDS = 300
"""The longest instruction, abstract or concrete, that is read."""

Words: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """An instruction in both forms, as words."""

    abstract: Words
    concrete: Words


@dataclass(frozen=True, slots=True)
class Template(Pair):
    """A pair whose concrete form has blanks: the words that are not `given`.

    >>> template = Template(("drain", "it"), ("use", "a", "wire", "sieve"), (True, True, False, False))
    >>> template.blanks, template.answers
    ((range(2, 4),), ('wire', 'sieve'))
    """

    given: tuple[bool, ...]

    def __post_init__(self) -> None:
        if len(self.given) != len(self.concrete):
            raise InputError(f"{len(self.given)} tags for {len(self.concrete)} words; there must be one for each")

    @property
    def blanked(self) -> tuple[int, ...]:
        """The places of all blanked words, from left to right."""
        return tuple(place for place, given in enumerate(self.given) if not given)

    @property
    def blanks(self) -> tuple[range, ...]:
        """The blanks: runs of blanked words."""
        runs = groupby(enumerate(self.given), key=lambda tagged: tagged[1])
        places = [[place for place, _ in run] for given, run in runs if not given]
        return tuple(range(run[0], run[-1] + 1) for run in places)

    @property
    def answers(self) -> Words:
        """The gold words of all blanks."""
        return tuple(self.concrete[place] for place in self.blanked)


class Guess(NamedTuple):
    """What a system says of one blanked word: candidates, best first, at least `TOP` where there are as many.

    `gold` is the log-probability (natural) of the gold word, after the same history.
    """

    words: Words
    gold: float


Filling: TypeAlias = tuple[Guess, ...]
"""The guesses for one template, one for each blanked word from left to right."""


class StepSystem(WithParameters, ABC):
    """One way to make abstract instructions concrete.

    The constructor only stores options. Words are lower-cased tokens, as `tacit.steps.data` makes them. `candidates`
    are the words that may stand in blanks: those blanked in training, unless `restrict` names others.
    """

    name: ClassVar[str]
    needs_training: ClassVar[bool] = True
    """Whether it can do nothing before `fit` or `load`."""
    candidates: Words = ()
    is_open: bool = False
    """Whether blanks take any word that the system knows, as in the paper."""

    def restrict(self, words: Sequence[str]) -> None:
        """Let only these words stand in blanks."""
        self.candidates = tuple(dict.fromkeys(words))
        self.is_open = False

    def open_up(self) -> None:
        """Let any word that the system knows stand in blanks, those of the abstract instruction included."""
        raise UsageError(f"{self.name!r} knows only the words that were blanked in training, so no others can be open")

    def answers_for(self, template: Template) -> Words:
        """The words that may stand in the blanks of a template: no blank hides a word of the abstract instruction.

        Where the vocabulary is open, that is not known.
        """
        if self.is_open:
            return self.candidates
        stated = set(template.abstract)
        return tuple(word for word in self.candidates if word not in stated)

    @abstractmethod
    def fit(
        self,
        templates: Sequence[Template],
        *,
        validation: Sequence[Template] = (),
        seed: int = 0,
        checkpoint: Path | None = None,
        progress: Progress = no_progress,
    ) -> StepSystem:
        """Learn, and return the system itself.

        Training stops early by the loss on `validation`; it goes on from `checkpoint` where that holds an earlier
        state of the same training.
        """

    @abstractmethod
    def next_words(self, abstract: Words, prefix: Words) -> Mapping[str, float]:
        """Log-probabilities of what comes after the prefix: any word it knows, or `END`."""

    @abstractmethod
    def fill(
        self, templates: Sequence[Template], *, oracle: bool = True, progress: Progress = no_progress
    ) -> list[Filling]:
        """Guesses for all blanks, made from left to right.

        With `oracle` the gold words of earlier blanks are known; without, the system's own first guesses stand there.
        The gold words of a blank itself and of later blanks are never looked at, but for `Guess.gold`.
        """

    def sample(
        self, abstract: Words, *, seed: int = 0, temperature: float = 1.0, max_words: int = 60
    ) -> tuple[Words, float]:
        """A concrete instruction drawn word by word, with its log-probability; it ends after `max_words`."""
        draw = random.Random(seed)  # noqa: S311 (not for secrets)
        words: list[str] = []
        total = 0.0
        for _ in range(max_words):
            scores = self.next_words(abstract, tuple(words))
            best = max(scores.values())
            chances = [exp((score - best) / max(temperature, 1e-6)) for score in scores.values()]
            [word] = draw.choices(list(scores), chances)
            total += scores[word]
            if word == END:
                break
            words.append(word)
        return tuple(words), total

    @abstractmethod
    def save(self, folder: Path) -> None:
        """Write a model folder: config.json and weights without pickle."""

    @classmethod
    @abstractmethod
    def load(cls, folder: Path) -> StepSystem:
        """The system that `save` wrote."""


@runtime_checkable
class Aligner(Protocol):
    """A system that says which abstract word each concrete one comes from."""

    candidates: Words

    def align(self, pairs: Sequence[Pair], *, progress: Progress = no_progress) -> list[tuple[int, ...]]:
        """For each concrete word the place of an abstract one; places never go back."""
        ...

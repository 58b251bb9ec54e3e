"""Fill blanks from left to right with any scorer of candidates, many templates at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from tacit.progress import Progress, no_progress
from tacit.steps.task import Filling, Guess, Template, Words

Scores: TypeAlias = npt.NDArray[np.float32]
"""Log-probabilities: a row for each open blank, a column for each candidate."""

BATCH = 32
KEPT = 20
"""How many guesses a blank keeps."""
LEAST = -20.0
"""The log-probability of what cannot be, such as a gold word that is no candidate."""


@dataclass(slots=True)
class Draft:
    """A template that is being filled: what stands to the left of the blank that is open."""

    template: Template
    filled: list[str] = field(default_factory=list)

    @property
    def place(self) -> int:
        """The open blank's place, or the end of the instruction."""
        given = self.template.given
        return next((place for place in range(len(self.filled), len(given)) if not given[place]), len(given))

    @property
    def left(self) -> Words:
        """Every word before the open blank."""
        return (*self.filled, *self.template.concrete[len(self.filled) : self.place])

    @property
    def is_open(self) -> bool:
        """Is there a blank left?"""
        return self.place < len(self.template.given)

    def put(self, word: str) -> None:
        """Fill the open blank."""
        self.filled = [*self.left, word]


class BlankReading(Protocol):
    """A scorer at work on some drafts; it may keep what it has read of them."""

    def scores(self, drafts: Sequence[Draft]) -> Scores:
        """Log-probabilities of all candidates at the open blank of each draft."""
        ...


def fill(
    templates: Sequence[Template],
    candidates: Words,
    begin: Callable[[], BlankReading],
    *,
    oracle: bool,
    stated: bool = False,
    progress: Progress = no_progress,
) -> list[Filling]:
    """Guesses for all blanks; templates of like length are filled together, each batch with a new reading.

    Words of the abstract instruction are no guesses unless `stated` says that they may be.
    """
    order = sorted(range(len(templates)), key=lambda number: len(templates[number].concrete))
    fillings: dict[int, Filling] = {}
    for start in range(0, len(order), BATCH):
        numbers = order[start : start + BATCH]
        filled = _fill_batch([templates[number] for number in numbers], candidates, begin(), oracle, stated)
        fillings.update(zip(numbers, filled, strict=True))
        progress(filling_of(oracle), len(fillings), len(templates))
    return [fillings[number] for number in range(len(templates))]


def filling_of(oracle: bool) -> str:
    """What the progress calls the filling under one of the two conditions."""
    return "filling after known words" if oracle else "filling after guessed words"


def _fill_batch(
    templates: Sequence[Template], candidates: Words, reading: BlankReading, oracle: bool, stated: bool
) -> list[Filling]:
    drafts = [Draft(template) for template in templates]
    guesses: list[list[Guess]] = [[] for _ in templates]
    columns = {word: number for number, word in enumerate(candidates)}
    while active := [number for number, draft in enumerate(drafts) if draft.is_open]:
        for number, row in zip(active, reading.scores([drafts[number] for number in active]), strict=True):
            draft = drafts[number]
            gold = draft.template.concrete[draft.place]
            barred = [] if stated else [columns[word] for word in set(draft.template.abstract) if word in columns]
            guess = _guess(_without(row, barred), candidates, columns.get(gold))
            guesses[number].append(guess)
            draft.put(gold if oracle else guess.words[0])
    return [tuple(row) for row in guesses]


def _without(row: Scores, barred: Sequence[int]) -> Scores:
    """Without the words of the abstract instruction, as no blank hides one of them."""
    if 0 < len(barred) < len(row):
        row = row.copy()
        row[barred] = LEAST
    normal: Scores = normalised(row[np.newaxis])[0]
    return normal


def _guess(row: Scores, candidates: Words, gold: int | None) -> Guess:
    best = np.argsort(-row, kind="stable")[:KEPT]
    return Guess(tuple(candidates[number] for number in best), LEAST if gold is None else max(LEAST, float(row[gold])))


def normalised(scores: Scores) -> Scores:
    """Rows of scores as log-probabilities."""
    highest = scores.max(1, keepdims=True)
    normal: Scores = scores - highest - np.log(np.exp(scores - highest).sum(1, keepdims=True))
    return normal

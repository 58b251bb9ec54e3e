"""The discourse around a sentence, by the rules of appendix A.

At most two sentences before and one after; what is left out between them is marked with "(...)", as in CLAIRE.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

OMITTED = "(...)"


@dataclass(frozen=True, slots=True)
class StepPassage:
    """The sentences of one line (a step, a paragraph) with the number or bullet before the first."""

    sentences: tuple[str, ...]
    marker: str = ""

    @property
    def numbered(self) -> bool:
        """Is it a step of an enumeration?"""
        return self.marker.removeprefix("(")[:1].isdigit()

    def shown(self, sentence: int) -> str:
        """A sentence, the first with its marker."""
        mark = f"{self.marker} " if self.marker and sentence == 0 else ""
        return mark + self.sentences[sentence]


@dataclass(frozen=True, slots=True)
class Discourse:
    """What stands before and after a sentence."""

    previous: str
    following: str


def discourse(passages: Sequence[StepPassage], passage: int, sentence: int) -> Discourse:
    """The context of one sentence of one passage.

    >>> steps = [StepPassage(("Wash the cups.", "Use soap."), "1."), StepPassage(("Rinse well.",), "2.")]
    >>> discourse(steps, 1, 0).previous
    '1. Wash the cups. Use soap.'
    """
    previous = _previous(passages, passage, sentence)
    return Discourse(_joined(passages, previous, (passage, sentence)), _following(passages, passage, sentence))


def _previous(passages: Sequence[StepPassage], passage: int, sentence: int) -> list[tuple[int, int]]:
    """The one or two sentences before, as (passage, sentence)."""
    if sentence >= 2:
        return [(passage, 0), (passage, sentence - 1)]
    before = _line_before(passages, passage)
    if sentence == 1:
        return [*([(before, 0)] if before is not None else []), (passage, 0)]
    if before is None:
        return []
    last = len(passages[before].sentences) - 1
    return [(before, 0), (before, last)] if last else [(before, 0)]


def _line_before(passages: Sequence[StepPassage], passage: int) -> int | None:
    """The line before; in an enumeration the step before, without the notes between."""
    places = range(passage - 1, -1, -1)
    if passages[passage].numbered:
        for place in places:
            if passages[place].numbered and passages[place].sentences:
                return place
            if not passages[place].marker:
                break
    return next((place for place in places if passages[place].sentences), None)


def _following(passages: Sequence[StepPassage], passage: int, sentence: int) -> str:
    if sentence + 1 < len(passages[passage].sentences):
        return passages[passage].sentences[sentence + 1]
    rest = (place for place in range(passage + 1, len(passages)) if passages[place].sentences)
    return next((passages[place].shown(0) for place in rest), "")


def _joined(passages: Sequence[StepPassage], chosen: list[tuple[int, int]], target: tuple[int, int]) -> str:
    """The chosen sentences with a mark wherever something before or between them is missing."""
    parts: list[str] = []
    due = (0, 0)
    for place in chosen:
        if _first_from(passages, due) != place:
            parts.append(OMITTED)
        parts.append(passages[place[0]].shown(place[1]))
        due = (place[0], place[1] + 1)
    if chosen and _first_from(passages, due) != target:
        parts.append(OMITTED)
    return " ".join(parts)


def _first_from(passages: Sequence[StepPassage], place: tuple[int, int]) -> tuple[int, int]:
    """The first sentence at a place or after it."""
    passage, sentence = place
    while passage < len(passages) and sentence >= len(passages[passage].sentences):
        passage, sentence = passage + 1, 0
    return passage, sentence

"""What the linter reports."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tacit.clarifications.conflicts import ConflictingReadings
from tacit.documents import Span
from tacit.layout import LINE_END
from tacit.linter.codes import CODES


@dataclass(frozen=True, slots=True)
class PhraseReading:
    """What a phrase may mean: a filler, how plausible it is from 1 to 5, and the probability that it is plausible.

    Without a judge nothing is known about it.
    """

    text: str
    score: float | None = None
    plausible: float | None = None

    def __str__(self) -> str:
        return f"'{self.text}'" if self.score is None else f"'{self.text}' ({self.score:.1f})"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a phrase stands: lines and columns from 1, the end exclusive, and its characters."""

    line: int
    column: int
    end_line: int
    end_column: int
    span: Span


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The lines of the file in which a phrase stands: the number of the first, where it starts, and their text."""

    line: int = 1
    start: int = 0
    text: str = ""

    def between(self, span: Span) -> str:
        """What stands there."""
        return self.text[span.start - self.start : span.end - self.start]

    def before(self, offset: int) -> tuple[int, str]:
        """The number of a character's line, and what stands before it there, to count in whatever unit.

        >>> Excerpt(3, 10, "ab\\r\\ncd").before(15)
        (4, 'c')
        """
        lines = LINE_END.split(self.text[: offset - self.start])
        return self.line + len(lines) - 1, lines[-1]


@dataclass(frozen=True, slots=True)
class Finding:
    """An unclear phrase with what it may mean, the most plausible first.

    `sentence` has a blank where a filler would make it explicit; `blank` is that place in the file, and `lead` and
    `trail` what must stand around a filler there. What has no readings has a `suggestion` how to rewrite it. `excerpt`
    holds the lines of phrase and blank.
    """

    path: str
    place: Place
    code: str
    phrase: str
    sentence: str
    confidence: float
    readings: tuple[PhraseReading, ...] = ()
    conflicts: tuple[ConflictingReadings, ...] = ()
    blank: Span = field(default_factory=lambda: Span(0, 0))
    lead: str = ""
    trail: str = ""
    suggestion: str = ""
    excerpt: Excerpt = field(default_factory=Excerpt)

    @property
    def severity(self) -> str:
        """`error` where readings exclude each other, which leads to misunderstandings; else `warning`."""
        return "error" if self.conflicts else "warning"

    @property
    def reach(self) -> Span:
        """The phrase, and the blank where it has readings: what changes when one is written."""
        span = self.place.span
        if not self.readings:
            return span
        return Span(min(span.start, self.blank.start), max(span.end, self.blank.end))

    def inserted(self, filler: str) -> str:
        """What a filler puts in the place of the blank."""
        return f"{self.lead}{filler}{self.trail}"

    def rewritten(self, filler: str) -> str:
        """What stands in `reach` once a filler is written."""
        before = self.excerpt.between(Span(self.reach.start, self.blank.start))
        after = self.excerpt.between(Span(self.blank.end, self.reach.end))
        return f"{before}{self.inserted(filler)}{after}"

    @property
    def message(self) -> str:
        """One sentence for the writer: the question a reader would ask, and what could be meant, scored from 1 to 5."""
        code = CODES[self.code]
        question = code.question.format(" ".join(self.phrase.split()))
        answers = ", ".join(str(reading) for reading in self.readings[:4])
        text = f"{question[0].upper()}{question[1:]}" + (f" Readings: {answers}" if answers else "")
        if self.conflicts:
            first = self.conflicts[0]
            text += f"; '{first.first}' and '{first.second}' exclude each other ({first.kind.value})"
        if self.suggestion and not self.readings:
            text += f" {self.suggestion[0].upper()}{self.suggestion[1:]}."
        return f"{text} [{code.name}, {code.group}]"

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {
            "path": self.path,
            "line": self.place.line,
            "column": self.place.column,
            "end_line": self.place.end_line,
            "end_column": self.place.end_column,
            "code": self.code,
            "name": CODES[self.code].name,
            "phenomenon": CODES[self.code].group,
            "phrase": self.phrase,
            "sentence": self.sentence,
            "confidence": round(self.confidence, 3),
            "readings": [
                {
                    "text": reading.text,
                    "score": None if reading.score is None else round(reading.score, 2),
                    "plausible": None if reading.plausible is None else round(reading.plausible, 3),
                }
                for reading in self.readings
            ],
            "conflict": bool(self.conflicts),
            "conflicts": [
                {"first": each.first, "second": each.second, "kind": each.kind.value} for each in self.conflicts
            ],
            "suggestion": self.suggestion,
            "message": self.message,
        }

"""What a page of instructions is made of."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from tacit.documents import Span

PLACEHOLDER = "Item"
"""What stands for code, pictures and addresses inside a sentence, so that it is still one."""
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph, list item or heading (level 1 to 6): sentences that belong together.

    `marker` is the number or bullet of a list item: '3.' or '*'.
    """

    start: int
    end: int
    marker: str = ""
    level: int = 0

    @property
    def numbered(self) -> bool:
        """Is it a step of an enumeration?"""
        return self.marker[:1].isdigit()


@dataclass(frozen=True)
class Page:
    """The text of a file, and its prose: as long, with all that is no prose replaced by spaces or a placeholder.

    `shielded` are places that must not be reported: placeholders and the texts of links.
    """

    text: str
    prose: str
    lines: tuple[Line, ...]
    shielded: tuple[Span, ...] = ()

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(end.end() for end in _LINE_END.finditer(self.text))]

    @property
    def title(self) -> str:
        """The first heading of the highest level, or nothing."""
        top = min((line.level for line in self.lines if line.level), default=0)
        return next((self.words_of(line) for line in self.lines if line.level == top and top), "")

    def words_of(self, line: Line) -> str:
        """The prose of a line, spaces collapsed."""
        return " ".join(self.prose[line.start : line.end].split())

    def place_of(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both from 1, as editors count them.

        >>> Page("a\\r\\nbc", "", ()).place_of(4)
        (2, 2)
        """
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset_of_line(self, line: int) -> int:
        """The first character of a line, counted from 1."""
        return self._starts[line - 1]

    @property
    def line_count(self) -> int:
        """How many lines the file has."""
        return len(self._starts)

    def is_shielded(self, span: Span) -> bool:
        """Does a place that must not be reported overlap this one?"""
        return any(shield.overlaps(span) for shield in self._shields_near(span))

    def _shields_near(self, span: Span) -> tuple[Span, ...]:
        last = bisect_right(self._shield_starts, span.end)
        first = last
        while first and self.shielded[first - 1].end > span.start:
            first -= 1
        return self.shielded[first:last]

    @cached_property
    def _shield_starts(self) -> list[int]:
        return [shield.start for shield in self.shielded]

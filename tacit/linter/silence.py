"""Comments in a document that silence the linter.

    <!-- tacit: ignore TAC101 -->    this line; where the comment stands alone, up to the next that is not empty;
                                     all codes if none is named
    <!-- tacit: off -->              from here on, until
    <!-- tacit: on -->

In reStructuredText the comment is a line that starts with `..`, in AsciiDoc one that starts with `//`; in plain text it
starts with `#`, `//` or `%` and goes to the end of its line. In code and tables nothing is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tacit.clarifications.pages import Page
from tacit.documents import Span
from tacit.errors import InputError, UsageError
from tacit.linter.codes import CODES, matching

_MARK = "tacit:"
_SAYS = _MARK + r"[ \t]*(?P<verb>[a-z]+(?:-[a-z]+)*)(?P<codes>[ \t,A-Za-z0-9]*)"
_IN_TAGS = re.compile(rf"<!--[ \t]*{_SAYS}[^\r\n]*?(?:-->|(?=[\r\n])|\Z)")
_NOTES = {
    "plain": re.compile(rf"(?<!\S)(?:\#|//|%)[ \t]*{_SAYS}[^\r\n]*"),
    "restructured": re.compile(rf"\A[ \t]*\.\.[ \t]+{_SAYS}[^\r\n]*"),
    "asciidoc": re.compile(rf"\A//[ \t]*{_SAYS}[^\r\n]*"),
}
"""How a comment is written in a line of a format; elsewhere it is one of HTML."""


@dataclass
class Silence:
    """Which codes are silent on which lines."""

    lines: dict[int, frozenset[str]] = field(default_factory=dict)
    stretches: list[tuple[int, int, frozenset[str]]] = field(default_factory=list)

    def covers(self, line: int, code: str) -> bool:
        """Is the code silent there?"""
        return code in self.lines.get(line, ()) or any(
            first <= line < last and code in codes for first, last, codes in self.stretches
        )


def silence_of(page: Page) -> Silence:
    """What the comments of a page silence; a comment with an unknown word or code is an error."""
    silence = Silence()
    if _MARK not in page.text:
        return silence
    open_stretches: dict[str, int] = {}
    waiting: frozenset[str] = frozenset()
    for line, (start, text) in enumerate(page.lines_of_file(), 1):
        notes = _notes(page, start, text)
        ignored = waiting.union(*(_take(silence, open_stretches, note, line) for note in notes))
        if ignored:
            silence.lines[line] = ignored
        waiting = frozenset() if _rest(text, notes).strip() else ignored
    _close(silence, open_stretches, frozenset(CODES), page.line_count + 1)
    return silence


def _notes(page: Page, start: int, text: str) -> list[re.Match[str]]:
    """The comments of a line that starts at an offset."""
    if _MARK not in text:
        return []
    notes = _NOTES.get(page.format, _IN_TAGS).finditer(text)
    return [note for note in notes if not page.is_code(Span(*note.span()).shifted(start))]


def _rest(text: str, notes: Sequence[re.Match[str]]) -> str:
    """A line without its comments."""
    starts = [0, *(note.end() for note in notes)]
    ends = [*(note.start() for note in notes), len(text)]
    return "".join(text[start:end] for start, end in zip(starts, ends, strict=True))


def _take(silence: Silence, open_stretches: dict[str, int], note: re.Match[str], line: int) -> frozenset[str]:
    """Open or close the stretches that a comment says; the codes that it ignores where it stands."""
    codes = _codes(note["codes"], line)
    match note["verb"]:
        case "ignore":
            return codes
        case "off":
            open_stretches.update((code, line) for code in codes if code not in open_stretches)
        case "on":
            _close(silence, open_stretches, codes, line)
        case other:
            raise InputError(f"a comment can say 'tacit: ignore', 'off' or 'on', not {other!r}", line=line)
    return frozenset()


def _close(silence: Silence, open_stretches: dict[str, int], codes: frozenset[str], line: int) -> None:
    for code in codes & open_stretches.keys():
        first = open_stretches.pop(code)
        silence.stretches.append((first, max(first + 1, line), frozenset({code})))


def _codes(listed: str, line: int) -> frozenset[str]:
    try:
        return matching(listed.replace(",", " ").split()) or frozenset(CODES)
    except UsageError as error:
        raise InputError(str(error), line=line) from None

"""Comments in a document that silence the linter.

    <!-- tacit: ignore TAC101 -->    this line and, where the comment stands alone, the next; all codes if none is named
    <!-- tacit: off -->              from here on, until
    <!-- tacit: on -->

In reStructuredText the comment starts with `..`, in plain text with `#`, `//` or `%`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tacit.clarifications.codes import CODES, matching
from tacit.clarifications.pages import Page
from tacit.errors import InputError, UsageError

_NOTE = re.compile(
    r"(?P<alone>^[ \t]*)?(?:<!--|\.\.|\#|//|%)[ \t]*tacit:[ \t]*(?P<verb>[a-z-]+)(?P<codes>[ \t,A-Za-z0-9]*)(?:-->)?"
    r"(?P<rest>[^\r\n]*)",
    re.MULTILINE,
)


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
    open_stretches: dict[str, int] = {}
    for note in _NOTE.finditer(page.text) if "tacit:" in page.text else ():
        line = page.place_of(note.start("verb"))[0]
        codes = _codes(note["codes"], line)
        match note["verb"]:
            case "ignore":
                alone = note["alone"] is not None and not note["rest"].strip()
                for each in (line, line + 1) if alone else (line,):
                    silence.lines[each] = silence.lines.get(each, frozenset()) | codes
            case "off":
                open_stretches.update((code, line) for code in codes if code not in open_stretches)
            case "on":
                _close(silence, open_stretches, codes, line)
            case other:
                raise InputError(f"a comment can say 'tacit: ignore', 'off' or 'on', not {other!r}", line=line)
    _close(silence, open_stretches, frozenset(CODES), page.line_count + 1)
    return silence


def _close(silence: Silence, open_stretches: dict[str, int], codes: frozenset[str], line: int) -> None:
    for code in codes & open_stretches.keys():
        silence.stretches.append((open_stretches.pop(code), line, frozenset({code})))


def _codes(listed: str, line: int) -> frozenset[str]:
    try:
        return matching(listed.replace(",", " ").split()) or frozenset(CODES)
    except UsageError as error:
        raise InputError(str(error), line=line) from None

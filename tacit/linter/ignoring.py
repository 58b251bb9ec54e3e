"""Write the comment that silences one finding, as its format has comments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tacit.clarifications.pages import Page
from tacit.documents import Span
from tacit.errors import InputError
from tacit.linter.findings import Finding
from tacit.linter.silence import silence_of

_END = re.compile(r"[ \t]*\\?[ \t]*[\r\n]*\Z")
"""What a comment stands before at the end of a line: blanks, and the backslash that breaks a line in Markdown."""
_INDENT = re.compile(r"[ \t]*")


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a text and what is written there instead."""

    span: Span
    text: str


def applied(text: str, edits: Sequence[Edit]) -> str:
    """The text with all edits, which must not overlap."""
    for edit in sorted(edits, key=lambda edit: -edit.span.start):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def ignoring(page: Page, finding: Finding, read: Callable[[str], Page]) -> list[Edit]:
    """What silences a finding of a page and can be seen to do so; nothing where no comment can be written."""
    for edits in _ways(page, finding):
        start = finding.place.span.start
        moved = start + sum(len(edit.text) for edit in edits if edit.span.start <= start)
        try:
            changed = read(applied(page.text, edits))
            if silence_of(changed).covers(changed.place_of(moved)[0], finding.code):
                return edits
        except InputError:
            continue
    return []


def _ways(page: Page, finding: Finding) -> Iterator[list[Edit]]:
    lines = list(page.lines_of_file())
    number = finding.place.line - 1
    start, text = lines[number]
    newline = "\r\n" if "\r\n" in page.text else "\n"
    indent = _INDENT.match(text)
    blanks = indent.group() if indent else ""
    says = f"tacit: ignore {finding.code}"
    if page.format == "plain":
        yield [_put(start, f"{blanks}# {says}{newline}")]
    elif page.format == "asciidoc":
        yield [_put(start, f"// {says}{newline}")]
    elif page.format == "restructured":
        first, last = _block(lines, number)
        before, after = lines[first][0], lines[last][0] + len(lines[last][1])
        if first == number:
            yield [_put(start, f"{blanks}.. {says}{newline}{newline}")]
        ended = newline if lines[last][1].endswith(("\n", "\r")) else newline * 2
        yield [
            _put(before, f"{blanks}.. tacit: off {finding.code}{newline}{newline}"),
            _put(after, f"{ended}{blanks}.. tacit: on {finding.code}{newline}"),
        ]
    else:
        end = _END.search(text)
        yield [_put(start + (end.start() if end else len(text)), f" <!-- {says} -->")]


def _put(offset: int, text: str) -> Edit:
    return Edit(Span(offset, offset), text)


def _block(lines: Sequence[tuple[int, str]], number: int) -> tuple[int, int]:
    """The first and the last line of those around a line that are not empty."""
    first = last = number
    while first > 0 and lines[first - 1][1].strip():
        first -= 1
    while last + 1 < len(lines) and lines[last + 1][1].strip():
        last += 1
    return first, last

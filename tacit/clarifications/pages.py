"""Instructions as they stand in a file: lines of prose with offsets of the file, and what is no prose masked.

>>> from tacit.formats import Source
>>> page = read_page(Source("tea.md", b"# Tea\\n\\n1. Boil `water`.\\n2. Wait.\\n"))
>>> [(line.marker, page.prose[line.start : line.end], line.level) for line in page.lines]
[('', 'Tea', 1), ('1.', 'Boil Item   .', 0), ('2.', 'Wait.', 0)]
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import Any

from tacit import formats
from tacit.documents import Document, Span
from tacit.formats import FORMATS, Source
from tacit.language.english.prose import blocks
from tacit.layout import HEADINGS, NOT_PROSE, PARAGRAPHS, STEPS, Lines, is_laid_out, prose

PLACEHOLDER = "Item"
"""What stands for code, pictures and addresses inside a sentence, so that it is still one."""
SUFFIXES = {suffix: entry.name for entry in FORMATS if entry.page for suffix in (*entry.suffixes, *entry.sure)}
"""The kinds of files that are instructions, by ending."""
_KINDS = "Markdown, HTML, reStructuredText, AsciiDoc, DITA, Word documents and plain text"
_DOCX = formats.format_named("docx")
_STANDS_FOR_A_NOUN = frozenset({"code", "image", "url"})
_NO_COMMENT = frozenset({"code", "table", "front_matter"})
_LINK_OPENS = {
    "mark": (re.compile(r"[\[`,]"), "link"),
    "html": (re.compile(r"<(?:a|xref)\s(?=[^<>]*\b(?:href|keyref)\b)[^<>]*+>", re.IGNORECASE), "html"),
}
"""What stands before the text of a link, by its label, and the label of what stands after it."""
_LINK_CLOSES = {"link": re.compile(r"[^\[].*", re.DOTALL), "html": re.compile(r"</(?:a|xref)\s*>", re.IGNORECASE)}
"""What stands after it; a link that starts with a bracket only says where others lead."""
_MARKER = re.compile(r"[ \t]*(\(?\d{1,3}[.):]|[-*•·–])[ \t]+")
_NOTE = re.compile(r"^[ \t]*(?:#|%|//)[ \t]*tacit:.*$", re.MULTILINE)
_TAIL = re.compile(r"\W*")
_FINAL = frozenset(".!?…:;,")
_LONGEST_HEADING = 10
"""Words of a line in plain text that may be a heading."""
_DIVIDED = re.compile(r"(?<!\w)\w++(?:&#?\w{1,32};\w*+)++")
"""A word with references for some of its letters, or for its apostrophe."""
_WORD = re.compile(r"[\w'’]+")


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph, list item or heading (level 1 to 6): sentences that belong together.

    `marker` is the number or bullet of a list item: '3.' or '*'.
    """

    start: int
    end: int
    marker: str = ""
    level: int = 0


@dataclass(frozen=True)
class Page:
    """The text of a file, and its prose: as long, with all that is no prose replaced by spaces or a placeholder.

    `shielded` are places that must not be reported: placeholders and the texts of links. `format` tells how comments
    are written there, and `code` where code and tables stand, in which nothing is a comment.
    """

    text: str
    prose: str
    lines: tuple[Line, ...]
    shielded: tuple[Span, ...] = ()
    format: str = "plain"
    code: tuple[Span, ...] = ()

    @cached_property
    def _file(self) -> Lines:
        return Lines(self.text)

    @property
    def title(self) -> str:
        """The first heading of the highest level, or nothing."""
        top = min((line.level for line in self.lines if line.level), default=0)
        return next((self.words_of(line) for line in self.lines if line.level == top and top), "")

    def words_of(self, line: Line) -> str:
        """The prose of a line, spaces collapsed."""
        return " ".join(self.prose[line.start : line.end].split())

    def place_of(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both from 1, as editors count them."""
        return self._file.place_of(offset)

    def lines_of_file(self) -> Iterator[tuple[int, str]]:
        """Where each line of the file starts, and its text with its end."""
        return iter(self._file)

    def lines_with(self, span: Span) -> tuple[int, int, str]:
        """The lines in which a stretch stands: the number of the first, where it starts, and their text."""
        return self._file.around(span)

    @property
    def line_count(self) -> int:
        """How many lines the file has."""
        return len(self._file)

    def is_shielded(self, span: Span) -> bool:
        """Does a place that must not be reported overlap this one?"""
        return _overlaps(self._shields, span)

    def is_code(self, span: Span) -> bool:
        """Does code or a table overlap this place?"""
        return _overlaps(self._code, span)

    @cached_property
    def _shields(self) -> list[Span]:
        return _merged(self.shielded)

    @cached_property
    def _code(self) -> list[Span]:
        return _merged(self.code)


def read_page(source: Source, *, format: str | None = None) -> Page:
    """The page in a file; a file without text is an empty page. Of a Word document it is the text, without the rest."""
    if format == _DOCX.name or (format is None and source.suffix in _DOCX.sure):
        [document] = formats.open_source(source, format=_DOCX.name)
        return page_of(document, format=_DOCX.name)
    text = source.text() if any(source.chunks()) else ""
    if not text.strip():
        return Page(text, text, ())
    named = format or SUFFIXES.get(source.suffix)
    entry = formats.format_named(named) if named else formats.recognise(source)
    if hasattr(entry.module, "layout_of"):
        return page_of(Document(text, layers=entry.module.layout_of(text)), format=entry.name)
    documents = list(formats.open_source(source, format=entry.name))
    if len(documents) != 1 or documents[0].text != text:
        source.fail(f"is no page of instructions; those are {_KINDS}")
    return page_of(documents[0])


def page_of(document: Document, *, format: str = "markdown") -> Page:
    """The page in a document with the layout of a format; one without layout is plain text."""
    if not is_laid_out(document):
        return _plain_page(document.text)
    shown, placeholders = _with_placeholders(document, _with_line_ends(prose(document)))
    shown = _with_whole_words(document.text, shown)
    shielded = sorted([*placeholders, *_link_texts(document)])
    code = tuple(each.span for each in document.layer(NOT_PROSE) if each.label in _NO_COMMENT)
    return Page(document.text, shown, tuple(_lines(document)), tuple(shielded), format, code)


def _with_line_ends(text: str) -> str:
    """As long, with every line end written as LF."""
    return text.replace("\r\n", " \n").replace("\r", "\n")


def _with_whole_words(text: str, shown: str) -> str:
    """As long, with words that references divide written as they are read: *Don&rsquo;t* is one word."""
    parts, done = [], 0
    for word in _DIVIDED.finditer(text):
        whole = unescape(word.group())
        if shown[word.start()] == text[word.start()] and _WORD.fullmatch(whole):
            parts += [shown[done : word.start()], whole.ljust(len(word.group()))]
            done = word.end()
    return "".join([*parts, shown[done:]])


def _with_placeholders(document: Document, masked: str) -> tuple[str, list[Span]]:
    """The prose with a noun where code, a picture or an address stands in a sentence."""
    inside = document.layer(PARAGRAPHS)
    parts, places, done = [], [], 0
    for annotation in document.layer(NOT_PROSE):
        if annotation.label not in _STANDS_FOR_A_NOUN or annotation.start < done:
            continue
        if any(True for _ in inside.overlapping(annotation.span)):
            width = len(annotation.span)
            parts += [masked[done : annotation.start], PLACEHOLDER[:width].ljust(width)]
            places.append(annotation.span)
            done = annotation.end
    return "".join([*parts, masked[done:]]), places


def _link_texts(document: Document) -> Iterator[Span]:
    """What stands between a link's opening bracket, backquote or tag and its target or closing tag."""
    opened: dict[str, int] = {}
    for annotation in document.layer(NOT_PROSE):
        label, text = annotation.label, document.text_of(annotation)
        if label in _LINK_OPENS and _LINK_OPENS[label][0].fullmatch(text):
            opened[_LINK_OPENS[label][1]] = annotation.end
        elif label in opened and _LINK_CLOSES[label].fullmatch(text):
            start = opened.pop(label)
            yield Span(start, max(start, annotation.start))


def _lines(document: Document) -> Iterator[Line]:
    markers = {
        span: f"{_whole(step.features.get('number'), 0)}." if step.features.get("ordered") else "*"
        for step in document.layer(STEPS)
        for span in step.spans[:1]
    }
    headings = {each.span: _whole(each.features.get("level"), 1) for each in document.layer(HEADINGS)}
    paragraphs = [annotation.span for annotation in document.layer(PARAGRAPHS)]
    for span in sorted([*paragraphs, *headings]):
        yield Line(span.start, span.end, markers.get(span, ""), headings.get(span, 0))


def _whole(value: Any, least: int) -> int:
    """A number or level as a document from anywhere has it; 1 for what is none."""
    try:
        return max(least, int(value))
    except (TypeError, ValueError, OverflowError):
        return 1


def _plain_page(text: str) -> Page:
    shown = _NOTE.sub(lambda note: " " * len(note.group()), _with_line_ends(text))
    return Page(text, shown, tuple(_plain_lines(shown)))


def _plain_lines(text: str) -> Iterator[Line]:
    for start, end in blocks(text):
        marker = _MARKER.match(text, start, end)
        words = text[start:end].split()
        if not words:
            continue
        short = "\n" not in text[start:end].strip() and len(words) <= _LONGEST_HEADING
        heading = not marker and short and not _is_finished(text[start:end]) and text[end : end + 2] != ""
        first = start if marker is None else marker.end()
        yield Line(first, end, marker[1] if marker else "", 1 if heading else 0)


def _is_finished(text: str) -> bool:
    """Is there a mark after the last word?"""
    tail = _TAIL.match(text[::-1])
    return tail is not None and not _FINAL.isdisjoint(tail.group())


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Spans in text order without empty ones, those that overlap or touch as one."""
    merged: list[Span] = []
    for span in sorted(each for each in spans if len(each)):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged


def _overlaps(merged: list[Span], span: Span) -> bool:
    """Does one of the spans, none of which touches another, overlap this one?"""
    first = bisect_right(merged, span.start, key=lambda each: each.end)
    return first < len(merged) and merged[first].overlaps(span)

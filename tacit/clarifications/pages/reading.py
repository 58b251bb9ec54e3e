"""Read a page from a file or a document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

from tacit import formats
from tacit.clarifications.pages import html, restructured
from tacit.clarifications.pages.model import PLACEHOLDER, Line, Page
from tacit.documents import Document, Span
from tacit.formats import Source
from tacit.language.prose import blocks
from tacit.layout import HEADINGS, NOT_PROSE, PARAGRAPHS, STEPS, prose

_PAGES: dict[str, Callable[[str], Document]] = {"html": html.read, "restructured": restructured.read}
"""Formats that are read here, since offsets must be those of the file."""
SUFFIXES = {
    **dict.fromkeys((".html", ".htm", ".xhtml"), "html"),
    **dict.fromkeys((".rst", ".rest"), "restructured"),
    **dict.fromkeys((".md", ".markdown"), "markdown"),
    **dict.fromkeys((".txt", ".text"), "plain"),
}
"""The kinds of files that are instructions, by ending."""
_STANDS_FOR_A_NOUN = frozenset({"code", "image", "url"})
_NO_COMMENT = frozenset({"code", "table", "front_matter"})
_LINK_OPENS = {
    "mark": (re.compile(r"[\[`]"), "link"),
    "html": (re.compile(r"<a\s(?=[^<>]*\bhref\b)[^<>]*+>", re.IGNORECASE), "html"),
}
"""What stands before the text of a link, by its label, and the label of what stands after it."""
_LINK_CLOSES = {"link": re.compile(r"[^\[].*", re.DOTALL), "html": re.compile(r"</a\s*>", re.IGNORECASE)}
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


def read_page(source: Source, *, format: str | None = None) -> Page:
    """The page in a file; a file without text is an empty page."""
    text = source.text() if any(source.chunks()) else ""
    if not text.strip():
        return Page(text, text, ())
    name = format or SUFFIXES.get(source.suffix) or formats.recognise(source).name
    if name in _PAGES:
        return page_of(_PAGES[name](text), format=name)
    documents = list(formats.open_source(source, format=name))
    if len(documents) != 1 or documents[0].text != text:
        source.fail("is no page of instructions; those are Markdown, HTML, reStructuredText and plain text")
    return page_of(documents[0])


def page_of(document: Document, *, format: str = "markdown") -> Page:
    """The page in a document with the layout of a format; one without layout is plain text."""
    if not document.layers.keys() & {PARAGRAPHS, HEADINGS, NOT_PROSE}:
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

"""How a text is laid out: headings, steps, paragraphs and what is not prose, and where all that stands.

All formats of pages give the same four layers, so that what reads instructions need not know where they came from.
`Outline` collects them, `prose` reads them, `Lines` counts as editors do, `Places` tells where in a file something
stands that was read from it, and `guess` says how a text is laid out that does not say so itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from tacit.documents import Annotation, Document, Layer, Link, Span
from tacit.values import Features

HEADINGS = "headings"
"""Labels h1 to h6, feature `level`."""
STEPS = "steps"
"""List items: label `step` if numbered, else `item`; features `number`, `level`, `ordered`; link `parent`.

Of an item with several paragraphs each is a span; sub-items are steps of their own.
"""
PARAGRAPHS = "paragraphs"
"""All running text but headings, that of list items included."""
NOT_PROSE = "not_prose"
"""Code, link targets, markup and the like inside or between paragraphs; the label says which."""
AUTO, PLAIN, MARKDOWN = LAYOUTS = ("auto", "plain", "markdown")
"""What one may say about the layout of a text: it is guessed, it has none, or it is Markdown."""
LINE_END = re.compile(r"\r\n|\r|\n")
_MARKDOWN = re.compile(r"^(?:#{1,6} \S|\d{1,3}[.)] \S|[-*] \S)", re.MULTILINE)
_LEAST_MARKS = 2
"""Headings and list items from which a text is laid out: a single one may be a sentence that starts with a number."""


@dataclass(eq=False, slots=True)
class ListItem:
    """A list item while its page is being read."""

    number: int
    ordered: bool
    parent: ListItem | None = None
    spans: list[Span] = field(default_factory=list)
    id: str = ""


class Outline:
    """Collects the layout of a text, place by place."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._headings: list[Annotation] = []
        self._paragraphs: list[Annotation] = []
        self._not_prose: list[Annotation] = []
        self._steps: list[ListItem] = []

    def add_heading(self, start: int, end: int, level: int) -> None:
        """A heading of level 1 to 6."""
        self._headings.append(Annotation.of(start, end, f"h{level}", source=self._source, level=level))

    def add_paragraph(self, start: int, end: int, step: ListItem | None = None) -> None:
        """A paragraph, of a step if it stands in a list."""
        self._paragraphs.append(Annotation.of(start, end, source=self._source))
        if step is not None:
            step.spans.append(Span(start, end))

    def add_not_prose(self, start: int, end: int, kind: str) -> None:
        """Something that is no language: 'code', 'table', 'link' …"""
        if start < end:
            self._not_prose.append(Annotation.of(start, end, kind, source=self._source))

    def add_step(self, number: int, *, ordered: bool, parent: ListItem | None) -> ListItem:
        """A list item, which gets its text by `add_paragraph`."""
        step = ListItem(number, ordered, parent)
        self._steps.append(step)
        return step

    def layers(self) -> list[Layer]:
        """The four layers; the ones that would be empty are left out."""
        layers = [
            Layer(HEADINGS, self._headings),
            Layer(STEPS, self._step_annotations()),
            Layer(PARAGRAPHS, self._paragraphs),
            Layer(NOT_PROSE, self._not_prose),
        ]
        return [layer for layer in layers if len(layer)]

    def _step_annotations(self) -> Iterator[Annotation]:
        with_text = [step for step in self._steps if step.spans]
        for count, step in enumerate(with_text, 1):
            step.id = f"step-{count}"
            above = list(_with_text_above(step))
            yield Annotation(
                tuple(step.spans),
                ("step" if step.ordered else "item",),
                Features({"number": step.number, "level": len(above) + 1, "ordered": step.ordered}),
                self._source,
                step.id,
                tuple(Link("parent", parent.id) for parent in above[:1]),
            )


def _with_text_above(step: ListItem) -> Iterator[ListItem]:
    """The steps that a step belongs to, innermost first; an item that only holds a list does not count."""
    while step.parent is not None:
        step = step.parent
        if step.spans:
            yield step


def prose(document: Document) -> str:
    """The text with everything but prose replaced by spaces, so that all offsets stay as they are.

    Where a heading, paragraph or list item begins, the space before it becomes a line end, so that what splits
    sentences at empty lines does not run items together. A document without layout is prose throughout.

    >>> from tacit.formats import Source, open_source
    >>> [document] = open_source(Source("a.md", b"# Tea\\n\\n1. Boil `water`.\\n"), format="markdown")
    >>> prose(document)
    ' \\nTea\\n\\n  \\nBoil        .\\n'
    """
    if not is_laid_out(document):
        return document.text
    kept = bytearray(len(document.text))
    for layer, mark in ((PARAGRAPHS, b"\1"), (HEADINGS, b"\1"), (NOT_PROSE, b"\0")):
        for annotation in document.layer(layer):
            kept[annotation.start : annotation.end] = mark * len(annotation.span)
    chars = [char if keep or char.isspace() else " " for char, keep in zip(document.text, kept, strict=True)]
    for layer in (PARAGRAPHS, HEADINGS):
        for annotation in document.layer(layer):
            if annotation.start and chars[annotation.start - 1] == " ":
                chars[annotation.start - 1] = "\n"
    return "".join(chars)


def is_laid_out(document: Document) -> bool:
    """Does the document say how its text is laid out?"""
    return bool(document.layers.keys() & {PARAGRAPHS, HEADINGS, NOT_PROSE})


def guess(text: str) -> str:
    """The layout of a text that does not say so: Markdown if it has headings, steps or list items, else plain.

    >>> guess("Make tea\\n\\n1. Boil water.\\n2. Pour it.\\n")
    'markdown'
    >>> guess("Ann made tea.")
    'plain'
    """
    return MARKDOWN if len(_MARKDOWN.findall(text)) >= _LEAST_MARKS else PLAIN


@dataclass(frozen=True)
class Lines:
    """The lines of a text as editors count them."""

    text: str

    @cached_property
    def starts(self) -> list[int]:
        """Where each line starts."""
        return [0, *(end.end() for end in LINE_END.finditer(self.text))]

    def __len__(self) -> int:
        return len(self.starts)

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Where each line starts, and its text with its end."""
        for start, end in zip(self.starts, [*self.starts[1:], len(self.text)], strict=True):
            yield start, self.text[start:end]

    def place_of(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both from 1.

        >>> Lines("a\\r\\nbc").place_of(4)
        (2, 2)
        """
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def around(self, span: Span) -> tuple[int, int, str]:
        """The lines in which a stretch stands: the number of the first, where it starts, and their text.

        >>> Lines("a\\nbc\\nd").around(Span(3, 4))
        (2, 2, 'bc')
        """
        first, last = (self.place_of(offset)[0] for offset in (span.start, span.end))
        end = self.starts[last] if last < len(self.starts) else len(self.text)
        start = self.starts[first - 1]
        return first, start, self.text[start:end].rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text that was read from a file: where it starts here and there, and how long it is.

    Either both are as long, character by character, or the file says it in its own way (`&amp;`), as a whole.
    """

    start: int
    length: int
    file_start: int
    file_length: int


class Places:
    """Where in a file the characters of a text stand that was read from it; pieces are added in text order.

    >>> places = Places()
    >>> for piece in (Piece(0, 4, 3, 4), Piece(4, 1, 7, 5), Piece(5, 5, 15, 5)):  # <p>Tea &amp;<b> milk</b>
    ...     places.add(piece)
    >>> places.span(Span(0, 3)), places.span(Span(4, 10))
    (Span(start=3, end=6), Span(start=7, end=20))
    """

    def __init__(self) -> None:
        self._pieces: list[Piece] = []
        self._starts: list[int] = []

    def add(self, piece: Piece) -> None:
        """The next stretch of the text; characters between two stretches stand nowhere in the file."""
        if piece.length > 0:
            self._pieces.append(piece)
            self._starts.append(piece.start)

    def span(self, span: Span) -> Span:
        """Where in the file the first character of a stretch starts and its last one ends."""
        start = self._of(span.start, end=False)
        return Span(start, max(start, self._of(max(span.start, span.end - 1), end=True)))

    def _of(self, offset: int, *, end: bool) -> int:
        """Where the character at an offset starts or ends; of one that stands nowhere, where the one before ends."""
        number = bisect_right(self._starts, offset) - 1
        if number < 0:
            return self._pieces[0].file_start if self._pieces else 0
        piece = self._pieces[number]
        within = offset - piece.start
        if within >= piece.length:
            return piece.file_start + piece.file_length
        if piece.length != piece.file_length:
            return piece.file_start + piece.file_length * end
        return piece.file_start + within + end

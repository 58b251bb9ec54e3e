"""The layers that say how a page is laid out: headings, steps, paragraphs, and what is not prose.

Markdown and HTML give the same four layers, so that what reads instructions need not know where they came from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

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


@dataclass(eq=False, slots=True)
class Step:
    """A list item while its page is being read."""

    number: int
    ordered: bool
    parent: Step | None = None
    spans: list[Span] = field(default_factory=list)
    id: str = ""


class Outline:
    """Collects the layout of a text, place by place."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._headings: list[Annotation] = []
        self._paragraphs: list[Annotation] = []
        self._not_prose: list[Annotation] = []
        self._steps: list[Step] = []

    def add_heading(self, start: int, end: int, level: int) -> None:
        """A heading of level 1 to 6."""
        self._headings.append(Annotation.of(start, end, f"h{level}", source=self._source, level=level))

    def add_paragraph(self, start: int, end: int, step: Step | None = None) -> None:
        """A paragraph, of a step if it stands in a list."""
        self._paragraphs.append(Annotation.of(start, end, source=self._source))
        if step is not None:
            step.spans.append(Span(start, end))

    def add_not_prose(self, start: int, end: int, kind: str) -> None:
        """Something that is no language: 'code', 'table', 'link' …"""
        if start < end:
            self._not_prose.append(Annotation.of(start, end, kind, source=self._source))

    def add_step(self, number: int, *, ordered: bool, parent: Step | None) -> Step:
        """A list item, which gets its text by `add_paragraph`."""
        step = Step(number, ordered, parent)
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


def _with_text_above(step: Step) -> Iterator[Step]:
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
    if not document.layers.keys() & {PARAGRAPHS, HEADINGS, NOT_PROSE}:
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

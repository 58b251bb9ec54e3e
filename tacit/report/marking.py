"""Cut a text where annotations begin and end, so that overlapping ones can be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tacit.capability import Passages
from tacit.documents import Annotation, Document

PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C8C00", "#6A51A3")
"""After Okabe and Ito: told apart by people of every colour vision."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text under the same annotations, the innermost last."""

    text: str
    under: tuple[Annotation, ...]


def runs(document: Document, annotations: tuple[Annotation, ...]) -> Iterator[Run]:
    """The text from end to end as runs.

    >>> text = Document("Ann sat")
    >>> [(run.text, len(run.under)) for run in runs(text, (Annotation.of(0, 3, "PERSON", source="me"),))]
    [('Ann', 1), (' sat', 0)]
    """
    opening: dict[int, list[Annotation]] = {}
    closing: dict[int, list[Annotation]] = {}
    for annotation in annotations:
        for span in annotation.spans:
            if len(span):
                opening.setdefault(span.start, []).append(annotation)
                closing.setdefault(span.end, []).append(annotation)
    under: list[Annotation] = []
    place = 0
    for cut in sorted({*opening, *closing, len(document.text)}):
        if cut > place:
            yield Run(document.text[place:cut], tuple(under))
        for annotation in closing.get(cut, ()):
            under.remove(annotation)
        under += opening.get(cut, ())
        place = cut


def marked(document: Document, passages: Passages) -> tuple[Annotation, ...]:
    """What is marked in the text; nothing where a document from elsewhere lacks the layer."""
    layer = document.layers.get(passages.layer)
    return layer.annotations if layer is not None else ()


def name_of(annotation: Annotation, passages: Passages) -> str:
    """What an annotation is coloured and named by."""
    if passages.key:
        return str(annotation.features.get(passages.key) or "")
    return annotation.label


def colours(document: Document, passages: Passages) -> dict[str, str]:
    """A colour for each name in a layer, in order of appearance."""
    names = dict.fromkeys(name_of(a, passages) for a in marked(document, passages))
    names.pop("", None)
    return {name: PALETTE[number % len(PALETTE)] for number, name in enumerate(names)}

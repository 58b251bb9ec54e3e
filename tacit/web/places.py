"""Where the chosen reading of an unclear phrase goes into the text."""

from __future__ import annotations

from dataclasses import replace

from tacit.documents import Annotation, Document, Layer
from tacit.values import Features

CLARIFICATIONS = "clarifications"


def with_places(document: Document, layout: Document) -> Document:
    """The document with `blank` (two offsets), `lead` and `trail` for each unclear phrase.

    Putting `lead`, a reading and `trail` at the blank makes the sentence explicit. `layout` is the document before it
    was read: its layers say what is a step and what a heading.
    """
    found = document.layer(CLARIFICATIONS)
    if not len(found):
        return document
    from tacit.clarifications.candidates import find_candidates
    from tacit.clarifications.pages import page_of

    places = {(each.span, each.code): each for each in find_candidates(page_of(layout))}

    def placed(annotation: Annotation) -> Annotation:
        candidate = places.get((annotation.span, str(annotation.features.get("code"))))
        if candidate is None:
            return annotation
        blank = (candidate.blank.start, candidate.blank.end)
        place = {"blank": blank, "lead": candidate.lead, "trail": candidate.trail}
        return replace(annotation, features=Features({**annotation.features, **place}))

    return document.with_layer(Layer(CLARIFICATIONS, map(placed, found)))

"""Read scenarios, or only the segments of one topic, into documents."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from tacit.documents import SENTENCES, Annotation, Document, Layer, Span
from tacit.language.english import looks_english
from tacit.scenarios.data import sentence_spans, unlabelled
from tacit.scenarios.layers import SCENARIOS, passages
from tacit.scenarios.segmenters import Segmenter
from tacit.scenarios.task import ScenarioSystem

SOURCE = "scenarios"
SEGMENTS = "segments"
"""The layer of stretches of one topic; the feature `sentences` counts theirs."""


def annotate(
    document: Document, system: ScenarioSystem, *, min_confidence: float = 0.0, only: Collection[str] | None = None
) -> Document:
    """The document with a layer `scenarios`; empty where the text has no sentence or is not English.

    With `only`, passages about other scenarios than these are left out, and so are alternatives. The system chooses
    among all that it knows nevertheless: what it takes for another scenario is about nothing.
    """
    spans = sentence_spans(document)
    document = _with_sentences(document, spans)
    if not spans or not looks_english(document.text):
        return document.with_layer(Layer(SCENARIOS))
    [detection] = system.detect([unlabelled(document)])
    return document.with_layer(passages(spans, detection, source=system.name, min_confidence=min_confidence, only=only))


def _with_sentences(document: Document, spans: Sequence[Span]) -> Document:
    """What is exported should have the sentences that were read, as annotation tools show a text by them."""
    if document.sentences or not spans:
        return document
    return document.with_layer(Layer(SENTENCES, (Annotation((span,), source=SOURCE) for span in spans)))


def not_english(document: Document) -> str:
    """One sentence that says so, where a text is in another language; nothing otherwise."""
    if looks_english(document.text):
        return ""
    return f"the text {document.id!r} does not look like English, the only language tacit reads; nothing was looked for"


def segment(document: Document, segmenter: Segmenter, *, source: str) -> Document:
    """The document with a layer `segments`, from its first sentence to its last."""
    spans = sentence_spans(document)
    document = _with_sentences(document, spans)
    starts = segmenter.starts(unlabelled(document).sentences) if spans else []
    layer = Layer(
        SEGMENTS,
        (
            Annotation.of(spans[first].start, spans[end - 1].end, source=source, sentences=end - first)
            for first, end in pairwise([*starts, len(spans)])
        ),
    )
    return document.with_layer(layer)

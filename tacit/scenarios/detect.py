"""Read scenarios, or only the segments of one topic, into documents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import pairwise

from tacit.documents import SENTENCES, Annotation, Document, Layer, Span
from tacit.language.english import looks_english
from tacit.scenarios.data import sentence_spans, unlabelled
from tacit.scenarios.layers import SCENARIOS, passages
from tacit.scenarios.segmenters import Segmenter
from tacit.scenarios.task import NONE, Detection, ScenarioSystem

SOURCE = "scenarios"
SEGMENTS = "segments"
LIKELY = "likely_scenarios"
"""The layer of what a text as a whole may be about: one annotation, whose feature `sentences` says how many sentences
of the text each scenario may be expected to have."""
_LEAST = 0.005
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
    detection = _detected(document, system)
    if detection is None:
        return document.with_layer(Layer(SCENARIOS))
    return document.with_layer(passages(spans, detection, source=system.name, min_confidence=min_confidence, only=only))


def annotate_whole(document: Document, system: ScenarioSystem) -> Document:
    """The document with the layers `scenarios` and `likely_scenarios`."""
    spans = sentence_spans(document)
    document = _with_sentences(document, spans)
    detection = _detected(document, system)
    if detection is None:
        return document.with_layer(Layer(SCENARIOS), Layer(LIKELY))
    counts = {label: round(count, 3) for label, count in expected_sentences(detection).items() if count >= _LEAST}
    whole = Annotation.of(spans[0].start, spans[-1].end, source=system.name, sentences=counts)
    return document.with_layer(passages(spans, detection, source=system.name), Layer(LIKELY, [whole]))


def expected_sentences(detection: Detection) -> dict[str, float]:
    """How many sentences each scenario may be expected to have, by the probabilities of all."""
    found: dict[str, float] = defaultdict(float)
    for ranking in detection.rankings:
        for label, probability in ranking:
            if label != NONE:
                found[label] += probability
    return dict(sorted(found.items(), key=lambda each: (-each[1], each[0])))


def _detected(document: Document, system: ScenarioSystem) -> Detection | None:
    """What the system says; nothing where the text has no sentence or is not English."""
    if not document.sentences or not looks_english(document.text):
        return None
    [detection] = system.detect([unlabelled(document)])
    return detection


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

"""The layer `scenarios` of a document: passages, each labelled with what it is about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from tacit.documents import Annotation, Document, Layer, Span
from tacit.errors import InputError
from tacit.scenarios.inventory import Inventory
from tacit.scenarios.task import NONE, Detection, Ranking
from tacit.values import Features

SCENARIOS = "scenarios"
"""The name of the layer; `Scenario` and `Scenarios`, as annotation tools write it, are read as well."""
SECOND_LABEL = 0.5
"""Probability from which a sentence is about further scenarios beside the likeliest one."""
ALTERNATIVES = 3
"""Scenarios that are named beside the one a passage is about."""
_NOTHING = ("", "none")


@dataclass(frozen=True, slots=True, order=True)
class Segment:
    """A passage and one scenario it is about, as one annotator sees it."""

    span: Span
    label: str
    annotator: str = ""


def scenario_layer(document: Document) -> Layer | None:
    """The layer of scenarios, whatever the annotation tool made of its name; nothing where there is none."""
    names = [name for name in document.layers if name.lower() in (SCENARIOS, "scenario")]
    return document.layers[SCENARIOS if SCENARIOS in names else names[0]] if names else None


def segments_of(document: Document, inventory: Inventory | None, annotator: str = "") -> list[Segment]:
    """Every passage once for each of its labels, however often it was marked; None is no label."""
    segments = (
        Segment(span, label, annotator)
        for annotation in scenario_layer(document) or ()
        for label in canonical(annotation.labels, inventory, document)
        for span in annotation.spans
    )
    return list(dict.fromkeys(segments))


def labels_at(document: Document, layer: Layer, span: Span, inventory: Inventory | None) -> tuple[str, ...]:
    """What a sentence is about: the labels of all annotations that cover a word of it."""
    names: list[str] = []
    for annotation in layer.overlapping(span):
        if any(share_a_word(document.text, part, span) for part in annotation.spans):
            names += annotation.labels
    return canonical(names, inventory, document)


def share_a_word(text: str, first: Span, second: Span) -> bool:
    """Do two spans have a word in common, or a part of one? Or does one cover the other, which has no word?"""
    if not first.overlaps(second):
        return False
    shared = text[max(first.start, second.start) : min(first.end, second.end)]
    return first.contains(second) or second.contains(first) or any(character.isalnum() for character in shared)


def canonical(names: Iterable[str], inventory: Inventory | None, document: Document) -> tuple[str, ...]:
    """Each label once, as the inventory writes it; without an inventory as it stands."""
    meant = [name for name in names if name.strip().lower() not in _NOTHING]
    try:
        return tuple(dict.fromkeys(inventory.scenario(name).label if inventory else name for name in meant))
    except InputError as error:
        raise InputError(f"{error.message} (text {document.id!r})") from None


def assigned(ranking: Ranking, min_confidence: float = 0.0) -> tuple[str, ...]:
    """The scenarios that a sentence is said to be about: the likeliest, and others that are likely as well."""
    if not ranking or ranking[0].label == NONE:
        return ()
    chosen = []
    for place, (label, probability) in enumerate(ranking):
        if label == NONE or probability < (SECOND_LABEL if place else min_confidence):
            break
        if probability >= min_confidence:
            chosen.append(label)
    return tuple(chosen)


def passages(
    spans: Sequence[Span],
    detection: Detection,
    *,
    source: str,
    min_confidence: float = 0.0,
    only: Collection[str] | None = None,
) -> Layer:
    """What a system found, as a layer: for each scenario one annotation a run of sentences, so they may nest.

    Features are `probability`, the mean over the sentences, and `alternatives`, what else the passage may be about.
    With `only`, neither passages nor alternatives name other scenarios than these.
    """
    chosen = [assigned(ranking, min_confidence) for ranking in detection.rankings]
    kept = [tuple(each for each in ranking if only is None or each.label in only) for ranking in detection.rankings]
    return Layer(
        SCENARIOS,
        (
            _passage(label, spans[first:end], kept[first:end], source)
            for label, first, end in _runs(chosen)
            if only is None or label in only
        ),
    )


def _runs(chosen: Sequence[Sequence[str]]) -> Iterator[tuple[str, int, int]]:
    """Each label with the first sentence of a run and the one after its last."""
    begun: dict[str, int] = {}
    for place, labels in enumerate([*chosen, ()]):
        for label in [label for label in begun if label not in labels]:
            yield label, begun.pop(label), place
        for label in labels:
            begun.setdefault(label, place)


def _passage(label: str, spans: Sequence[Span], rankings: Sequence[Ranking], source: str) -> Annotation:
    sums: dict[str, float] = defaultdict(float)
    for ranking in rankings:
        for other, probability in ranking:
            sums[other] += probability
    probability = fmean(next((p for name, p in ranking if name == label), 0.0) for ranking in rankings)
    others = sorted((name for name in sums if name not in (label, NONE)), key=lambda name: -sums[name])
    alternatives = [
        {"scenario": name, "probability": round(sums[name] / len(rankings), 4)} for name in others[:ALTERNATIVES]
    ]
    features = Features({"probability": round(probability, 4), "alternatives": alternatives})
    return Annotation((Span(spans[0].start, spans[-1].end),), (label,), features, source)

"""What layers say beside events, one record for each annotation.

A document may come from anywhere, so a feature that is missing or of another type is nothing, not an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from tacit.documents import Annotation, Document
from tacit.values import Features
from tacit.views.view import Record


@dataclass(frozen=True, slots=True)
class SentenceRecord(Record):
    """A sentence."""

    COLUMNS: ClassVar = ("text", "start", "end")

    text: str
    start: int
    end: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class EntityRecord(Record):
    """A name, and what kind of thing it names."""

    COLUMNS: ClassVar = ("text", "label", "start", "end")

    text: str
    label: str
    start: int
    end: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class MentionRecord(Record):
    """A mention of somebody or something that is mentioned again: its words, and what it is best called."""

    COLUMNS: ClassVar = ("text", "name", "chain", "start", "end")

    text: str
    name: str
    chain: int | None
    start: int
    end: int

    def __str__(self) -> str:
        return self.text if self.text == self.name or not self.name else f"{self.text} ({self.name})"


@dataclass(frozen=True, slots=True)
class ScenarioRecord(Record):
    """A passage, the everyday activity it is about, how probable that is, and what else it may be about."""

    COLUMNS: ClassVar = ("label", "probability", "text", "alternatives", "start", "end")

    label: str
    probability: float | None
    text: str
    alternatives: tuple[str, ...]
    start: int
    end: int

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class ToldRecord(Record):
    """An event of a scenario's script that the text tells, and where."""

    COLUMNS: ClassVar = ("scenario", "event", "probability", "text", "start", "end")

    scenario: str
    event: str
    probability: float | None
    text: str
    start: int
    end: int

    def __str__(self) -> str:
        return self.event


@dataclass(frozen=True, slots=True)
class LeftOutRecord(Record):
    """An event of a scenario's script that the passage from `start` to `end` leaves unsaid.

    `share` of the texts about the scenario tell it; `after` and `before` are told events around it.
    """

    COLUMNS: ClassVar = ("scenario", "event", "probability", "share", "after", "before", "why", "start", "end")

    scenario: str
    event: str
    probability: float | None
    share: float | None
    after: str
    before: str
    why: str
    start: int
    end: int

    def __str__(self) -> str:
        return self.event


@dataclass(frozen=True, slots=True)
class CoherenceRecord(Record):
    """A sentence of a story, whether it is odd after those before, and how probable it is that it belongs there."""

    COLUMNS: ClassVar = ("odd", "probability", "text", "start", "end")

    odd: bool
    probability: float | None
    text: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"{'odd: ' * self.odd}{self.text}"


@dataclass(frozen=True, slots=True)
class StepRecord(Record):
    """A terse instruction, how it is carried out, and what that needs."""

    COLUMNS: ClassVar = ("instruction", "how", "tools", "materials", "caution", "start", "end")

    instruction: str
    how: str
    tools: tuple[str, ...]
    materials: tuple[str, ...]
    caution: tuple[str, ...]
    start: int
    end: int

    def __str__(self) -> str:
        return self.instruction


@dataclass(frozen=True, slots=True)
class ClarificationRecord(Record):
    """A phrase that can be misread, what kind of thing is missing, and what it may mean, the most plausible first."""

    COLUMNS: ClassVar = ("phrase", "phenomenon", "code", "confidence", "readings", "message", "start", "end")

    phrase: str
    phenomenon: str
    code: str
    confidence: float | None
    readings: tuple[str, ...]
    message: str
    start: int
    end: int

    def __str__(self) -> str:
        return self.phrase


def sentences_of(document: Document) -> Iterator[SentenceRecord]:
    """The layer `sentences`."""
    return (SentenceRecord(_words(document, each), each.start, each.end) for each in document.sentences)


def entities_of(document: Document) -> Iterator[EntityRecord]:
    """The layer `entities`."""
    return (
        EntityRecord(_words(document, each), each.label, each.start, each.end) for each in document.layer("entities")
    )


def mentions_of(document: Document) -> Iterator[MentionRecord]:
    """The layer `mentions`."""
    for each in document.layer("mentions"):
        chain = each.features.get("chain")
        number = chain if isinstance(chain, int) else None
        yield MentionRecord(_words(document, each), _text(each.features, "name"), number, each.start, each.end)


def scenarios_of(document: Document) -> Iterator[ScenarioRecord]:
    """The layer `scenarios`."""
    for each in document.layer("scenarios"):
        others = tuple(_text(other, "scenario") for other in _rows(each.features, "alternatives"))
        probability = _number(each.features, "probability")
        yield ScenarioRecord(each.label, probability, _words(document, each), others, each.start, each.end)


def told_of(document: Document) -> Iterator[ToldRecord]:
    """The layer `script_events`."""
    for each in document.layer("script_events"):
        scenario, probability = _text(each.features, "scenario"), _number(each.features, "probability")
        yield ToldRecord(scenario, each.label, probability, _words(document, each), each.start, each.end)


def left_out_of(document: Document) -> Iterator[LeftOutRecord]:
    """What the layer `scripts` says is left out, in typical order."""
    for passage in document.layer("scripts"):
        for each in _rows(passage.features, "left_out"):
            yield LeftOutRecord(
                passage.label,
                _text(each, "event"),
                _number(each, "probability"),
                _number(each, "share"),
                _text(each, "after"),
                _text(each, "before"),
                _text(each, "why"),
                passage.start,
                passage.end,
            )


def coherence_of(document: Document) -> Iterator[CoherenceRecord]:
    """The layer `coherence`."""
    for each in document.layer("coherence"):
        probability = _number(each.features, "probability")
        yield CoherenceRecord(each.label == "odd", probability, _words(document, each), each.start, each.end)


def steps_of(document: Document) -> Iterator[StepRecord]:
    """The layer `concrete_steps`."""
    for each in document.layer("concrete_steps"):
        tools, materials, caution = (_texts(each.features, name) for name in ("tools", "materials", "caution"))
        how = _text(each.features, "text")
        yield StepRecord(_words(document, each), how, tools, materials, caution, each.start, each.end)


def clarifications_of(document: Document) -> Iterator[ClarificationRecord]:
    """The layer `clarifications`."""
    for each in document.layer("clarifications"):
        yield ClarificationRecord(
            _words(document, each),
            each.label,
            _text(each.features, "code"),
            _number(each.features, "confidence"),
            tuple(_text(reading, "text") for reading in _rows(each.features, "readings")),
            _text(each.features, "message"),
            each.start,
            each.end,
        )


def _words(document: Document, annotation: Annotation) -> str:
    return " ".join(document.text_of(annotation).split())


def _text(features: Features, name: str) -> str:
    found = features.get(name)
    return found if isinstance(found, str) else ""


def _number(features: Features, name: str) -> float | None:
    found = features.get(name)
    return float(found) if isinstance(found, int | float) else None


def _list(features: Features, name: str) -> tuple[Any, ...]:
    found = features.get(name)
    return found if isinstance(found, tuple) else ()


def _texts(features: Features, name: str) -> tuple[str, ...]:
    return tuple(each for each in _list(features, name) if isinstance(each, str))


def _rows(features: Features, name: str) -> tuple[Features, ...]:
    return tuple(each for each in _list(features, name) if isinstance(each, Features))

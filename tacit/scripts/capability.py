"""What each passage leaves out of its script, for `tacit read`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from tacit.backbones import encoder
from tacit.capability import Block, Facts, Section, Table
from tacit.documents import SENTENCES, Annotation, Document, Layer, Span
from tacit.language.analysed import Analysed
from tacit.language.english.kinds import INSTRUCTIONS, MIXED, OTHER, STORY
from tacit.llm import Model
from tacit.scenarios.data import sentence_spans
from tacit.scenarios.layers import SCENARIOS
from tacit.scripts.asking import EventAsker
from tacit.scripts.base import OMISSION, RECOGNISER
from tacit.scripts.matching import Matcher
from tacit.scripts.mentions import with_events
from tacit.scripts.reading import (
    SCRIPT_EVENTS,
    SCRIPTS,
    Passage,
    ScriptReading,
    read_passage,
    read_written,
    script_layers,
    within,
)
from tacit.scripts.recognising import Recogniser, pieces
from tacit.scripts.task import Script
from tacit.scripts.train import Knowledge, load

TITLE = "What it leaves unsaid"
NEAR = 4
"""Sentences before and after a passage that may tell of its scenario, too."""
MAIN, ENOUGH, LEAST = 0.8, 2.5, 0.45
"""What is left out is said of scenarios that are told nearly as much as the main one, or by three sentences, and
never of one that is told by less than half a sentence, in probability."""


class Scripts:
    """Which events of its script does a passage tell, and which does it leave out?"""

    name = "scripts"
    fits = (STORY, INSTRUCTIONS, OTHER, MIXED)
    needs = (SENTENCES, SCENARIOS)
    adds = (SCRIPTS, SCRIPT_EVENTS)

    def __init__(self, asker: EventAsker | None = None) -> None:
        self._matchers: dict[str, Matcher] = {}
        self._asker = asker

    def asking(self, model: Model, share: float) -> Scripts:
        """The same, with a language model's word on the least certain share of the events."""
        other = Scripts(EventAsker(model, share))
        other._matchers = self._matchers
        vars(other).update({name: getattr(self, name) for name in ("_knowledge", "_recogniser")})
        return other

    @cached_property
    def _knowledge(self) -> Knowledge:
        return load()

    @cached_property
    def _recogniser(self) -> Recogniser:
        return Recogniser(self._knowledge.base.weights.get(RECOGNISER))

    def annotate(self, text: Analysed) -> Iterable[Layer]:
        """The scripts of the passages in the layer `scenarios`, and the events that they tell.

        What a text tells of a scenario anywhere near its passages is told; what it leaves out is said once, of the
        passage that tells most of it.
        """
        document = text.document
        by_label: dict[str, list[Annotation]] = defaultdict(list)
        for passage in document.layer(SCENARIOS):
            by_label[passage.label].append(passage)
        found: list[tuple[Annotation, ScriptReading]] = []
        for label, passages in by_label.items():
            found += self._read_all(text, label, passages, is_main=_is_main(by_label, label, document))
        return script_layers(document, sorted(found, key=lambda pair: pair[0].spans))

    def _read_all(
        self, text: Analysed, label: str, passages: list[Annotation], *, is_main: bool
    ) -> list[tuple[Annotation, ScriptReading]]:
        base = self._knowledge.base
        script = base.find(label)
        if script is None:
            return []
        wordings = base.wordings(script)
        if wordings is None:
            return [(passage, self._read_learnt(text, passage, script)) for passage in passages]
        around = _pieces(text.document, passages)
        reading = read_written(around, wordings, self._recogniser, base.weights.get(OMISSION), self._asker)
        readings = [(passage, within(reading, passage.span)) for passage in passages]
        fullest = max(range(len(readings)), key=lambda number: len(readings[number][1].told))
        passage, told = readings[fullest]
        if is_main:
            readings[fullest] = (passage, told._replace(left_out=reading.left_out))
        return readings

    def _read_learnt(self, text: Analysed, passage: Annotation, script: Script) -> ScriptReading:
        if script.scenario not in self._matchers:  # wordings are encoded once for all passages about a scenario
            self._matchers[script.scenario] = Matcher(script)
        matcher = self._matchers[script.scenario]
        return read_passage(with_events(text), passage.span, script, matcher, self._knowledge.system)

    def section(self, document: Document) -> Section:
        """A table a passage."""
        return Section(TITLE, section_blocks(document))


def _is_main(by_label: Mapping[str, Sequence[Annotation]], label: str, document: Document) -> bool:
    """Does the text tell enough of a scenario for one to say what it leaves out? One that is hardly told beside
    another may be a mistake, and is a mere mention at best."""
    weights = {each: sum(_weight(document, passage) for passage in passages) for each, passages in by_label.items()}
    least = min(MAIN * max(weights.values()), ENOUGH)
    return weights[label] >= max(least, LEAST)


def _weight(document: Document, passage: Annotation) -> float:
    """How many sentences a passage has, each by how likely it is about the scenario."""
    probability = passage.features.get("probability", 1.0)
    sentences = sum(passage.span.overlaps(each) for each in sentence_spans(document))
    return float(probability) * sentences if isinstance(probability, int | float) else float(sentences)


def _pieces(document: Document, passages: Sequence[Annotation]) -> Passage:
    """The sentences of passages, and those near them, in pieces, encoded."""
    sentences = sentence_spans(document)
    inside = [
        number for number, each in enumerate(sentences) if any(passage.span.overlaps(each) for passage in passages)
    ]
    near = [each for number, each in enumerate(sentences) if any(abs(number - own) <= NEAR for own in inside)]
    places = tuple((each.start, each.end) for each in near or [passage.span for passage in passages])
    parts = tuple(pieces(document.text, places))
    vectors = encoder.load().encode([document.text[start:end] for _, start, end in parts])
    return Passage(document.text, places, parts, vectors)


def section_blocks(document: Document) -> tuple[Block, ...]:
    """What the layer `scripts` says: a table a passage."""
    found = document.layer(SCRIPTS)
    return tuple(_table(document, passage) for passage in found) or (Facts((("passage with a known script", "no"),)),)


def _table(document: Document, passage: Annotation) -> Table:
    """Told and left-out events; the latter stand after the event that they usually follow, with the reason."""
    told, left_out = passage.features["told"], passage.features["left_out"]
    rows = [(each["event"], _evidence(document, each["start"], each["end"]), "") for each in told]
    for each in reversed(left_out):
        names = [row[0] for row in rows]
        place = names.index(each["after"]) + 1 if each["after"] in names else 0
        rows.insert(place, (each["event"], "left out", each.get("why") or f"{each['share']:.0%} of texts tell it"))
    title = f"{passage.label}: {len(told)} {'event' if len(told) == 1 else 'events'} told, {len(left_out)} left out"
    return Table(("event", "in the text", "why"), tuple(rows), title)


def _evidence(document: Document, start: int, end: int, room: int = 36) -> str:
    """The mention with the words after it, up to the end of its sentence."""
    last = max([each.end for each in document.sentences.overlapping(Span(start, end))], default=len(document.text))
    words = " ".join(document.text[start : min(end + room, last)].split())
    if end + room < last:
        words = words.rsplit(" ", 1)[0] + " …"
    return f"“{words}”"

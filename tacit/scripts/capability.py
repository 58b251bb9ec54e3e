"""What each passage leaves out of its script, for `tacit read`."""

from __future__ import annotations

from functools import cached_property

from tacit.backbones import encoder
from tacit.capability import Block, Facts, Section, Table
from tacit.documents import Annotation, Document, Span
from tacit.scenarios.data import sentence_spans
from tacit.scenarios.layers import SCENARIOS
from tacit.scripts.base import OMISSION, RECOGNISER
from tacit.scripts.matching import Matcher
from tacit.scripts.mentions import with_events
from tacit.scripts.reading import SCRIPTS, Passage, ScriptReading, read_passage, read_written, script_layers
from tacit.scripts.recognising import Recogniser, pieces
from tacit.scripts.train import Knowledge, load

TITLE = "What it leaves unsaid"


class Scripts:
    """Which events of its script does a passage tell, and which does it leave out?"""

    name = "scripts"

    def __init__(self) -> None:
        self._matchers: dict[str, Matcher] = {}

    @cached_property
    def _knowledge(self) -> Knowledge:
        return load()

    @cached_property
    def _recogniser(self) -> Recogniser:
        return Recogniser(self._knowledge.base.weights.get(RECOGNISER))

    def annotate(self, document: Document) -> Document:
        """Adds scripts to the passages of the layer `scenarios`, and marks the events that they tell."""
        found = [(passage, self._read(document, passage)) for passage in document.layer(SCENARIOS)]
        return document.with_layer(*script_layers(document, [(one, reading) for one, reading in found if reading]))

    def _read(self, document: Document, passage: Annotation) -> ScriptReading | None:
        base = self._knowledge.base
        script = base.find(passage.label)
        if script is None:
            return None
        wordings = base.wordings(script)
        if wordings is not None:
            return read_written(_pieces(document, passage.span), wordings, self._recogniser, base.weights.get(OMISSION))
        if script.scenario not in self._matchers:  # wordings are encoded once for all passages about a scenario
            self._matchers[script.scenario] = Matcher(script)
        matcher = self._matchers[script.scenario]
        return read_passage(with_events(document), passage.span, script, matcher, self._knowledge.system)

    def section(self, document: Document) -> Section:
        """A table a passage."""
        return Section(TITLE, section_blocks(document))


def _pieces(document: Document, span: Span) -> Passage:
    """The sentences of a passage in pieces, encoded."""
    inside = [each for each in sentence_spans(document) if span.overlaps(each)] or [span]
    places = tuple((each.start, each.end) for each in inside)
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

"""What each passage leaves out of its script, for `tacit read`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np

from tacit.capability import Block, Facts, Section, Table
from tacit.documents import SENTENCES, Annotation, Document, Layer, Span
from tacit.language.analysed import Analysed
from tacit.language.english.kinds import INSTRUCTIONS, MIXED, OTHER, STORY
from tacit.learning import conformal
from tacit.llm import Model
from tacit.scenarios.data import sentence_spans
from tacit.scenarios.detect import LIKELY
from tacit.scenarios.layers import SCENARIOS
from tacit.scripts.asking import EventAsker
from tacit.scripts.base import CHOICE, OMISSION, RECOGNISER, TRUST, ScriptBase
from tacit.scripts.choosing import Options, nearness, options
from tacit.scripts.matching import Matcher
from tacit.scripts.mentions import SCRIPT_EVENTS, with_events
from tacit.scripts.omitting import TRUST as UNTAUGHT
from tacit.scripts.omitting import Trust
from tacit.scripts.reading import (
    SCRIPTS,
    Passage,
    ScriptReading,
    read_passage,
    read_written,
    script_layers,
    within,
)
from tacit.scripts.recognising import Floats, Recogniser, pieces
from tacit.scripts.stories import Encode
from tacit.scripts.task import Script
from tacit.scripts.train import ScriptKnowledge, load

TITLE = "What it leaves unsaid"
NEAR = 4
"""Sentences before and after a passage that may tell of its scenario, too."""
SHORT = 12
"""Sentences of the longest text that may be about one thing from beginning to end, though no sentence says it."""
PLAUSIBLE = 0.3
"""How likely such a text must follow a script to be read by it."""


class Scripts:
    """Which events of its script does a passage tell, and which does it leave out?"""

    name = "scripts"
    fits = (STORY, INSTRUCTIONS, OTHER, MIXED)
    needs = (SENTENCES, SCENARIOS, LIKELY)
    adds = (SCRIPTS, SCRIPT_EVENTS)

    def __init__(self, coverage: float | None = None, asker: EventAsker | None = None) -> None:
        self._coverage = coverage
        self._asker = asker
        self._matchers: dict[str, Matcher] = {}

    def asking(self, model: Model, share: float) -> Scripts:
        """The same, with a language model's word on the least certain share of the events."""
        other = Scripts(self._coverage, EventAsker(model, share))
        other._matchers = self._matchers
        vars(other).update({name: getattr(self, name) for name in ("_knowledge", "_recogniser")})
        return other

    def covering(self, coverage: float) -> Scripts:
        """The same, but naming so many left-out events that one that happened is among them that often.

        Nine of ten, say, with 0.9: a promise for passages about the scenario that was found.
        """
        return Scripts(coverage)

    @cached_property
    def _knowledge(self) -> ScriptKnowledge:
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
        by_label = passages_by_label(document)
        compared = Compared(document, self._knowledge.base)
        if text.kind != INSTRUCTIONS and (story := story_of(compared)):
            by_label.setdefault(story.label, [story])
        found: list[tuple[Annotation, ScriptReading]] = []
        for label in by_label:
            found += self._read_all(text, label, by_label, compared)
        return script_layers(document, sorted(found, key=lambda pair: pair[0].spans))

    def _read_all(
        self, text: Analysed, label: str, by_label: Mapping[str, Sequence[Annotation]], compared: Compared
    ) -> list[tuple[Annotation, ScriptReading]]:
        base, passages = self._knowledge.base, by_label[label]
        script = base.find(label)
        if script is None:
            return []
        wordings = base.wordings(script)
        if wordings is None:
            return [(passage, self._read_learnt(text, passage, script)) for passage in passages]
        around = pieces_around(text.document, passages, base.encoder.encode)
        possible = compared.options(around, by_label)
        sure = certainty(possible.chance(label, base.weights.get(CHOICE)), passages)
        trust = Trust(sure, base.weights.get(TRUST, UNTAUGHT), self._least)
        reading = read_written(around, wordings, self._recogniser, base.weights.get(OMISSION), trust, self._asker)
        readings = [(passage, within(reading, passage.span)) for passage in passages]
        fullest = max(range(len(readings)), key=lambda number: len(readings[number][1].told))
        passage, told = readings[fullest]
        readings[fullest] = (passage, told._replace(left_out=reading.left_out))
        return readings

    @cached_property
    def _least(self) -> float | None:
        return None if self._coverage is None else conformal.cut(self._knowledge.base.hidden, self._coverage)

    def _read_learnt(self, text: Analysed, passage: Annotation, script: Script) -> ScriptReading:
        if script.scenario not in self._matchers:  # wordings are encoded once for all passages about a scenario
            self._matchers[script.scenario] = Matcher(script)
        matcher = self._matchers[script.scenario]
        return read_passage(with_events(text), passage.span, script, matcher, self._knowledge.system)

    def section(self, document: Document) -> Section:
        """A table a passage."""
        return Section(TITLE, section_blocks(document))


def certainty(chance: float, passages: Iterable[Annotation]) -> float:
    """How likely a script is followed: by the text as a whole, or by a passage, as a text may have several."""
    return max([chance, *(float(passage.features.get("probability", 0.0)) for passage in passages)])


def passages_by_label(document: Document) -> dict[str, list[Annotation]]:
    """The passages about each scenario."""
    found: dict[str, list[Annotation]] = defaultdict(list)
    for passage in document.layer(SCENARIOS):
        found[passage.label].append(passage)
    return found


class Compared:
    """The sentences of a document compared with all scripts, each of them once."""

    def __init__(self, document: Document, base: ScriptBase) -> None:
        self.document, self.base = document, base
        self._rows: dict[tuple[int, int], Floats] = {}

    def options(self, around: Passage, by_label: Mapping[str, Sequence[Annotation]]) -> Options:
        """The scripts that some sentences may follow."""
        new = [number for number, place in enumerate(around.sentences) if place not in self._rows]
        if new:
            chosen = [number for number, part in enumerate(around.parts) if part[0] in new]
            parts = [around.parts[number] for number in chosen]
            rows = nearness(parts, around.vectors[chosen], self.base)
            self._rows |= {around.sentences[number]: row for number, row in zip(new, rows, strict=True)}
        near = np.stack([self._rows[place] for place in around.sentences])
        return options(near, expected(self.document, by_label, around), self.base)


def story_of(compared: Compared) -> Annotation | None:
    """A short text as one passage about the scenario whose script it most likely follows, if it follows one."""
    document, base = compared.document, compared.base
    sentences = sentence_spans(document)
    if not 1 < len(sentences) <= SHORT or not document.layer(LIKELY):
        return None
    whole = Annotation.of(sentences[0].start, sentences[-1].end, source=SCRIPTS)
    around = pieces_around(document, [whole], base.encoder.encode)
    possible = compared.options(around, {})
    best = possible.best(weights := base.weights.get(CHOICE))
    if possible.chance(best, weights) < PLAUSIBLE:
        return None
    return Annotation.of(sentences[0].start, sentences[-1].end, best, source=SCRIPTS)


def expected(document: Document, by_label: Mapping[str, Sequence[Annotation]], around: Passage) -> dict[str, float]:
    """How many sentences each scenario may be expected to have, in a short text as a whole, else near its passages."""
    whole = next(iter(document.layer(LIKELY)), None)
    if whole is not None and len(sentence_spans(document)) <= SHORT:
        return {str(label): float(count) for label, count in whole.features["sentences"].items()}
    return {
        label: sum(_weight(document, passage) for passage in passages if _is_near(passage, around))
        for label, passages in by_label.items()
    }


def _is_near(passage: Annotation, around: Passage) -> bool:
    return any(passage.span.start < end and start < passage.span.end for start, end in around.sentences)


def _weight(document: Document, passage: Annotation) -> float:
    """How many sentences a passage has, each by how likely it is about the scenario."""
    probability = passage.features.get("probability", 1.0)
    sentences = sum(passage.span.overlaps(each) for each in sentence_spans(document))
    return float(probability) * sentences if isinstance(probability, int | float) else float(sentences)


def pieces_around(document: Document, passages: Sequence[Annotation], encode: Encode) -> Passage:
    """The sentences of passages, and those near them, in pieces, encoded."""
    sentences = sentence_spans(document)
    inside = [
        number for number, each in enumerate(sentences) if any(passage.span.overlaps(each) for passage in passages)
    ]
    chosen = [number for number in range(len(sentences)) if any(abs(number - own) <= NEAR for own in inside)]
    around = [sentences[number] for number in chosen] or [passage.span for passage in passages]
    places = tuple((each.start, each.end) for each in around)
    parts = tuple(pieces(document.text, places))
    vectors = encode([document.text[start:end] for _, start, end in parts])
    near = tuple(place for place, number in enumerate(chosen) if number not in inside)
    return Passage(document.text, places, parts, vectors, near)


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

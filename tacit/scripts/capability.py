"""What each passage leaves out of its script, for `tacit read`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from tacit.capability import Block, Facts, Passages, Section, Table
from tacit.documents import Annotation, Document, Span
from tacit.scenarios.layers import SCENARIOS
from tacit.scripts.matching import Matcher
from tacit.scripts.reading import SCRIPT_EVENTS, SCRIPTS, ScriptReading, read_passage, script_layers
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

    def annotate(self, document: Document) -> Document:
        """Adds scripts to the passages of the layer `scenarios`, and marks the events that they tell."""
        passages = [(passage, self._read(document, passage)) for passage in document.layer(SCENARIOS)]
        return document.with_layer(*script_layers(document, [(one, found) for one, found in passages if found]))

    def _read(self, document: Document, passage: Annotation) -> ScriptReading | None:
        script = self._knowledge.base.find(passage.label)
        if script is None:
            return None
        if script.scenario not in self._matchers:  # wordings are encoded once for all passages about a scenario
            self._matchers[script.scenario] = Matcher(script)
        matcher = self._matchers[script.scenario]
        return read_passage(document, passage.span, script, matcher, self._knowledge.system)

    def section(self, document: Document) -> Section:
        """The told events in colour, and a table a passage."""
        return Section(TITLE, section_blocks(document))


def section_blocks(document: Document) -> tuple[Block, ...]:
    """What the layers `scripts` and `script_events` say."""
    found = document.layer(SCRIPTS)
    if not found:
        return (Facts((("passage with a known script", "no"),)),)
    tables = tuple(_table(document, passage) for passage in found)
    return (Passages(SCRIPT_EVENTS, title="Events of a script"), *tables)


def _table(document: Document, passage: Annotation) -> Table:
    """Told and left-out events; the latter stand after the event that they usually follow."""
    rows = [(each["event"], _evidence(document, each["start"], each["end"]), "") for each in passage.features["told"]]
    for each in reversed(passage.features["left_out"]):
        names = [row[0] for row in rows]
        place = names.index(each["after"]) + 1 if each["after"] in names else 0
        rows.insert(place, (each["event"], "left out", _why(each, passage.features["texts"])))
    title = (
        f"{passage.label}: {len(passage.features['told'])} events told, {len(passage.features['left_out'])} left out"
    )
    return Table(("event", "in the text", "why it is expected"), tuple(rows), title)


def _evidence(document: Document, start: int, end: int, room: int = 36) -> str:
    """The mention with the words after it, up to the end of its sentence."""
    last = max([each.end for each in document.sentences.overlapping(Span(start, end))], default=len(document.text))
    words = " ".join(document.text[start : min(end + room, last)].split())
    if end + room < last:
        words = words.rsplit(" ", 1)[0] + " …"
    return f"“{words}”"


def _why(each: Mapping[str, Any], texts: int) -> str:
    between = [f"after “{each['after']}”"] * bool(each["after"]) + [f"before “{each['before']}”"] * bool(each["before"])
    return ", ".join([f"{each['share']:.0%} of {texts} texts tell it", *between])

"""DeScript: how people say a scenario goes, event by event, and which of these events mean the same.

A file of event sequences has a document for each `<script>`: one event a line, which the layer `events` marks. A
file of gold paraphrase sets is one document: all its event descriptions, one a line, which the layer `paraphrases`
labels with the event they describe. The scenario is the file's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tacit.documents import Annotation, Document, Layer
from tacit.formats.parts.assembly import Assembly
from tacit.formats.parts.xml_stream import elements
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source
from tacit.values import Features

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_IS_GOLD = re.compile(r"<label\b")
_IS_SEQUENCE = re.compile(r"<script\b")


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """One document a sequence; a file of paraphrase sets is one document."""
    scenario = source.stem.removesuffix(".new").removesuffix(".pilot")
    if _IS_GOLD.search(source.head):
        yield _paraphrases(source, scenario)
    elif _IS_SEQUENCE.search(source.head):
        yield from _sequences(source, scenario)
    else:
        source.fail("there is no <script> and no <label> in the file")


def _sequences(source: Source, scenario: str) -> Iterator[Document]:
    """Sequences that say nothing are left out."""
    for line, script in elements(source, "script"):
        assembly = Assembly()
        events = list(_described(script, (), assembly))
        if not events:
            continue
        name = script.get("id")
        if name is None:
            source.fail("a <script> needs an id", line)
        yield Document(assembly.text, f"{source.stem}-{name}", {"scenario": scenario}, [Layer("events", events)])


def _paraphrases(source: Source, scenario: str) -> Document:
    assembly = Assembly()
    paraphrases: list[Annotation] = []
    for line, label in elements(source, "label"):
        event = label.get("event")
        if event is None:
            source.fail("a <label> needs an event", line)
        paraphrases.extend(_described(label, (event,), assembly))
    return Document(assembly.text, source.stem, {"scenario": scenario}, [Layer("paraphrases", paraphrases)])


def _described(parent: Element, labels: tuple[str, ...], assembly: Assembly) -> Iterator[Annotation]:
    """The events below an element, each put on a line of its own."""
    for item in parent.iter("item"):
        if event := " ".join(item.get("original", "").split()):
            yield Annotation((assembly.add(event, "\n"),), labels, _place(item.attrib), "descript")


def _place(attributes: Mapping[str, str]) -> Features:
    """Where in which sequence the event stands."""
    return Features({key: value for key, value in attributes.items() if key != "original"})

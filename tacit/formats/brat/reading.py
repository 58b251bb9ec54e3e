"""brat files as documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from tacit.documents import Annotation, Document, Layer, Link, Span
from tacit.errors import DocumentError, InputError
from tacit.formats.parts.remainder import parsed, restored
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source
from tacit.values import Features

SOURCE = "brat"
"""The source of annotations that do not tell theirs."""
ENTITIES, EVENTS, RELATIONS, EQUIVALENCES = "entities", "events", "relations", "equivalences"
NOTE = "tacit"
"""The type of the notes that carry the remainder."""
NAME = r"[^\s:;]+"
"""A type or role; brat itself asks for letters, digits, '_' and '-'."""

_TEXT_BOUND = re.compile(rf"({NAME}) ([0-9]{{1,9}} [0-9]{{1,9}}(?:;[0-9]{{1,9}} [0-9]{{1,9}})*)")
_EVENT = re.compile(rf"({NAME}):(T[0-9]+)((?: {NAME}:[TE][0-9]+)*) ?")
_RELATION = re.compile(rf"({NAME})((?: {NAME}:[A-Z][0-9]+){{2,}})[ \t]*")
_ATTRIBUTE = re.compile(r"(\S+) ([A-Z][0-9]+)(?: (\S+))?")
_NORMALISATION = re.compile(r"(\S+) ([A-Z][0-9]+) (\S+)")
_NOTE = re.compile(r"(\S+) ([A-Z][0-9]+)")
_EQUIVALENCE = re.compile(r"(\S+)((?: [A-Z][0-9]+)+)")


@dataclass(eq=False, slots=True)
class _Line:
    """An annotation in the making."""

    number: int
    id: str
    layer: str
    type: str
    spans: tuple[Span, ...] = ()
    place_of: str = ""
    links: list[Link] = field(default_factory=list)
    features: dict[str, Any] = field(default_factory=dict)
    rest: dict[str, Any] = field(default_factory=dict)


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """The file and its text as one document."""
    beside = source.beside(f"{source.bare_name}.txt")
    if beside is None:
        source.fail(f"its text is missing: there must be a {source.bare_name}.txt beside it")
    reading = _Reading(beside.text() if any(beside.chunks()) else "")
    if any(source.chunks()):
        for number, line in source.lines():
            reading.read_line(number, line)
    yield Document(reading.text, id=source.stem, layers=reading.layers())


class _Reading:
    """One .ann file, line by line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines: dict[str, _Line] = {}
        self.owners: dict[str, str] = {}
        self.additions: list[tuple[int, str, str, str, str]] = []
        self.number = 0

    def fail(self, message: str) -> NoReturn:
        raise InputError(message, line=self.number)

    def _fail_missing(self, id: str) -> NoReturn:
        self.fail(f"there is no {id}, to which it refers")

    def read_line(self, number: int, line: str) -> None:
        """Take in one line; what refers to other lines waits until all are known."""
        self.number = number
        if not line.strip():
            return
        id, _, rest = line.partition("\t")
        body, _, text = rest.partition("\t")
        if id == "*":
            self._equivalence(rest)
        elif not re.fullmatch("[TERAMN#][0-9]+", id):
            self.fail(f"a line starts with an id such as T1 and a tab, not {line[:30]!r}")
        elif id[0] in "AMN#":
            self.additions.append((number, id, body, text, rest))
        elif id in self.lines:
            self.fail(f"the id {id} stands twice")
        elif id[0] == "T":
            self._text_bound(id, body, text)
        else:
            self._linked(id, rest)

    def _text_bound(self, id: str, body: str, text: str) -> None:
        match = _TEXT_BOUND.fullmatch(body)
        if not match:
            self.fail(f"a text-bound annotation is written as 'Type 0 5' or 'Type 0 5;9 12', not {body[:40]!r}")
        places = [place.split() for place in match[2].split(";")]
        if any(int(end) > len(self.text) for _, end in places):
            self.fail(f"it ends after the text, which has {len(self.text)} characters")
        try:
            spans = Annotation(tuple(Span(int(start), int(end)) for start, end in places)).spans
        except DocumentError as error:
            self.fail(str(error))
        there = "".join(self.text[span.start : span.end] for span in spans)
        if "".join(there.split()) != "".join(text.split()):
            self.fail(f"it says {text[:30]!r}, but the text there is {there[:30]!r}; the files do not belong together")
        self.lines[id] = _Line(self.number, id, ENTITIES, match[1], spans)

    def _linked(self, id: str, rest: str) -> None:
        match = (_EVENT if id[0] == "E" else _RELATION).fullmatch(rest)
        if not match:
            form = "'Type:T1 Role:T2'" if id[0] == "E" else "'Type Arg1:T1 Arg2:T2'"
            self.fail(f"it must be written as {form}, not {rest[:40]!r}")
        links = [Link(*argument.split(":")) for argument in match[match.re.groups].split()]
        if id[0] == "E":
            links = [Link("trigger", match[2]), *links]
        layer = EVENTS if id[0] == "E" else RELATIONS
        self.lines[id] = _Line(self.number, id, layer, match[1], place_of=links[0].target, links=links)

    def _equivalence(self, rest: str) -> None:
        match = _EQUIVALENCE.fullmatch(rest.rstrip())
        if not match:
            self.fail(f"an equivalence is written as 'Equiv T1 T2', not {rest[:40]!r}")
        links = [Link("member", member) for member in match[2].split()]
        line = _Line(self.number, "", EQUIVALENCES, match[1], place_of=links[0].target, links=links)
        self.lines[f"*{self.number}"] = line

    def layers(self) -> list[Layer]:
        """All annotations, by layer."""
        for number, *addition in self.additions:
            self.number = number
            self._add(*addition)
        found: dict[str, list[Annotation]] = {}
        renamed = {line.id: line.rest.get("id", line.id) for line in self.lines.values()}
        for line in self.lines.values():
            self.number = line.number
            found.setdefault(line.rest.get("layer", line.layer), []).append(self._annotation(line, renamed))
        return [Layer(name, annotations) for name, annotations in found.items()]

    def _add(self, id: str, body: str, text: str, rest: str) -> None:
        form = {"N": _NORMALISATION, "#": _NOTE}.get(id[0], _ATTRIBUTE)
        match = form.fullmatch(rest.rstrip() if form is _ATTRIBUTE else body)
        if not match:
            self.fail(f"a line {id[0]} cannot be {rest[:40]!r}")
        line = self.lines.get(self.owners.get(match[2], match[2]))
        if line is None:
            self._fail_missing(match[2])
        self.owners[id] = self.owners.get(match[2], match[2])
        if form is _ATTRIBUTE:
            line.features[match[1]] = match[3] or True
        elif form is _NORMALISATION:
            line.features.setdefault("normalisations", []).append([match[1], match[3], text])
        elif match[1] == NOTE:
            line.rest = self._parsed(text)
        else:
            line.features.setdefault("notes", []).append([match[1], text])

    def _parsed(self, text: str) -> dict[str, Any]:
        try:
            rest = parsed(text)
        except DocumentError as error:
            self.fail(str(error))
        if not isinstance(rest.get("layer", "layer"), str) or not rest.get("layer", "layer"):
            self.fail("the 'layer' in a note of tacit must be a name")
        return rest

    def _annotation(self, line: _Line, renamed: dict[str, str]) -> Annotation:
        for link in line.links:
            if link.target not in renamed:
                self._fail_missing(link.target)
        links = tuple(Link(link.role, renamed[link.target]) for link in line.links)
        labels = () if line.rest.get("unnamed") else (line.type,)
        native = Annotation(self._spans(line), labels, Features(line.features), SOURCE, line.id, links)
        try:
            return restored(native, line.rest)
        except DocumentError as error:
            self.fail(str(error))

    def _spans(self, line: _Line) -> tuple[Span, ...]:
        """Where it is, or where what it hangs on is."""
        seen = {line}
        while not line.spans:
            if line.place_of not in self.lines:
                self.number = line.number
                self._fail_missing(line.place_of)
            line = self.lines[line.place_of]
            if line in seen:
                self.fail("the relations go round in a circle")
            seen.add(line)
        return line.spans

"""`Entity=` in MISC, as GUM and CorefUD write it, as the layer `mentions`, and back.

`# global.Entity = GRP-etype-infstat-…` names the fields of an opening bracket. The group (`GRP` or `eid`) is the
feature `chain`, `etype` the label, every other field a feature of its name. A discontinuous mention is written in
parts, `(e5[1/2]-person … e5[1/2])` and `(e5[2/2]-person … e5[2/2])`, and becomes one annotation.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from tacit.documents import Annotation, Document, Layer, Span
from tacit.errors import InputError
from tacit.formats.parts.brackets import MentionMark, Opened, OpenMentions, WordMarks, brackets, cells
from tacit.values import Features

MENTIONS = "mentions"
HEADER = "global.Entity"
_GROUPS = ("GRP", "eid")
_TYPE = "etype"
_PART = re.compile(r"(.+)\[([0-9]{1,6})/([0-9]{1,6})\]")
_UNFIT = re.compile(r"[-()|=\[\]\x00-\x1f]")


class EntityReader:
    """Collects the mentions of one document, word by word."""

    def __init__(self, header: str) -> None:
        self._fields = header.split("-")
        self._mentions = OpenMentions()

    def add(self, cell: str, word: Span, line: int) -> None:
        """What one word says; `ValueError` if that is wrong."""
        for bracket in brackets(cell):
            name = bracket.content.partition("-")[0] if bracket.opens else bracket.content
            if bracket.opens:
                self._mentions.begin(name, bracket.content, word, line)
            if bracket.closes:
                self._mentions.end(name, word)

    def layer(self) -> Layer:
        """All mentions; `InputError` if one never ends."""
        if lost := self._mentions.unclosed():
            raise InputError(f"the entity {lost.content!r} that begins here never ends", line=lost.line)
        return Layer(MENTIONS, self._annotations())

    def _annotations(self) -> Iterator[Annotation]:
        """In the order they began; the parts of a discontinuous one stand together where its first part began."""
        waiting: dict[tuple[str, int, int], list[list[Opened]]] = defaultdict(list)
        whole: list[tuple[list[Opened], str]] = []
        for mention in self._mentions.begun:
            group = mention.content.partition("-")[0]
            found = _PART.fullmatch(group)
            name, part, parts = (found[1], int(found[2]), int(found[3])) if found else (group, 1, 1)
            if earlier := waiting[name, part - 1, parts]:
                pieces = earlier.pop(0)
                pieces.append(mention)
            else:
                pieces = [mention]
                whole.append((pieces, name))
            if part < parts:
                waiting[name, part, parts].append(pieces)
        return (self._annotation(pieces, name) for pieces, name in whole)

    def _annotation(self, pieces: list[Opened], name: str) -> Annotation:
        values = pieces[0].content.split("-", len(self._fields) - 1)
        values[0] = name
        fields = {name: value for name, value in zip(self._fields, values, strict=False) if value}
        label = fields.pop(_TYPE, "")
        features = {"chain" if name in _GROUPS else name: value for name, value in fields.items()}
        spans = sorted(Span(piece.start, piece.end) for piece in pieces)
        return Annotation(tuple(spans), (label,) if label else (), Features(features), "conllu")


def header_for(document: Document) -> str:
    """The header the document came with, or one that names the features its mentions have."""
    header = document.metadata.get(HEADER)
    if isinstance(header, str) and header.partition("-")[0] in _GROUPS:
        return header
    names = {name for mention in document.layer(MENTIONS) for name in mention.features if not _UNFIT.search(name)}
    return "-".join([_GROUPS[0], _TYPE, *sorted(names - {"chain", ""})])


def entity_cells(mentions: Layer, header: str, words: Sequence[Span]) -> dict[int, str]:
    """The cell of each word that has one, by its place; mentions that cannot be written so are left out."""
    fields = header.split("-")
    marks = chain.from_iterable(_marks(mention, fields) for mention in mentions)
    return {place: _in_order(cell) for place, cell in cells(marks, words).items()}


def _marks(mention: Annotation, fields: list[str]) -> Iterator[MentionMark]:
    """One mark, or one for each part of a discontinuous mention; none if a field cannot be written."""
    content = _content(mention, fields)
    if content is None:
        return
    group, dash, rest = content.partition("-")
    parts = len(mention.spans)
    for number, span in enumerate(mention.spans, 1):
        name = f"{group}[{number}/{parts}]" if parts > 1 else group
        yield MentionMark(span, f"({name}{dash}{rest}", f"{name})")


def _in_order(cell: WordMarks) -> str:
    """An end never right after a beginning, where it could not be told apart."""
    return "".join([*cell.end, *cell.begin, *cell.single] if cell.begin else [*cell.single, *cell.end])


def _content(mention: Annotation, fields: list[str]) -> str | None:
    """The fields of a mention between dashes; nothing if one of them cannot be written."""
    values = [mention.features.get("chain", "")]
    values += [mention.label if name == _TYPE else mention.features.get(name, "") for name in fields[1:]]
    if not values[0] or not all(isinstance(value, str) for value in values):
        return None
    if any(_UNFIT.search(value) for value in values[:-1]) or re.search(r"[()|\x00-\x1f]", values[-1]):
        return None
    while not values[-1]:
        values.pop()
    return "-".join(values)

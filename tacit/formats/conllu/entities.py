"""`Entity=` in MISC, as GUM and CorefUD write it, as the layer `mentions`, and back.

`# global.Entity = GRP-etype-infstat-…` names the fields of an opening bracket. The group (`GRP` or `eid`) is the
feature `chain`, `etype` the label, every other field a feature of its name. A discontinuous mention is written in
parts, `(e5[1/2]-person … e5[1/2])` and `(e5[2/2]-person … e5[2/2])`, and becomes one annotation.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from tacit.documents import Annotation, Document, Layer, Span
from tacit.errors import InputError
from tacit.formats.brackets import Opened, OpenMentions, brackets
from tacit.values import Features

MENTIONS = "mentions"
HEADER = "global.Entity"
_GROUPS = ("GRP", "eid")
_TYPE = "etype"
_PART = re.compile(r"(.+)\[([0-9]{1,6})/([0-9]{1,6})\]")
_UNFIT = re.compile(r"[-()|=\t\n\r\[\]]|[\x00-\x1f\ud800-\udfff]")


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
            chain, part, parts = (found[1], int(found[2]), int(found[3])) if found else (group, 1, 1)
            if earlier := waiting[chain, part - 1, parts]:
                pieces = earlier.pop(0)
                pieces.append(mention)
            else:
                pieces = [mention]
                whole.append((pieces, chain))
            if part < parts:
                waiting[chain, part, parts].append(pieces)
        return (self._annotation(pieces, chain) for pieces, chain in whole)

    def _annotation(self, pieces: list[Opened], chain: str) -> Annotation:
        values = pieces[0].content.split("-", len(self._fields) - 1)
        values[0] = chain
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
    first = {word.start: place for place, word in reversed(list(enumerate(words)))}
    last = {word.end: place for place, word in enumerate(words)}
    begin: dict[int, list[str]] = defaultdict(list)
    single: dict[int, list[str]] = defaultdict(list)
    end: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for order, mention in enumerate(mentions):
        content = _content(mention, header.split("-"))
        if content is None or not all(span.start in first and span.end in last for span in mention.spans):
            continue
        chain, _, rest = content.partition("-")
        for part, span in enumerate(mention.spans, 1):
            group = f"{chain}[{part}/{len(mention.spans)}]" if len(mention.spans) > 1 else chain
            opening, start, stop = f"({group}-{rest}" if rest else f"({group}", first[span.start], last[span.end]
            if start == stop:
                single[start].append(f"{opening})")
            elif start < stop:
                begin[start].append(opening)
                end[stop].append((-start, -order, f"{group})"))
    return {
        place: _in_order(begin[place], single[place], [closing for *_, closing in sorted(end[place])])
        for place in {*begin, *single, *end}
    }


def _in_order(begin: list[str], single: list[str], end: list[str]) -> str:
    """Inner brackets inside outer ones; an end never right after a beginning, where it could not be told apart."""
    return "".join([*end, *begin, *single] if begin else [*single, *end])


def _content(mention: Annotation, fields: list[str]) -> str | None:
    """The fields of a mention between dashes; nothing if one of them cannot be written."""
    values = [mention.features.get("chain", "")]
    values += [mention.label if name == _TYPE else mention.features.get(name, "") for name in fields[1:]]
    if not values[0] or not all(isinstance(value, str) for value in values):
        return None
    if any(_UNFIT.search(value) for value in values[:-1]) or re.search(r"[()|]|[\x00-\x1f\ud800-\udfff]", values[-1]):
        return None
    while not values[-1]:
        values.pop()
    return "-".join(values)

"""Documents as WebAnno TSV 3.3 files."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import TextIO

from tacit.documents import Annotation, Document, Link, Span
from tacit.formats.parts.remainder import remainder
from tacit.formats.parts.uima import (
    ANY_ANNOTATION,
    CHAIN_FEATURES,
    REST,
    LayerKind,
    LayerPlan,
    label_feature,
    plans,
    reachable,
)
from tacit.formats.parts.utf16 import Utf16
from tacit.formats.webanno.body import NONE, NULL
from tacit.formats.webanno.escaping import escape_text, escape_value
from tacit.formats.webanno.reading import SOURCE, numbered_id
from tacit.formats.webanno.rows import WebannoRows
from tacit.formats.webanno.schema import Column, Role, TsvLayer, print_layer

Unit = tuple[int, Span]
"""A token by its number, and what is covered of it."""


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """The one document as a file."""
    for document in documents:
        write_one(document, stream)


def write_one(document: Document, stream: TextIO, *, remainders: bool = True) -> None:
    """The document with, or without, what has no column of its own."""
    for line in _Writing(document, remainders=remainders).lines():
        stream.write(line + "\n")


@dataclass(eq=False, slots=True)
class _Placed:
    """An annotation with the units it stands in, what a reader sees without the remainder, and its number."""

    type: str
    annotation: Annotation
    native: Annotation
    units: list[Unit]
    values: dict[str, str]
    number: int = 0


class _Writing:
    """One document on its way out."""

    def __init__(self, document: Document, *, remainders: bool) -> None:
        self.text = document.text
        self.offsets = Utf16(document.text)
        self.rows = WebannoRows(document)
        self.plans = plans(document, SOURCE, without=self.rows.told, is_exact=self._is_exact)
        self.reachable = reachable(self.plans)
        self.placed = [[self._place(plan, annotation) for annotation in plan.layer] for plan in self.plans]
        self.by_id = {item.annotation.id: item for items in self.placed for item in items if item.annotation.id}
        self.standing = self._standing()
        self._give_numbers()
        if remainders:
            self._add_remainders()
        self.names = self._unit_names()
        self.layers = self._layers()

    def _is_exact(self, annotation: Annotation) -> bool:
        return annotation.spans == (self.rows.native(annotation.span),)

    def _place(self, plan: LayerPlan, annotation: Annotation) -> _Placed:
        """A relation stands in the first unit of its target."""
        is_relation = plan.kind is LayerKind.RELATION
        place = self.reachable[annotation.links[1].target].span if is_relation else annotation.span
        units = self.rows.units(place)
        native = replace(plan.native(annotation, SOURCE, self.reachable), spans=(self.rows.native(place),))
        return _Placed(plan.type, annotation, native, units[:1] if is_relation else units, plan.values(annotation))

    def _standing(self) -> dict[Unit, dict[int, list[_Placed]]]:
        """What stands in each unit, by layer."""
        standing: dict[Unit, dict[int, list[_Placed]]] = defaultdict(lambda: defaultdict(list))
        for layer, items in enumerate(self.placed):
            for item in items:
                for unit in item.units:
                    standing[unit][layer].append(item)
        return standing

    def _give_numbers(self) -> None:
        """Numbers tell apart what is stacked, holds together what has several units, and names what is linked."""
        linked = {link.target for items in self.placed for item in items for link in item.native.links}
        kept = {numbered_id(number): number for number in map(_number_in, linked) if number}
        numbers = (number for number in count(1) if numbered_id(number) not in kept)
        for layer, items in enumerate(self.placed):
            for item in items if self.plans[layer].kind is LayerKind.SPAN else ():
                is_stacked = any(len(self.standing[unit][layer]) > 1 for unit in item.units)
                if item.annotation.id in kept:
                    item.number = kept[item.annotation.id]
                    item.native = replace(item.native, id=item.annotation.id)
                elif is_stacked or len(item.units) > 1 or item.annotation.id in linked:
                    item.number = next(numbers)

    def _add_remainders(self) -> None:
        for items in self.placed:
            for item in items:
                item.values[REST] = remainder(item.annotation, item.native)

    def _unit_names(self) -> dict[Unit, str]:
        """1-2 for a token, 1-2.1 for a part of it."""
        parts: dict[int, list[Span]] = defaultdict(list)
        for token, part in self.standing:
            if part != self.rows.tokens[token]:
                parts[token].append(part)
        names: dict[Unit, str] = {}
        token = 0
        for number, sentence in enumerate(self.rows.sentences, start=1):
            for place, span in enumerate(sentence.tokens, start=1):
                names[token, span] = f"{number}-{place}"
                for part_number, part in enumerate(sorted(parts[token], key=lambda p: (p.start, -p.end)), start=1):
                    names[token, part] = f"{number}-{place}.{part_number}"
                token += 1
        return names

    def _layers(self) -> list[TsvLayer]:
        layers: list[TsvLayer] = []
        first = 3
        for plan, items in zip(self.plans, self.placed, strict=True):
            columns = tuple(self._columns(plan, items)) or (Column(Role.NOTHING),)
            layers.append(TsvLayer(plan.type, plan.kind, columns, first))
            first += len(columns)
        return layers

    def _columns(self, plan: LayerPlan, items: list[_Placed]) -> Iterator[Column]:
        if plan.kind is LayerKind.CHAIN:
            yield from (Column(Role.VALUE, feature) for feature in CHAIN_FEATURES)
            return
        for name in (label_feature(plan.type), *plan.features, REST):
            if any(item.values.get(name) for item in items):
                yield Column(Role.VALUE, name)
        if plan.kind is LayerKind.RELATION:
            yield Column(Role.RELATION_SOURCE, "", next(p.type for p in self.plans if p.layer.name == plan.base))
            return
        for slot in plan.slots:
            links = [link for item in items for link in item.native.links if plan.slot(link)[0] == slot]
            targets = {self.by_id[link.target].type for link in links}
            if targets:
                yield Column(Role.SLOT_ROLE, slot)
                yield Column(Role.SLOT_TARGET, slot, targets.pop() if len(targets) == 1 else ANY_ANNOTATION)

    def lines(self) -> Iterator[str]:
        """The file, line by line."""
        yield "#FORMAT=WebAnno TSV 3.3"
        yield from map(print_layer, self.layers)
        yield ""
        rows = iter(self.names.items())
        unit, name = next(rows)
        for number, sentence in enumerate(self.rows.sentences, start=1):
            yield ""
            if sentence.id:
                yield f"#Sentence.id={escape_text(sentence.id)}"
            for line in self.text[sentence.text.start : sentence.text.end].split("\n"):
                yield f"#Text={escape_text(line)}"
            while name.startswith(f"{number}-"):
                yield self._row(unit, name)
                unit, name = next(rows, (unit, ""))

    def _row(self, unit: Unit, name: str) -> str:
        span = unit[1]
        place = f"{self.offsets.units(span.start)}-{self.offsets.units(span.end)}"
        cells = [name, place, escape_text(self.text[span.start : span.end])]
        for number, (plan, layer) in enumerate(zip(self.plans, self.layers, strict=True)):
            items = self.standing[unit][number] if unit in self.standing else []
            columns = [[self._cell(plan, column, item) for item in items] for column in layer.columns]
            cells += ["|".join(column) or NONE for column in columns]
        # INCEpTION ends its rows with a tab.
        return "\t".join([*cells, ""])

    def _cell(self, plan: LayerPlan, column: Column, item: _Placed) -> str:
        number = f"[{item.number}]" if item.number else ""
        if plan.kind is LayerKind.CHAIN:
            return _mention_cell(column, item.annotation)
        if column.role is Role.RELATION_SOURCE:
            return self._relation_cell(item)
        if column.role in (Role.SLOT_ROLE, Role.SLOT_TARGET):
            links = [link for link in item.native.links if plan.slot(link)[0] == column.feature]
            if column.role is Role.SLOT_TARGET:
                return ";".join(map(self._reference, links)) or NULL
            return (";".join(escape_value(plan.slot(link)[1]) or NULL for link in links) or NONE) + number
        return (escape_value(item.values.get(column.feature, "")) or NULL) + number

    def _reference(self, link: Link) -> str:
        target = self.by_id[link.target]
        return f"{self.names[target.units[0]]}[{target.number}]"

    def _relation_cell(self, item: _Placed) -> str:
        source, target = (self.by_id[link.target] for link in item.native.links)
        return f"{self.names[source.units[0]]}[{source.number}_{target.number}]"


def _number_in(id: str) -> int:
    """The number that makes `numbered_id` this id, or 0."""
    match = re.fullmatch(r"w([1-9][0-9]{0,8})", id)
    return int(match[1]) if match else 0


def _mention_cell(column: Column, mention: Annotation) -> str:
    value = escape_value(mention.features.get(column.feature, "")) or NULL
    chain, link = mention.features["chain"], mention.features["link"]
    return f"{value}[{chain}]" if column.feature == CHAIN_FEATURES[0] else f"{value}->{chain}-{link}"

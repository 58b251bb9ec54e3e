"""The header of a WebAnno TSV file: which layers it has and which columns each of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from tacit.errors import InputError
from tacit.formats.parts.uima import CHAIN_FEATURES, LayerKind

FORMAT = re.compile(r"#FORMAT=WebAnno TSV 3\.([0-9])[ \t]*")


class Role(Enum):
    """What a column holds."""

    NOTHING = "only that there is an annotation"
    VALUE = "a feature"
    SLOT_ROLE = "the roles of a slot feature"
    SLOT_TARGET = "the targets of a slot feature"
    RELATION_SOURCE = "where a relation comes from"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: what it holds, the feature, and the type that its references point to."""

    role: Role
    feature: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class TsvLayer:
    """One layer of the header: its type, its kind and its columns, from column `first` on."""

    type: str
    kind: LayerKind
    columns: tuple[Column, ...]
    first: int

    @property
    def slice(self) -> slice:
        """Its cells in a row."""
        return slice(self.first, self.first + len(self.columns))


def parse_header(lines: list[str]) -> tuple[int, list[TsvLayer], int]:
    """The minor version, the layers, and how many lines the header has."""
    version = FORMAT.fullmatch(lines[0])
    if not version:
        raise InputError(f"must be '#FORMAT=WebAnno TSV 3.0' to '3.3', not {lines[0][:60]!r}", line=1)
    layers: list[TsvLayer] = []
    first = 3
    for number, line in enumerate(lines[1:], start=2):
        kind, equals, declaration = line.partition("=")
        if not kind.startswith("#T_"):
            return int(version[1]), layers, number - 1
        try:
            layer = _parse_layer(LayerKind(kind[1:]), declaration, first)
        except ValueError as error:
            raise InputError(f"not a layer of WebAnno TSV ({error})", line=number) from None
        if not equals or any(layer.type == other.type for other in layers):
            raise InputError(f"the layer {layer.type!r} is declared twice or without '='", line=number)
        layers.append(layer)
        first += len(layer.columns)
    return int(version[1]), layers, len(lines)


def _parse_layer(kind: LayerKind, declaration: str, first: int) -> TsvLayer:
    type, *fields = [field for field in declaration.split("|") if field] or [""]
    if not type:
        raise ValueError("it has no name")
    columns: list[Column] = []
    for field in fields:
        columns.append(_parse_column(kind, type, field, columns))
    if kind is LayerKind.CHAIN and sorted(column.feature for column in columns) != sorted(CHAIN_FEATURES):
        raise ValueError("a chain layer has the features referenceType and referenceRelation")
    if kind is LayerKind.RELATION and sum(column.role is Role.RELATION_SOURCE for column in columns) != 1:
        raise ValueError("a relation layer has one column BT_ with the type that it connects")
    if any(column.role is Role.SLOT_ROLE for column in columns[-1:]):
        raise ValueError("the type of its targets must follow a slot feature")
    names = [(column.role, column.feature) for column in columns]
    if len(set(names)) < len(names):
        raise ValueError("a feature stands twice")
    return TsvLayer(type, kind, tuple(columns) or (Column(Role.NOTHING),), first)


def _parse_column(kind: LayerKind, type: str, field: str, before: list[Column]) -> Column:
    if before and before[-1].role is Role.SLOT_ROLE:
        return Column(Role.SLOT_TARGET, before[-1].feature, field)
    if kind is LayerKind.SPAN and field.startswith("ROLE_"):
        slot = field.removeprefix("ROLE_").removeprefix(type).rpartition(":")[2]
        return Column(Role.SLOT_ROLE, _slot_feature(slot, type))
    if kind is LayerKind.RELATION and field.startswith("BT_"):
        return Column(Role.RELATION_SOURCE, "", field.removeprefix("BT_"))
    return Column(Role.VALUE, field)


def _slot_feature(slot: str, type: str) -> str:
    """The feature of 'Roles_webanno.custom.FrameRolesLink'; an underscore may stand in either name."""
    for place in (match.start() for match in re.finditer("_", slot)):
        if slot[place + 1 :] == link_type(type, slot[:place]):
            return slot[:place]
    return slot.partition("_")[0]


def link_type(type: str, feature: str) -> str:
    """The type of the links of a slot feature, as INCEpTION names it."""
    return f"{type}{feature[:1].upper()}{feature[1:]}Link"


def print_layer(layer: TsvLayer) -> str:
    """The line that declares a layer."""
    return f"#{layer.kind.value}=" + "|".join([layer.type, *(_print_column(layer.type, c) for c in layer.columns)])


def _print_column(type: str, column: Column) -> str:
    if column.role is Role.SLOT_ROLE:
        return f"ROLE_{type}:{column.feature}_{link_type(type, column.feature)}"
    if column.role is Role.SLOT_TARGET:
        return column.target
    if column.role is Role.RELATION_SOURCE:
        return f"BT_{column.target}"
    return column.feature

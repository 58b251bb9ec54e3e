"""What a capability shows to the person who reads: a section.

A section says what to show, not how: `tacit.report` turns it into a terminal layout or a page. What a capability is
says `tacit.reader.Capability`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tacit.errors import DocumentError
from tacit.values import checked, part


@dataclass(frozen=True, slots=True)
class Facts:
    """Names with values: *sentences 12*."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under column names."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Passages:
    """The text itself, with the annotations of one layer marked and coloured by `key`: a feature, or the label."""

    layer: str
    key: str = ""
    title: str = ""


Block = Facts | Table | Passages


@dataclass(frozen=True, slots=True)
class Section:
    """What one capability has to say about a document."""

    title: str
    blocks: tuple[Block, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON, each block with its kind."""
        blocks = [{"kind": type(block).__name__.lower(), **asdict(block)} for block in self.blocks]
        return {"title": self.title, "blocks": blocks}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Section:
        """The inverse of `to_dict`; raises `DocumentError` for anything that is not such an object.

        >>> section = Section("Tea", (Facts((("cups", "2"),)), Passages("events")))
        >>> Section.from_dict(section.to_dict()) == section
        True
        """
        try:
            return cls(part(plain, "title", str), tuple(map(_block, part(plain, "blocks", list))))
        except (TypeError, ValueError) as error:
            raise DocumentError(f"not a section of a reading: {error}") from None


def _block(plain: Any) -> Block:
    kind = part(plain, "kind", str)
    if kind == "facts":
        return Facts(tuple((name, value) for name, value in map(_texts, _list(plain.get("pairs")))))
    if kind == "table":
        rows = tuple(map(_texts, _list(plain.get("rows"))))
        return Table(_texts(plain.get("columns")), rows, part(plain, "title", str))
    if kind == "passages":
        return Passages(*(part(plain, name, str) for name in ("layer", "key", "title")))
    raise ValueError(f"there is no block {kind!r}; there are facts, table, passages")


def _texts(plain: Any) -> tuple[str, ...]:
    return tuple(checked(each, "a row", str) for each in _list(plain))


def _list(plain: Any) -> Sequence[Any]:
    if not isinstance(plain, list | tuple):
        raise TypeError("rows must be lists")
    return plain

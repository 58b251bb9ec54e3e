"""What a capability shows to the person who reads: a section.

A section says what to show, not how: `tacit.report` turns it into a terminal layout or a page. What a capability is
says `tacit.reader.Capability`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


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

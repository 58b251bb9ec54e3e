"""What a capability contributes to a reading: layers for the document and a section for the person who reads it.

A section says what to show, not how: `tacit.report` turns it into a terminal layout or a page.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Protocol

from tacit.documents import Document


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


class Capability(Protocol):
    """One way to read a text. `annotate` adds layers; `section` shows what they say.

    Both are called in the order of `tacit.reader.CAPABILITIES`, so the layers of earlier ones are there.
    """

    name: str

    def annotate(self, document: Document) -> Document:
        """The document with this capability's layers."""
        ...

    def section(self, document: Document) -> Section:
        """What those layers say, for a person."""
        ...

"""A list of records that can be shown, and turned into a data frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any, ClassVar, Generic, TypeVar, overload

from tacit.frames import FrameKind, frame
from tacit.values import abridged

SHOWN = 5
"""Records in the short form of a view."""
SHOWN_ROWS = 30
"""Rows of a view in a notebook."""


class Record:
    """One thing that a layer says. `COLUMNS` are the attributes that a table shows, `str` its short form."""

    __slots__ = ()
    COLUMNS: ClassVar[tuple[str, ...]]

    def values(self) -> list[Any]:
        """A cell for each column."""
        cells = (getattr(self, name) for name in self.COLUMNS)
        return [list(cell) if isinstance(cell, tuple) else cell for cell in cells]


R_co = TypeVar("R_co", bound=Record, covariant=True)


class View(Sequence[R_co], Generic[R_co]):
    """An immutable list of records.

    >>> from tacit.views import EntityRecord
    >>> people = View("entities", EntityRecord, [EntityRecord("Ann", "PERSON", 0, 3)])
    >>> people
    <entities (1): Ann>
    >>> people.to_dicts()
    [{'text': 'Ann', 'label': 'PERSON', 'start': 0, 'end': 3}]
    """

    def __init__(self, name: str, record: type[R_co], records: Iterable[R_co]) -> None:
        self.name = name
        self._record = record
        self._records = tuple(records)

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[R_co]:
        return iter(self._records)

    @overload
    def __getitem__(self, place: int) -> R_co: ...
    @overload
    def __getitem__(self, place: slice) -> View[R_co]: ...
    def __getitem__(self, place: int | slice) -> R_co | View[R_co]:
        if isinstance(place, slice):
            return View(self.name, self._record, self._records[place])
        return self._records[place]

    def __eq__(self, other: object) -> bool:
        return self._records == other._records if isinstance(other, View) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._records)

    def __repr__(self) -> str:
        shown = [abridged(str(record), 40) for record in self._records[:SHOWN]]
        more = ", …" * (len(self) > SHOWN)
        return f"<{self.name} ({len(self)}){': ' * bool(shown)}{', '.join(shown)}{more}>"

    def _repr_html_(self) -> str:
        """A table, for notebooks."""
        head = "".join(f"<th>{escape(name)}</th>" for name in self._record.COLUMNS)
        rows = (
            "".join(f"<td>{escape(abridged(_shown(value), 120))}</td>" for value in record.values())
            for record in self._records[:SHOWN_ROWS]
        )
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        more = f"<p>… {len(self)} in all</p>" * (len(self) > SHOWN_ROWS)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"

    def to_dicts(self) -> list[dict[str, Any]]:
        """The records as plain dictionaries, with the columns of `to_frame`."""
        return [dict(zip(self._record.COLUMNS, record.values(), strict=True)) for record in self._records]

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A data frame with a row for each record: of pandas, or of polars.

        >>> from tacit.views import EntityRecord
        >>> View("entities", EntityRecord, [EntityRecord("Ann", "PERSON", 0, 3)]).to_frame()["text"].tolist()
        ['Ann']
        """
        rows = [record.values() for record in self._records]
        return frame({name: [row[at] for row in rows] for at, name in enumerate(self._record.COLUMNS)}, kind)


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)

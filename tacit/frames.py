"""Columns as a data frame, of whichever library the user has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

from tacit.errors import UnknownNameError
from tacit.extras import require
from tacit.values import Features, thaw

FrameKind = Literal["pandas", "polars"]
KINDS: tuple[FrameKind, ...] = ("pandas", "polars")


def frame(columns: Mapping[str, Sequence[Any]], kind: FrameKind = "pandas") -> Any:
    """A data frame with these columns.

    >>> frame({"who": ["Ann"], "does": ["sit down"]}).shape
    (1, 2)
    """
    if kind not in KINDS:
        raise UnknownNameError("kind of frame", kind, KINDS)
    library = require(kind, extra="frames")
    if kind == "polars":  # not strict: features may have values of several types
        return library.DataFrame(dict(columns), strict=False)
    return library.DataFrame(dict(columns))


def frame_of(rows: Sequence[Mapping[str, Any]], kind: FrameKind = "pandas") -> Any:
    """A data frame with these rows; what a row lacks is empty.

    >>> frame_of([{"n": 1}, {"n": 2, "f1": 0.5}]).columns.tolist()
    ['n', 'f1']
    """
    names = dict.fromkeys(name for row in rows for name in row)
    return frame({name: [row.get(name) for row in rows] for name in names}, kind)


def without_parts(figures: Mapping[str, Any]) -> dict[str, Any]:
    """What of a result goes into one row.

    >>> without_parts({"n": 2, "phenomena": {"metonymy": {"n": 1}}, "confusions": [[1, 0]]})
    {'n': 2}
    """
    return {name: value for name, value in figures.items() if not isinstance(value, Mapping | list | tuple)}


class Featured(Protocol):
    """Whatever has features: an annotation."""

    @property
    def features(self) -> Features:
        """Names with JSON values."""
        ...


def with_features(rows: Sequence[Featured], own: Iterable[str]) -> dict[str, list[Any]]:
    """The columns of things that have attributes, named by `own`, and features; a feature named as one is renamed."""
    columns: dict[str, list[Any]] = {name: [getattr(row, name) for row in rows] for name in own}
    for name in dict.fromkeys(name for row in rows for name in row.features):
        column = f"feature_{name}" if name in columns else name
        columns[column] = [thaw(row.features.get(name)) for row in rows]
    return columns

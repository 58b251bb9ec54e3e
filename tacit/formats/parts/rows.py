"""Rows with named fields as documents: what JSON lines and tables share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tacit.documents import Document
from tacit.errors import DocumentError
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source


class TableRows:
    """The rows of one source: one field is the text, one the id, all others go to the metadata."""

    def __init__(self, source: Source, options: FormatOptions) -> None:
        self._source = source
        self._options = options

    def document(self, row: Mapping[str, Any], line: int) -> Document:
        """The document of a row; an error with its line where the row has no text."""
        text_column, id_column = self._options.text_column, self._options.id_column
        self.check_text_column(row, line)
        text = row[text_column]
        if not isinstance(text, str):
            self._source.fail(f"{text_column!r} must hold a text, not {_kind(text)}", line)
        id = row.get(id_column)
        if id is not None and (not isinstance(id, str | int) or isinstance(id, bool)):
            self._source.fail(f"{id_column!r} must hold a name or a number, not {_kind(id)}", line)
        metadata = {key: value for key, value in row.items() if key not in (text_column, id_column)}
        try:
            return Document(text, str(id) if id not in (None, "") else f"{self._source.stem}-{line}", metadata)
        except (DocumentError, RecursionError) as error:
            self._source.fail(str(error), line)

    def check_text_column(self, names: Iterable[str], line: int) -> None:
        """Raise the error that lists the names there are, unless the text is among them."""
        names = list(names)
        if self._options.text_column not in names:
            there_are = ", ".join(map(repr, names[:20])) or "none"
            self._source.fail(
                f"there is no {self._options.text_column!r} among {there_are}; name the text with `text_column`", line
            )


def _kind(value: Any) -> str:
    kinds = {dict: "an object", list: "a list", bool: "true or false", type(None): "nothing"}
    return kinds.get(type(value), "a number")

"""JSON lines: one object a line, a document with its layers or any object that has a text.

What `Document.to_json` wrote is read back to the character; of a reading, as `tacit read --json` prints it and the page
saves it, its document. Of any other object one key is the text, one the id
(both can be named in the options) and the rest is metadata. A '.json' file with one such object, or a list of
them, is read as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, TextIO

from tacit.documents import Document
from tacit.errors import DocumentError, InputError
from tacit.formats.parts.rows import TableRows
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source

_DOCUMENT_KEYS = {"id", "text", "metadata", "layers"}


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """Documents in the order of the file, one line in memory at a time."""
    rows = TableRows(source, options)
    for line, value in _values(source):
        try:
            document = _document(value, line, source, rows)
        except InputError as error:
            source.pass_over(error)
        else:
            yield document


def _document(value: Any, line: int, source: Source, rows: TableRows) -> Document:
    if not isinstance(value, dict):
        source.fail('must be a JSON object, such as {"id": …, "text": …}', line)
    if _is_reading(value):
        value = value["document"]
    elif not _is_document(value):
        return rows.document(value, line)
    try:
        return Document.from_dict(value)
    except DocumentError as error:
        source.fail(str(error), line)


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """One line a document."""
    for document in documents:
        stream.write(document.to_json() + "\n")


def _values(source: Source) -> Iterator[tuple[int, Any]]:
    """Line numbers and JSON values; in a '.json' file the place in the list stands for the line."""
    if source.suffix == ".json":
        whole = _parsed(source.text(), source)
        yield from enumerate(whole if isinstance(whole, list) else [whole], 1)
        return
    for number, line in source.lines():
        if line and not line.isspace():
            try:
                value = _parsed(line, source, number)
            except InputError as error:
                source.pass_over(error)
            else:
                yield number, value


def _parsed(text: str, source: Source, number: int | None = None) -> Any:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        source.fail(f"not JSON: {error.msg} (character {error.colno})", number or error.lineno)
    except ValueError as error:
        source.fail(f"not JSON: {error}", number)
    except RecursionError:
        source.fail("not JSON that can be read: nested too deeply", number)


def _is_document(value: dict[str, Any]) -> bool:
    """Is it what `Document.to_json` writes, or a part of that, rather than someone else's object?"""
    marks = (value.get("layers"), value.get("metadata"))
    return value.keys() <= _DOCUMENT_KEYS and any(isinstance(mark, dict) for mark in marks)


def _is_reading(value: dict[str, Any]) -> bool:
    """Is it what `Reading.to_dict` gives?"""
    return isinstance(value.get("document"), dict) and isinstance(value.get("sections"), list)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


_DECODER = json.JSONDecoder(parse_constant=_refuse)

"""The tables of a corpus and their columns; rows in, Parquet bytes out."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Any

from tacit.extras import require
from tacit.values import Features, thaw

COLUMNS: dict[str, dict[str, str]] = {
    "sentences": {"document": "string", "sentence": "int32", "start": "int32", "end": "int32"},
    "tokens": {
        "document": "string",
        "sentence": "int32",
        "token": "int32",
        "start": "int32",
        "end": "int32",
        "word": "string",
        "lemma": "string",
        "pos": "string",
        "tag": "string",
        "dep": "string",
        "head": "int32",
    },
    "events": {
        "document": "string",
        "sentence": "int32",
        "event": "int32",
        "start": "int32",
        "end": "int32",
        "verb": "string",
        "negated": "bool",
        "modality": "string",
        "imperative": "bool",
    },
    "mentions": {
        "document": "string",
        "sentence": "int32",
        "chain": "int32",
        "start": "int32",
        "end": "int32",
        "text": "string",
        "lemma": "string",
        "entity": "string",
        "number": "string",
        "gender": "string",
        "person": "string",
    },
    "chains": {
        "document": "string",
        "chain": "int32",
        "type": "string",
        "mentions": "int32",
        "event": "int32",
        "verb": "string",
        "slot": "string",
        "preposition": "string",
    },
}
"""Analysis tables. `document` is the document's id; `start` and `end` are characters of its text; `chain` numbers the
participants of a document, those with a single mention included; an event's number is its place in the document."""

DOCUMENT_COLUMNS = ("id", "text", "source", "words")
"""First columns of the table `documents`; one a metadata key follows."""

_IN_SQL = {"string": "VARCHAR", "int32": "INTEGER", "bool": "BOOLEAN"}

Rows = Sequence[Sequence[Any]]


def column_types(table: str) -> dict[str, str]:
    """The columns that a table has in every corpus, and the types by which DuckDB calls them.

    >>> column_types("sentences")["start"]
    'INTEGER'
    """
    columns = dict.fromkeys(DOCUMENT_COLUMNS[:3], "string") if table == "documents" else COLUMNS[table]
    return {name: _IN_SQL[kind] for name, kind in columns.items()}


def parquet(columns: Mapping[str, str], rows: Iterable[Sequence[Any]]) -> bytes:
    """Rows as a Parquet file: the same rows give the same bytes."""
    arrow, files = require("pyarrow", extra="corpus"), require("pyarrow.parquet", extra="corpus")
    types = {"list": arrow.list_(arrow.string()), "string": arrow.string(), "int32": arrow.int32()}
    types |= {"int64": arrow.int64(), "double": arrow.float64(), "bool": arrow.bool_()}
    schema = arrow.schema([(name, types[kind]) for name, kind in columns.items()])
    listed = list(rows)
    values = zip(*listed, strict=True) if listed else [()] * len(columns)
    arrays = [arrow.array(list(column), type=field.type) for column, field in zip(values, schema, strict=True)]
    buffer = io.BytesIO()
    files.write_table(arrow.table(arrays, schema=schema), buffer, compression="zstd")
    return buffer.getvalue()


def kind_of(value: Any) -> str:
    """The column type for a metadata value: 'string', 'int64', 'double', 'bool', 'list' (of strings) or 'json'."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int) and abs(value) < 1 << 63:
        return "int64"
    if isinstance(value, float):
        return "double"
    if isinstance(value, str):
        return "string"
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return "list"
    return "json"


def common_kind(one: str, other: str) -> str:
    """A column type that holds both.

    >>> common_kind("int64", "double"), common_kind("string", "list"), common_kind("string", "int64")
    ('double', 'list', 'json')
    """
    if one == other:
        return one
    both = {one, other}
    return "double" if both == {"int64", "double"} else "list" if both == {"string", "list"} else "json"


def metadata_columns(kinds: Mapping[str, str]) -> dict[str, str]:
    """Metadata keys as columns: key and type, in alphabetical order; JSON is kept as text."""
    return {key: "string" if kind == "json" else kind for key, kind in sorted(kinds.items())}


def metadata_cells(metadata: Features, kinds: Mapping[str, str]) -> list[Any]:
    """The values of one document for those columns."""
    cells: list[Any] = []
    for key, kind in sorted(kinds.items()):
        value = metadata.get(key)
        if value is None:
            cells.append(None)
        elif kind == "json":
            cells.append(json.dumps(thaw(value), ensure_ascii=False))
        elif kind == "list" and isinstance(value, str):
            cells.append([value])
        else:
            cells.append(float(value) if kind == "double" else thaw(value))
    return cells


def metadata_value(cell: Any, kind: str) -> Any:
    """The value behind a cell of such a column: the inverse of `metadata_cells`, but for a text among lists."""
    if kind != "json" or cell is None:
        return cell
    try:
        return json.loads(cell)
    except ValueError:  # a text from before the key had other values, too
        return cell


def column_names(keys: Iterable[str]) -> dict[str, str]:
    """The column of each metadata key: as the key is, unless another column has that name, in whatever case.

    >>> column_names(["Source", "Year", "year"])
    {'Source': 'metadata_Source', 'Year': 'Year', 'year': 'metadata_year'}
    """
    taken = {name.casefold() for name in DOCUMENT_COLUMNS}
    names = {}
    for key in sorted(keys):
        others = (f"metadata_{key}" + (f"_{number}" if number > 1 else "") for number in count(1))
        names[key] = next(name for name in chain([key], others) if name.casefold() not in taken)
        taken.add(names[key].casefold())
    return names


def column_name(key: str) -> str:
    """The column of a metadata key in a corpus whose manifest does not say."""
    return f"metadata_{key}" if key in DOCUMENT_COLUMNS else key

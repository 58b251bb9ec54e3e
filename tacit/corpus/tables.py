"""The tables of a corpus and their columns; rows in, Parquet bytes out."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
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

Rows = Sequence[Sequence[Any]]


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

    >>> common_kind("int64", "double"), common_kind("string", "list")
    ('double', 'json')
    """
    if one == other:
        return one
    return "double" if {one, other} == {"int64", "double"} else "json"


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
        else:
            cells.append(float(value) if kind == "double" else thaw(value))
    return cells


def column_name(key: str) -> str:
    """A metadata key as a column name: as it is, unless a column of tacit's own has it."""
    return f"metadata_{key}" if key in DOCUMENT_COLUMNS else key

"""A finished corpus: its tables, queries over them, and its documents with their layers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, wraps
from pathlib import Path
from typing import Any

from tacit.corpus import sql
from tacit.corpus.manifest import is_whole, read_manifest
from tacit.corpus.tables import column_name, column_types, metadata_value
from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.errors import InputError, UsageError
from tacit.extras import require

SOURCE = "tacit.corpus"
_MENDING = "run the ingest again to mend it"


class Corpus:
    """A corpus folder, opened for reading.

    >>> corpus = Corpus("news")                                                              # doctest: +SKIP
    >>> corpus.query("SELECT verb, count(*) FROM events GROUP BY verb ORDER BY 2 DESC").fetchmany(10)  # doctest: +SKIP
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)

    @property
    def tables(self) -> list[str]:
        """Names of the tables, that of documents first."""
        files = self.manifest["shards"][0]["files"]
        return ["documents", *(name for name in files if name != "documents")]

    @property
    def keys(self) -> list[str]:
        """The keys of the shards, in the order of the sources."""
        return [shard["key"] for shard in self.manifest["shards"]]

    def _file(self, table: str, key: str) -> str:
        return sql.text((self.folder / table / f"{key}.parquet").absolute())

    def shard(self, table: str, key: str) -> str:
        """One shard of a table for a query, once it is known to have the columns of that table."""
        read = f"read_parquet({self._file(table, key)})"
        found = {name: kind for name, kind, *_ in self.query(f"DESCRIBE FROM {read}").fetchall()}
        for name, kind in column_types(table).items():
            if found.get(name) != kind:
                what = f"the column {name!r} of {table}/{key}.parquet is missing or not of the type {kind}"
                raise InputError(f"{what}; {_MENDING}", path=self.folder)
        return read

    @cached_property
    def connection(self) -> Any:
        """A DuckDB connection with a view for each table, which can read this folder and nothing else."""
        duckdb = require("duckdb", extra="corpus")
        try:
            connection = sql.connect(self.folder)
            for table in self.tables:
                files = ", ".join(self._file(table, key) for key in self.keys)
                connection.execute(f"CREATE VIEW {sql.name(table)} AS SELECT * FROM read_parquet([{files}])")  # noqa: S608
        except duckdb.Error as error:
            raise InputError(f"{_first_line(error)}; {_MENDING}", path=self.folder) from None
        return connection

    def query(self, statement: str) -> Any:
        """The result of a query: what DuckDB gives (`fetchmany`, `df`, `pl`, `arrow`, …), its errors as sentences."""
        return _Found(self, self.explaining(sql.execute_reading)(self.connection, statement))

    def explaining(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, which says of DuckDB's errors whether a damaged corpus or the query is to blame."""
        duckdb = require("duckdb", extra="corpus")

        @wraps(function)
        def explained(*arguments: Any, **options: Any) -> Any:
            try:
                return function(*arguments, **options)
            except duckdb.Error as error:
                if self._is_damaged():
                    raise InputError(f"{_first_line(error)}; {_MENDING}", path=self.folder) from None
                raise UsageError(f"the query fails: {_first_line(error)}") from None

        return explained

    def _is_damaged(self) -> bool:
        return not all(is_whole(self.folder, shard["key"], shard["files"]) for shard in self.manifest["shards"])

    def column(self, key: str) -> str:
        """The column of the table `documents` that holds a metadata key."""
        return str(self.manifest.get("columns", {}).get(key) or column_name(key))

    def value(self, key: str, cell: Any) -> Any:
        """A metadata value from its cell of that column."""
        return metadata_value(cell, self.manifest["metadata"][key])

    def count(self, table: str) -> int:
        """How many rows a table has."""
        return int(self.query(f"SELECT count(*) FROM {sql.name(table)}").fetchone()[0])  # noqa: S608

    def documents(self, where: str = "true") -> Iterator[Document]:
        """The documents that a condition on the table `documents` selects, with their layers."""
        columns = {key: self.column(key) for key in self.manifest["metadata"]}
        for shard in self.manifest["shards"]:
            chosen = self._rows("documents", shard["key"], where)
            if not chosen:
                continue
            layers = {
                table: _by_document(self._rows(table, shard["key"], "true"))
                for table in ("sentences", "events", "mentions")
            }
            for row in chosen:
                found = [_layer(table, rows.get(row["id"], ())) for table, rows in layers.items()]
                values = {key: self.value(key, row.get(column)) for key, column in columns.items()}
                kept = {key: value for key, value in values.items() if value is not None}
                yield Document(row["text"], row["id"], {"source": row["source"], **kept}, found)

    def _rows(self, table: str, key: str, where: str) -> list[dict[str, Any]]:
        result = self.query(f"SELECT * FROM {self.shard(table, key)} AS {sql.name(table)} WHERE {where}")  # noqa: S608
        names = [column[0] for column in result.description]
        return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


class _Found:
    """What DuckDB found; rows that cannot be fetched are explained."""

    def __init__(self, corpus: Corpus, found: Any) -> None:
        self._corpus = corpus
        self._found = found

    def __getattr__(self, name: str) -> Any:
        part = getattr(self._found, name)
        return self._corpus.explaining(part) if callable(part) else part


def _by_document(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    grouped: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        grouped.setdefault(row["document"], []).append(row)
    return grouped


def _layer(table: str, rows: Any) -> Layer:
    """The rows of one document as a layer: the verb, or the text's entity label, is what labels an annotation."""
    annotations = []
    for row in rows:
        label = row.get("verb") or row.get("entity")
        features = {name: value for name, value in row.items() if name not in _PLACE and _says_something(value)}
        annotations.append(
            Annotation.of(row["start"], row["end"], *([label] if label else []), source=SOURCE, **features)
        )
    return Layer(SENTENCES if table == "sentences" else table, annotations)


def _says_something(value: Any) -> bool:
    """Is it neither empty nor false? The number zero is a number."""
    return value is not None and value is not False and value != ""


_PLACE = frozenset({"document", "start", "end", "text", "verb", "entity", "sentence", "event"})


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0]

"""The table that a command prints, as a file: `--csv` for spreadsheets, `--parquet` for pandas, polars and DuckDB."""

from __future__ import annotations

import csv as csv_files
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.extras import require
from tacit.files import written_together

if TYPE_CHECKING:
    from tacit.cli.common.output import Output
    from tacit.schemas.task import Schema

Csv = Annotated[Path | None, typer.Option("--csv", help="Write the table here as CSV.")]
Parquet = Annotated[Path | None, typer.Option("--parquet", help="Write the table here as Parquet.")]


class TableFiles:
    """Where a table is to be written, if anywhere."""

    def __init__(self, csv: Path | None, parquet: Path | None) -> None:
        self._csv = csv
        self._parquet = parquet
        if parquet is not None:
            require("pyarrow.parquet", extra="corpus")  # before the work, not after it

    @property
    def wanted(self) -> bool:
        """Is there anything to write?"""
        return self._csv is not None or self._parquet is not None

    def write(self, columns: Sequence[str], rows: Iterable[Sequence[Any]], output: Output) -> None:
        """Write all rows, each file whole or not at all; lists and objects are JSON in their cells."""
        if not self.wanted:
            return
        if self._parquet is not None:
            rows = list(rows)
        with written_together() as files:
            if self._csv is not None:
                writer = csv_files.writer(files.open(self._csv), lineterminator="\n")
                writer.writerow(columns)
                writer.writerows([_text(cell) for cell in row] for row in rows)
            if self._parquet is not None:
                pq = require("pyarrow.parquet", extra="corpus")
                pq.write_table(_arrow(columns, list(rows)), files.open(self._parquet, "wb"))
        for path in (self._csv, self._parquet):
            if path is not None:
                output.remark(f"wrote {path}")

    def write_objects(self, columns: Sequence[str], objects: Iterable[Mapping[str, Any]], output: Output) -> None:
        """The same from objects with a key for each column; what one has not is empty."""
        self.write(columns, ([each.get(name) for name in columns] for each in objects), output)


def _plain(cell: Any) -> Any:
    """What has no type of its own in a table, as JSON."""
    if isinstance(cell, list | tuple | dict):
        return json.dumps(cell, ensure_ascii=False, default=str)
    return cell


def _text(cell: Any) -> Any:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return "" if cell is None else _plain(cell)


def _arrow(columns: Sequence[str], rows: list[Sequence[Any]]) -> Any:
    """Columns with the type of their values; as text where values are of several types, or there is none."""
    pa = require("pyarrow", extra="corpus")
    arrays = []
    for place in range(len(columns)):
        cells = [_plain(row[place]) for row in rows]
        try:
            array = pa.array(cells)
        except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
            array = pa.array([None if cell is None else str(_text(cell)) for cell in cells], pa.string())
        arrays.append(array.cast(pa.string()) if pa.types.is_null(array.type) else array)
    return pa.Table.from_arrays(arrays, names=list(columns))


def passage_rows(texts: Iterable[Mapping[str, Any]], *, why: bool) -> tuple[list[str], list[list[Any]]]:
    """What `scenarios detect` prints as JSON, a row for each passage."""
    columns = ["id", "scenario", "start", "end", "probability", "alternatives", "text"]
    rows = []
    for text in texts:
        for passage in text["passages"]:
            others = "; ".join(other["scenario"] for other in passage.get("alternatives", ()))
            row = [text["id"], *(passage.get(name) for name in columns[1:5]), others, passage["text"]]
            if why:
                row += ["; ".join(each["word"] for each in passage["words"]), "; ".join(passage["events"])]
            rows.append(row)
    return columns + (["words", "events"] if why else []), rows


FINDING = (
    "path", "line", "column", "end_line", "end_column", "code", "name", "phenomenon", "phrase", "confidence",
    "conflict", "readings", "suggestion", "message",
)  # fmt: skip
"""Columns of findings."""


def finding_row(finding: Mapping[str, Any]) -> dict[str, Any]:
    """A finding's JSON with its readings in one cell."""
    return {**finding, "readings": "; ".join(each["text"] for each in finding["readings"])}


def event_rows(numbered: Iterable[tuple[int, Schema]]) -> tuple[list[str], list[list[Any]]]:
    """Schemas, a row for each event; in the columns of slots stands the number of the chain that fills them."""
    from tacit.schemas.task import ROLES, Slot

    rows = []
    for number, schema in numbered:
        chain_of = {slot: place for place, chain in enumerate(schema.chains, 1) for slot in chain.slots}
        for place, (verb, score) in enumerate(zip(schema.events, schema.scores, strict=True), 1):
            rows.append([number, place, verb, score, *(chain_of.get(Slot(verb, role)) for role in ROLES)])
    return ["schema", "place", "event", "score", *map(str, ROLES)], rows


def annotation_rows(reading: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What `read` prints as JSON, a row for each annotation; tokens are left out."""
    document = reading["document"]
    for layer, found in document["layers"].items():
        for each in found if layer != "tokens" else ():
            start, end = each["spans"][0][0], each["spans"][-1][1]
            words = " ".join(document["text"][start:end].split())
            yield {
                "id": document.get("id"),
                "kind": reading["kind"],
                "layer": layer,
                "label": "; ".join(each.get("labels", ())),
                "start": start,
                "end": end,
                "text": words,
                "source": each.get("source"),
                "features": json.dumps(each.get("features", {}), ensure_ascii=False),
            }


def word_rows(words: Mapping[str, Sequence[str]]) -> Iterator[dict[str, Any]]:
    """What `scenarios words` prints as JSON, a row for each scenario."""
    for scenario, found in words.items():
        yield {"scenario": scenario, "words": list(found)}


def phenomenon_rows(tables: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What `clarify statistics` prints as JSON: tables 3 to 5 side by side, a row for each phenomenon."""
    conflicts = {**tables["table_5"]["phenomena"], "all": tables["table_5"]["total"]}
    for name, classes in tables["table_3"].items():
        several, found = tables["table_4"].get(name, {}), conflicts.get(name, {})
        yield {"phenomenon": name, "classes": classes, "several": several, "conflicts": found}


def association_rows(known: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What `steps knowledge` prints as JSON, a row for each word and what goes with it."""
    for relation, by_word in known.items():
        for word, found in by_word.items():
            for each in found:
                yield {"relation": relation, "word": word, **(each if isinstance(each, Mapping) else {"value": each})}

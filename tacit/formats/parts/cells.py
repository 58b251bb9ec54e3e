"""Cells of CSV and TSV files, row by row, with the line each row ends on."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping

from tacit.formats.source import Source


def tsv_rows(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Cells between tabs, nothing quoted; empty lines are left out."""
    for number, line in source.lines():
        if line:
            yield number, line.split("\t")


def csv_rows(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Cells between commas, quoted as spreadsheets do; empty lines are left out."""
    reader = csv.reader((line + "\n" for _, line in source.lines()), strict=True)
    try:
        for cells in reader:
            if cells:
                yield reader.line_num, cells
    except csv.Error as error:
        source.fail(f"not CSV as spreadsheets write it: {error}", reader.line_num)


def first_cells(source: Source, delimiter: str) -> list[str]:
    """The cells of the first line, as far as the head of the file shows them."""
    line = source.head.partition("\n")[0].removesuffix("\r")
    return [cell.strip().strip('"') for cell in line.split(delimiter)]


def named_rows(source: Source, rows: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, dict[str, str]]]:
    """Rows as mappings from the names in the first row; a row with more or fewer cells is an error."""
    _, header = next(rows, (1, [""]))
    names = [name.strip() for name in header]
    for number, cells in rows:
        if len(cells) != len(names):
            source.fail(f"the row has {len(cells)} cells, but the header names {len(names)}", number)
        yield number, dict(zip(names, cells, strict=True))


def filled(source: Source, row: Mapping[str, str], name: str, line: int) -> str:
    """One cell without outer space; a missing column or an empty cell is an error."""
    if name not in row:
        source.fail(f"the column {name!r} is missing; the header names {', '.join(map(repr, row))}", line)
    value = row[name].strip()
    if not value:
        source.fail(f"the cell {name!r} is empty", line)
    return value

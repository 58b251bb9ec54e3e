"""CSV and TSV with a header: one row, one document."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tacit.documents import Document
from tacit.errors import InputError
from tacit.formats.parts.rows import TableRows
from tacit.formats.registry import FormatOptions
from tacit.formats.source import HEAD, MAX_DOCUMENT, Source

_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """Documents in the order of the rows, one row in memory at a time."""
    # The limit is the csv module's own, for the whole process, and its default would refuse a long story.
    csv.field_size_limit(max(csv.field_size_limit(), MAX_DOCUMENT))
    rows = TableRows(source, options)
    table = _numbered_rows(source)
    line, header = next(table, (1, []))
    names = _names(header, source, line)
    rows.check_text_column(names, line)
    for line, fields in table:
        try:
            if len(fields) != len(names):
                source.fail(f"{len(fields)} fields, but the header names {len(names)} columns", line)
            document = rows.document(dict(zip(names, fields, strict=True)), line)
        except InputError as error:
            source.pass_over(error)
        else:
            yield document


def _numbered_rows(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Each row that is not blank, with the number of the line it starts on."""
    dialect = _dialect(source)
    reader = csv.reader((line + "\n" for _, line in source.lines()), strict=True, **dialect)
    start = 1
    try:
        for fields in reader:
            if fields:
                yield start, fields
            start = reader.line_num + 1
    except csv.Error as error:
        between = _DELIMITERS[dialect["delimiter"]]
        source.fail(f"not a row of a table with a {between} between fields: {error}", start)


def _names(header: list[str], source: Source, line: int) -> list[str]:
    names = [name.strip() or f"column {number}" for number, name in enumerate(header, 1)]
    if twice := [name for name, count in Counter(names).items() if count > 1]:
        source.fail(f"the column {twice[0]!r} stands twice in the header", line)
    return names


def _dialect(source: Source) -> dict[str, Any]:
    """Tabs in a TSV; elsewhere the delimiter that stands most often in the first line, and a comma if none does."""
    header = source.head.partition("\n")[0]
    delimiter = "\t" if source.suffix == ".tsv" else max(_DELIMITERS, key=header.count)
    if delimiter == "\t" and not _quotes_fields(source.head):
        return {"delimiter": delimiter, "quoting": csv.QUOTE_NONE}
    return {"delimiter": delimiter}


def _quotes_fields(head: str) -> bool:
    """Do quotation marks enclose fields here? In many TSV files they are part of the text instead.

    They must enclose fields if lines differ in their number of tabs, as then some row has several lines.
    """
    lines = head.rstrip("\n").split("\n")
    whole = lines[:-1] if len(head) == HEAD else lines  # a longer file goes on within the last line
    if len({line.count("\t") for line in whole}) > 1:
        return True
    try:
        return len({len(fields) for fields in csv.reader(whole, delimiter="\t", strict=True) if fields}) == 1
    except csv.Error:
        return False

"""`tacit corpus query`: SQL over a corpus."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tables import Csv, Parquet
from tacit.cli.corpus.options import Folder


def query(
    folder: Folder,
    sql: Annotated[str, typer.Argument(help="A DuckDB query over the corpus's tables.")],
    limit: Annotated[int, typer.Option(min=1, help="Most rows to show; files and JSON have all.")] = 50,
    csv: Csv = None,
    parquet: Parquet = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Ask the corpus a question in SQL. Tables: documents, sentences, events, mentions, chains (and tokens).

    Example:

    tacit corpus query corpus "SELECT verb, count(*) AS n FROM events GROUP BY verb ORDER BY n DESC LIMIT 10"
    """
    from rich.table import Table
    from rich.text import Text

    from tacit.cli.common.tables import TableFiles
    from tacit.corpus import Corpus

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    files = TableFiles(csv, parquet)
    result = Corpus(folder).query(sql)
    names = [column[0] for column in result.description]
    rows: list[Any] = []

    def every() -> Iterator[Any]:
        while part := result.fetchmany(1000):
            for row in part:
                if json:
                    output.result({name: _plain(cell) for name, cell in zip(names, row, strict=True)})
                elif len(rows) <= limit:
                    rows.append(row)
                yield row

    if files.wanted:
        files.write(names, every(), output)
    else:
        deque(every() if json else islice(every(), limit + 1), maxlen=0)
    if json:
        return
    table = Table(box=None, pad_edge=False)
    for name in names:
        table.add_column(Text(name))
    for row in rows[:limit]:
        table.add_row(*(Text("" if cell is None else str(cell)) for cell in row))
    output.stdout.print(table)
    if len(rows) > limit:
        output.remark(f"… only the first {limit} rows; --limit shows more")


def _plain(cell: Any) -> Any:
    """A cell as JSON has it; what JSON has no word for, such as a date, as text."""
    if isinstance(cell, list | tuple):
        return [_plain(item) for item in cell]
    if isinstance(cell, dict):
        return {str(key): _plain(value) for key, value in cell.items()}
    return cell if cell is None or isinstance(cell, str | int | float | bool) else str(cell)

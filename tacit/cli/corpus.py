"""`tacit corpus`: make a corpus on disk, look into it, take it out again."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from tacit.cli.output import From, IdColumn, Json, Output, Quiet, TextColumn, Verbose
from tacit.cli.stages import watched
from tacit.cli.tables import Csv, Parquet
from tacit.cli.tabular import tabular

app = typer.Typer(no_args_is_help=True, help="Make a corpus on disk, query it, take it out again.")

Folder = Annotated[Path, typer.Argument(metavar="CORPUS", help="The corpus folder.")]
Processes = Annotated[int, typer.Option("--processes", "-p", min=0, help="Local processes; 0 is one a core.")]
Cluster = Annotated[str, typer.Option(help="Work on the Dask cluster at this address instead (tcp://…).")]


@app.command("ingest")
def ingest(
    sources: Annotated[list[str], typer.Argument(help="Files, folders or globs, of any format tacit reads.")],
    out: Annotated[Path, typer.Option(help="The corpus folder to make or to bring up to date.")],
    coreference: Annotated[str, typer.Option(help="Coreference system: ranker, sieve, or none.")] = "ranker",
    tokens: Annotated[bool, typer.Option("--tokens", help="Keep a table of all tokens too.")] = False,
    pipeline: Annotated[str, typer.Option(help="A spaCy pipeline by name or path.")] = "",
    shard_characters: Annotated[
        int, typer.Option(min=1000, help="Text in one shard; more for huge corpora.")
    ] = 150_000,
    processes: Processes = 0,
    cluster: Cluster = "",
    from_: From = None,
    text_column: TextColumn = "text",
    id_column: IdColumn = "id",
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Parse texts and store their sentences, events, mentions and chains as Parquet.

    It can be stopped at any time: the same command goes on where it was.
    When sources have changed, it does only the new work.

    Examples:

    tacit corpus ingest stories/ --out corpus

    tacit corpus ingest news.jsonl.gz --out corpus --cluster tcp://HOST:8786
    """
    from tacit import corpus, formats
    from tacit.cli.parts import fetch_missing

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    fetch_missing(output, "parser")
    settings = corpus.Settings("" if coreference == "none" else coreference, tokens, pipeline, shard_characters)
    read = corpus.Sources(sources, from_, formats.Options(text_column, id_column))
    started = time.perf_counter()
    with watched(output) as progress:
        progress("ingesting: counting the documents", 0, 0)
        summary = corpus.ingest(
            read, out, settings=settings, workers=corpus.Workers(processes, cluster), progress=progress
        )
    for reason in list(summary.skipped.values())[:10]:
        output.remark(f"skipped {reason}")
    plain = {
        "output": str(out),
        "documents": summary.documents,
        "words": summary.words,
        "shards": summary.shards,
        "new_shards": summary.new_shards,
        "skipped": len(summary.skipped),
    }
    output.result(plain)
    seconds = time.perf_counter() - started
    output.remark(
        f"{summary.documents:,} documents, {summary.words:,} words in {out}"
        f" ({summary.new_shards} of {summary.shards} shards new, {seconds:.1f} s)"
        + (f"; skipped {len(summary.skipped)}, listed in {out / 'manifest.json'}" if summary.skipped else "")
    )


@app.command("info")
@tabular()
def info(folder: Folder, json: Json = False, quiet: Quiet = False, verbose: Verbose = False) -> None:
    """Say what is in a corpus: tables with their rows, settings, metadata, what was skipped."""
    from rich.table import Table
    from rich.text import Text

    from tacit.corpus import Corpus

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    corpus = Corpus(folder)
    counts = {table: corpus.count(table) for table in corpus.tables}
    manifest = corpus.manifest
    grid = Table(box=None, pad_edge=False, show_header=False)
    rows = [
        ("documents", f"{manifest['documents']:,}"),
        ("words", f"{manifest['words']:,}"),
        *((table, f"{count:,} rows") for table, count in counts.items() if table != "documents"),
        ("metadata", ", ".join(f"{key} ({kind})" for key, kind in manifest["metadata"].items())),
        ("settings", ", ".join(f"{key} {value}" for key, value in manifest["settings"].items() if value)),
        ("sources", ", ".join(manifest["sources"])),
        ("skipped", f"{len(manifest['skipped']):,}"),
    ]
    for row in rows:
        grid.add_row(*map(Text, row))
    plain = {key: value for key, value in manifest.items() if key != "shards"}
    output.result({**plain, "shards": len(manifest["shards"]), "rows": counts}, grid)


@app.command("query")
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

    from tacit.cli.tables import TableFiles
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


@app.command("export")
def export(
    folder: Folder,
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file, or a folder (ending in /).")],
    where: Annotated[str, typer.Option(help="A condition on the table of documents, in SQL.")] = "true",
    to: Annotated[str | None, typer.Option("--to", help="The format, where the name does not tell.")] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write documents of a corpus with their sentences, events and mentions as layers, in any writable format.

    Example:

    tacit corpus export corpus earn.jsonl --where "list_contains(categories, 'earn')"
    """
    from tacit import formats
    from tacit.corpus import Corpus

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    count = formats.write(Corpus(folder).documents(where), target, format=to)
    output.result({"documents": count, "output": target})
    output.remark(f"wrote {count:,} documents to {target}")

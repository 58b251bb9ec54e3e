"""`tacit corpus ingest`: make a corpus on disk."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import From, IdColumn, Json, Output, Quiet, TextColumn, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.corpus.options import Cluster, Processes


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
    from tacit.cli.common.parts import fetch_missing

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    fetch_missing(output, "parser")
    settings = corpus.AnalysisSettings("" if coreference == "none" else coreference, tokens, pipeline, shard_characters)
    read = corpus.Sources(sources, from_, formats.FormatOptions(text_column, id_column))
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

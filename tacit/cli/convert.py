"""`tacit convert`: from one format to another."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tacit.cli.common.output import From, IdColumn, Json, Output, Quiet, TextColumn, Verbose


def _list_formats(wanted: bool) -> None:
    if not wanted:
        return
    from tacit.cli.formats import show

    show(Output())
    raise typer.Exit


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file, a folder, a glob, or - for standard input.")],
    target: Annotated[
        str,
        typer.Argument(
            metavar="OUT",
            help="A file, a folder (ending in /) with a file for each document, or - for standard output.",
        ),
    ],
    from_: From = None,
    to: Annotated[str | None, typer.Option("--to", help="The output's format, where its name does not tell.")] = None,
    text_column: TextColumn = "text",
    id_column: IdColumn = "id",
    list_formats: Annotated[
        bool, typer.Option("--list", callback=_list_formats, is_eager=True, help="List the formats and stop.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Convert texts and their annotations between formats.

    Formats are recognised by name and content; a name that ends in .gz is packed.

    Examples:

    tacit convert annotated.tsv annotated.xmi

    tacit convert stories/ stories.jsonl.gz

    tacit convert stories.jsonl webanno/ --to webanno

    tacit convert annotated.tsv - | jq .text
    """
    from tacit import formats
    from tacit.errors import UsageError

    if json and target == "-":
        raise UsageError("the documents go to standard output, so --json has no place there; give OUT a name")
    out = Output(as_json=json, quiet=quiet, verbose=verbose)
    skipped: list[formats.Skipped] = []
    options = formats.FormatOptions(text_column, id_column)
    documents = formats.open(source, format=from_, options=options, on_skip=skipped.append)
    if target == "-":
        count, target = formats.write_stream(documents, sys.stdout.buffer, format=to or "jsonl"), "standard output"
    else:
        count = formats.write(documents, target, format=to)
    for skip in skipped:
        out.remark(f"skipped {skip.reason}")
    plain = {
        "documents": count,
        "output": target,
        "skipped": [{"path": str(skip.path), "reason": skip.reason} for skip in skipped],
    }
    out.result(plain)
    out.remark(f"wrote {count} document{'s' * (count != 1)} to {target}")

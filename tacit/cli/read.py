"""`tacit read`: all that tacit sees in a text."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.output import From, IdColumn, Json, Output, Quiet, TextColumn, Verbose


def read(
    file: Annotated[str, typer.Argument(help="A file, a folder, a glob, or - for standard input.")],
    html: Annotated[Path | None, typer.Option(help="Write a self-contained page here.")] = None,
    only: Annotated[str | None, typer.Option(help="Capabilities to use, with commas between them.")] = None,
    from_: From = None,
    text_column: TextColumn = "text",
    id_column: IdColumn = "id",
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Read a text: its sentences, who does what in it, the people and places.

    Examples:

    tacit read story.txt

    tacit read howto.md --html howto.html

    cat story.txt | tacit read - --json
    """
    from tacit import formats, reader
    from tacit.report import pages, terminal

    started = time.perf_counter()
    out = Output(as_json=json, quiet=quiet, verbose=verbose)
    options = formats.Options(text_column, id_column)
    skipped: list[formats.Skipped] = []
    names = only.split(",") if only else None
    readings = []
    count = 0
    for document in formats.open(file, format=from_, options=options, on_skip=skipped.append):
        reading = reader.read(document, only=names)
        count += 1
        if html:
            readings.append(reading)
        out.result(reading.to_dict(), terminal.reading(reading, width=out.stdout.width))
    if html:
        pages.write(readings, html)
        out.remark(f"wrote {html}")
    for skip in skipped:
        out.remark(f"skipped {skip.reason}")
    texts = "1 text" if count == 1 else f"{count} texts"
    out.remark(f"read {texts} in {time.perf_counter() - started:.1f} s" + (f", skipped {len(skipped)}" * bool(skipped)))

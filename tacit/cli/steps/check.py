"""`tacit steps check`: look through files of how-tos."""

from __future__ import annotations

from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular
from tacit.cli.steps.compile import Places


@tabular("complaints")
def check(
    places: Places,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 where there is something to look at.")] = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Check how-to files: wordings that fit two entries, unused tools.

    Files that cannot be read at all are an error; everything else is for a
    person to look at.

    Example:

    tacit steps check data/howto
    """
    from rich.text import Text

    from tacit.howto.files import complaints, read_files

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    entries = list(read_files(places))
    found = complaints(entries)
    plain = [{"file": each.path, "entry": each.entry, "what": each.what} for each in found]
    shown = Text("\n".join(map(str, found)) or "nothing to look at")
    output.result({"entries": len(entries), "complaints": plain}, shown)
    output.remark(f"{len(entries):,} entries, {len(found):,} to look at")
    if strict and found:
        raise typer.Exit(1)

"""`tacit scripts check`: look through script files."""

from __future__ import annotations

from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular
from tacit.cli.scripts.compile import Places


@tabular("complaints")
def check(
    places: Places,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 where there is something to look at.")] = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Check script files: circles, events nobody can do, wordings that fit two.

    Faults that make a file useless are errors; the rest is for a person to
    look at.

    Example:

    tacit scripts check data/scripts
    """
    from rich.text import Text

    from tacit.scripts.files import complaints, read_files

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    scripts = list(read_files(places))
    found = [each for path, script in scripts for each in complaints(script, path)]
    plain = [{"file": each.path, "event": each.event, "what": each.what} for each in found]
    output.result(
        {"scripts": len(scripts), "complaints": plain}, Text("\n".join(map(str, found)) or "nothing to look at")
    )
    output.remark(f"{len(scripts):,} scripts, {len(found):,} places to look at")
    if strict and found:
        raise typer.Exit(1)

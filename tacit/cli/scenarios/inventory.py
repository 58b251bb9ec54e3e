"""`tacit scenarios inventory`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.options import table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular


@tabular()
def inventory(
    file: Annotated[Path | None, typer.Argument(help="Your own inventory, not the paper's 200.")] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List the scenarios, their other names and how they are related."""
    from dataclasses import asdict

    from tacit.scenarios import load_inventory

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    known = load_inventory(file)
    rows = [
        (
            each.label,
            str(each.documents),
            str(each.sentences),
            ", ".join(each.aliases),
            ", ".join((*each.more_specific_than, *each.part_of, *each.often_together)),
        )
        for each in known
    ]
    output.result([asdict(each) for each in known], table(("scenario", "texts", "sentences", "also", "related"), rows))

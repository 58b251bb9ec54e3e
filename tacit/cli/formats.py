"""`tacit formats`: what tacit reads, writes and checks."""

from __future__ import annotations

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular


@tabular()
def formats(json: Json = False, quiet: Quiet = False, verbose: Verbose = False) -> None:
    """List the formats: how files end, which can be written, and which `clarify check` checks in their place."""
    show(Output(as_json=json, quiet=quiet, verbose=verbose))


def show(out: Output) -> None:
    """A row for each format."""
    from rich.table import Table

    from tacit.formats import FORMATS

    table = Table("name", "what", "endings", "reads", "writes", "checks", box=None, pad_edge=False)
    for entry in FORMATS:
        does = ("yes" if able else "" for able in (True, entry.writable, entry.page))
        table.add_row(entry.name, entry.about, " ".join(entry.suffixes), *does)
    rows = [
        {
            "name": entry.name,
            "about": entry.about,
            "endings": list(entry.suffixes),
            "writes": entry.writable,
            "checks": entry.page,
        }
        for entry in FORMATS
    ]
    out.result(rows, table)

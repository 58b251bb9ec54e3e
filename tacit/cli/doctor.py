"""`tacit doctor`: what is installed, what is missing, and the command that would mend it."""

from __future__ import annotations

from typing import Annotated

import typer

from tacit.cli.output import Json, Output, Quiet, Verbose


def doctor(
    strict: Annotated[bool, typer.Option(help="Exit with 1 if anything is missing.")] = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Check the installation: packages, pretrained parts with their hashes, the cache."""
    from rich.table import Table

    from tacit import diagnosis

    out = Output(as_json=json, quiet=quiet, verbose=verbose)
    findings = diagnosis.examine()
    table = Table(box=None, pad_edge=False)
    table.add_column("", width=2)
    table.add_column("part", no_wrap=True)
    table.add_column("version", no_wrap=True)
    table.add_column("remark", overflow="fold")
    for finding in findings:
        table.add_row("ok" if finding.ok else "--", finding.part, finding.version, finding.remark)
    out.result([finding.to_dict() for finding in findings], table)
    fixes = list(dict.fromkeys(finding.fix for finding in findings if finding.fix))
    if fixes and not json:
        out.stdout.print("\nTo mend it:")
        for fix in fixes:
            out.stdout.print(f"  {fix}", markup=False, soft_wrap=True)
    if strict and not all(finding.ok for finding in findings):
        raise typer.Exit(1)

"""`tacit scripts export`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Output, Quiet, Verbose
from tacit.cli.scripts.compile import Base


class ScriptFormat(StrEnum):
    """What a script is written as."""

    toml = "toml"
    json = "json"
    jsonld = "jsonld"


def export(
    scenario: Annotated[str, typer.Argument(help="A scenario, such as 'baking a cake'.")],
    to: Annotated[ScriptFormat, typer.Option("--to", help="The form to write.")] = ScriptFormat.toml,
    out: Annotated[Path | None, typer.Option(help="The file to write; else standard output.")] = None,
    base: Base = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write one script as TOML (to edit), JSON or JSON-LD.

    Examples:

    tacit scripts export "baking a cake" --out cake.toml

    tacit scripts export "baking a cake" --to jsonld
    """
    from tacit.files import atomic_write
    from tacit.scripts.base import ScriptBase
    from tacit.scripts.exporting import written_as

    output = Output(quiet=quiet, verbose=verbose)
    content = written_as(ScriptBase.load(base).script(scenario), to.value)
    if out is None:
        typer.echo(content, nl=False)
        return
    with atomic_write(out) as stream:
        stream.write(content)
    output.remark(f"wrote {out}")

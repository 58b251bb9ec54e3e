"""`tacit scenarios project`: a project for an annotation tool."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.options import InventoryFile
from tacit.cli.common.output import Json, Output, Quiet, Verbose


def project(
    out: Annotated[Path, typer.Option(help="The archive to write, such as annotation.zip.")],
    name: Annotated[str, typer.Option(help="The name of the project.")] = "Everyday scenarios",
    inventory: InventoryFile = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write a project that INCEpTION imports: a layer for passages, the scenarios as tags, and the guidelines.

    Example:

        tacit scenarios project --out annotation.zip
    """
    from tacit.scenarios import load_inventory
    from tacit.scenarios.annotation.project import LAYER, write_project

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    known = load_inventory(inventory)
    write_project(known, out, name=name)
    output.result({"name": name, "layer": LAYER, "scenarios": len(known), "output": str(out)})
    output.remark(f"wrote {out}; import it in INCEpTION on the page of projects, then add your texts there")

"""`tacit models bundle`: the pretrained parts in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose


def bundle(
    out: Annotated[Path, typer.Option(help="The ZIP file to write.")],
    part: Annotated[
        list[str] | None, typer.Option(help="Only this part (parser, encoder, causal); repeatable.")
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Put the pretrained parts into one file, for machines without a network.

    There, `tacit models get --from FILE` takes them out and checks their
    hashes.

    Example:

        tacit models bundle --out parts.zip
    """
    from tacit.backbones import parts
    from tacit.backbones.catalogue import CATALOGUE
    from tacit.cli.common.stages import stages

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    chosen = [parts.part_named(name) for name in part] if part else list(CATALOGUE)
    with output.progress() as bar:
        parts.bundle(out, chosen, progress=stages(bar))
    size = out.stat().st_size
    output.result({"out": str(out), "parts": [each.part for each in chosen], "bytes": size})
    output.remark(f"wrote {out}, {size / 1e6:,.0f} MB; elsewhere:  tacit models get --from {out}")

"""The pretrained parts from the command line: `tacit models get` and `bundle`, and what the first use fetches."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.output import Json, Output, Quiet, Verbose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.backbones.catalogue import Pretrained

OFFLINE = "TACIT_OFFLINE"
"""Set, it forbids to fetch anything unasked."""


def fetch_missing(output: Output, *names: str) -> None:
    """At first use, fetch the pretrained parts that are not here: all, or those named.

    Where that fails, the command says what it lacks.
    """
    from tacit.backbones.parts import missing
    from tacit.errors import InputError, OutputError

    absent = [part for part in missing() if not names or part.part in names]
    if not absent or os.environ.get(OFFLINE):
        return
    try:
        _fetch(output, absent)
    except (InputError, OutputError) as error:
        output.remark(f"{error}; on a machine without a network:  tacit models get --from parts.zip")


def _fetch(output: Output, absent: Sequence[Pretrained]) -> None:
    from tacit.backbones.parts import get
    from tacit.cli.stages import stages

    size = sum(part.download for part in absent) / 1e6
    names = ", ".join(part.part for part in absent)
    output.remark(f"fetching the pretrained parts ({names}), once, by their hashes: {size:,.0f} MB")
    with output.progress() as bar:
        get(absent, progress=stages(bar))


def get(name: str | None, from_: Path | None, output: Output) -> None:
    """Fetch one pretrained part, or all that are missing, or take them out of a bundle."""
    from tacit.backbones import parts
    from tacit.backbones.catalogue import CATALOGUE
    from tacit.cli.stages import stages
    from tacit.errors import UsageError

    if from_ is not None:
        if name is not None:
            raise UsageError("--from takes all parts of a bundle: leave out the name")
        with output.progress() as bar:
            got = parts.from_bundle(from_, progress=stages(bar))
    else:
        got = parts.missing() if name is None else [parts.part_named(name)]
        got = [part for part in got if part.path is None]
        if got:
            _fetch(output, got)
    for part in got:
        output.remark(f"{part.about}, {part.licence}")
    here = {part.part: str(part.path) for part in CATALOGUE if part.path is not None}
    shown = "\n".join(f"{part}  {path}" for part, path in here.items())
    output.result({"got": [part.part for part in got], "parts": here}, shown)


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
    from tacit.cli.stages import stages

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    chosen = [parts.part_named(name) for name in part] if part else list(CATALOGUE)
    with output.progress() as bar:
        parts.bundle(out, chosen, progress=stages(bar))
    size = out.stat().st_size
    output.result({"out": str(out), "parts": [each.part for each in chosen], "bytes": size})
    output.remark(f"wrote {out}, {size / 1e6:,.0f} MB; elsewhere:  tacit models get --from {out}")

"""`tacit steps compile`: the collection of how-tos made ready."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose

Places = Annotated[list[str], typer.Argument(help="How-to files (TOML), or folders of them.")]


def compile_(
    places: Places,
    out: Annotated[Path, typer.Option(help="The folder to write.")],
    teach: Annotated[
        list[str], typer.Option("--teach", help="Instructions with what a good answer must contain; repeatable.")
    ] = [],  # noqa: B006 (typer copies it)
    dev: Annotated[
        list[str], typer.Option("--dev", help="The same for --coverage; these teach nothing. Repeatable.")
    ] = [],  # noqa: B006
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Make how-to files ready for `tacit steps elaborate --model FOLDER`.

    Encodes all wordings, and learns from them when an entry is the right
    one for an instruction and when none is, and from the instructions given
    as --teach. Those given as --dev show how likely good answers are held
    to be; --coverage rests on them.

    Example:

    tacit steps compile data/howto mine.toml --out my-howtos
    """
    from tacit.backbones import encoder
    from tacit.cli.common.stages import stages
    from tacit.howto.calibrating import read_wanted, scores
    from tacit.howto.finding import Finder
    from tacit.howto.training import compile_collection

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    wanted = read_wanted(dev)
    with output.progress() as bar:
        collection = compile_collection(
            places, encoder.load().encode, wanted=read_wanted(teach), seed=seed, progress=stages(bar)
        )
    if wanted:
        collection = replace(collection, scores=scores(Finder(collection, encoder.load().encode), wanted))
    collection.save(out)
    output.result({"entries": len(collection.entries), "wordings": len(collection.wordings), "output": str(out)})
    output.remark(f"wrote {len(collection.entries):,} entries to {out}")

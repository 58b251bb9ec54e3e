"""`tacit endings generate-negatives`: wrong endings to train on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.endings.shared import Seed


def generate_negatives(
    stories: Annotated[list[str], typer.Argument(help="Files of whole stories, the last sentence their ending.")],
    out: Annotated[Path, typer.Option(help="The CSV to write, in the format of the Story Cloze Test.")],
    method: Annotated[
        list[str], typer.Option(help="random, backward, nearest or generated; repeatable. The first three by default.")
    ] = [],  # noqa: B006
    together: Annotated[bool, typer.Option("--together", help="One row a story with all its wrong endings.")] = False,
    most: Annotated[int, typer.Option(min=0, help="Most stories to use, drawn at random; 0 uses all.")] = 0,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Make up wrong endings for stories: training data for any system here.

    Methods: *random* takes the ending of another story, *backward* an earlier
    sentence of the same, *nearest* the ending of the most similar story,
    *generated* what a language model writes (slow).

    Example:

    tacit endings generate-negatives stories.tsv --method nearest --out made.csv
    """
    from random import Random

    from tacit.endings.data import check_lengths, read_stories, write_clozes
    from tacit.endings.making.negatives import make_clozes

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    methods = list(dict.fromkeys(method)) or ["random", "backward", "nearest"]
    found = read_stories(stories)
    if most and most < len(found):
        found = Random(seed).sample(found, most)  # noqa: S311 (reproducible, not secret)
    check_lengths(found)
    with watched(output, "making endings") as progress:
        clozes = make_clozes(found, methods, together=together, seed=seed, progress=progress)
    if together:
        clozes = [cloze for cloze in clozes if len(cloze.endings) == len(methods) + 1]
    write_clozes(clozes, out)
    if together and len(clozes) < len(found):
        left_out = len(found) - len(clozes)
        output.remark(f"{left_out} of {len(found)} stories are left out: not all methods found an ending for them")
    output.result({"stories": len(found), "methods": methods, "clozes": len(clozes), "output": str(out)})
    output.remark(f"wrote {len(clozes)} stories with made-up endings to {out}")

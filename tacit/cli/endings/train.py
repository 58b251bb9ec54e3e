"""`tacit endings train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.endings.shared import LanguageModel, Seed, System, Train, options_of


def train(
    train: Train,
    out: Annotated[Path, typer.Option(help="The model folder to write.")],
    system: System = "tacit",
    language_model: LanguageModel = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Train a system on answered stories, whole stories, or both, and write it.

    Example:

    tacit endings train --system ukp --train val.csv --out model
    """
    from tacit.endings.data import read_training
    from tacit.endings.seen import write_seen
    from tacit.endings.train import train as learn

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    clozes, stories = read_training(train)
    with watched(output, system) as progress:
        learnt = learn(system, clozes, stories, seed=seed, progress=progress, **options_of(language_model))
    learnt.save(out)
    write_seen(out, learnt, clozes, stories)
    output.result({"system": system, "clozes": len(clozes), "stories": len(stories), "output": str(out)})
    output.remark(f"trained on {len(clozes)} clozes and {len(stories)} stories; use it as --system {system}:{out}")

"""`tacit clarify train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.clarify.evaluate import Context, Limit, Model, Shares, TrainPaths, read_training, trained_system
from tacit.cli.common.options import Seed, System
from tacit.cli.common.output import Json, Output, Quiet, Verbose


def train(
    train: TrainPaths,
    out: Annotated[Path, typer.Option(help="The model folder to write.")],
    system: System = "tacit",
    calibrate: Annotated[list[str], typer.Option(help="Judged clarifications for the class balance.")] = [],  # noqa: B006
    limit: Limit = 0,
    model: Model = None,
    context: Context = None,
    shares: Shares = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Train a system on judged clarifications, and write it to a folder.

    What a language model has read, and how far it has learnt, is kept in
    tacit's cache, so that an interrupted training goes on where it was.

    Example:

        tacit clarify train --train claire/train --calibrate claire/dev --out model
    """
    from tacit.clarifications.seen import learnt_from
    from tacit.clarifications.train import EncoderOptions

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    training, balance = read_training(train, "train", limit), read_training(calibrate, "dev")
    options = EncoderOptions(model, context, shares)
    trained_system(output, system, training, options, seed, balance).save(out)
    learnt_from(training, balance).save(out)
    output.result({"system": system, "output": str(out)}, f"use it as --system {system}:{out}")

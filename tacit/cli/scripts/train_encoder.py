"""`tacit scripts train-encoder`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.options import Seed
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.scripts.compile import Places


def train_encoder(
    places: Places,
    out: Annotated[Path, typer.Option(help="The folder to write.")],
    stories: Annotated[
        Path | None,
        typer.Option(help="Judged stories, whose sentences count as wordings of the events that they tell."),
    ] = None,
    only: Annotated[
        list[str], typer.Option(help="Only stories whose ids begin so, as no story should teach twice; repeatable.")
    ] = [],  # noqa: B006
    checkpoint: Annotated[Path | None, typer.Option(help="A file from which a training that was cut goes on.")] = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Tune the sentence encoder to tell events of scripts apart, for compile --encoder.

    It takes a quarter of an hour of one core for 220 scripts.

    Example:

    tacit scripts train-encoder data/scripts --stories data/stories --only v --out encoder
    """
    from tacit.cli.common.stages import watched
    from tacit.scripts.files import read_files
    from tacit.scripts.stories import read_stories
    from tacit.scripts.wording_encoder import WordingEncoder

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    scripts = [script for _, script in read_files(places)]
    judged = read_stories(stories) if stories else []
    chosen = [story for story in judged if not only or story.id.startswith(tuple(only))]
    with watched(output) as progress:
        encoder = WordingEncoder.learn(scripts, chosen, seed=seed, checkpoint=checkpoint, progress=progress)
    encoder.save(out)
    output.result({"scripts": len(scripts), "stories": len(chosen), "output": str(out)})
    output.remark(f"learnt from {len(scripts)} scripts and {len(chosen)} stories; use it as compile --encoder {out}")

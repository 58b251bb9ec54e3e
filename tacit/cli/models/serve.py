"""`tacit models serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose


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

"""`tacit serve`: the web page and the HTTP API on this machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; others than this machine's are public.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free one.")] = 8765,
    schemas: Annotated[Path | None, typer.Option(help="A file of schemas to browse.")] = None,
    corpus: Annotated[Path | None, typer.Option(help="The corpus of the schemas, to quote or to grow them from.")] = (
        None
    ),
    stability: Annotated[Path | None, typer.Option(help="A folder that `tacit schemas stability` wrote.")] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Texts that are read at the same time.")] = 2,
    waiting: Annotated[int, typer.Option(min=0, help="Texts that may wait meanwhile.")] = 8,
    seconds: Annotated[float, typer.Option(min=1, help="The longest that one text may take.")] = 120.0,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="Another name that this server answers to; * for any.")
    ] = None,
    llm: Annotated[
        list[str] | None, typer.Option(help="A language model that readings may ask, as for `tacit read`; repeatable.")
    ] = None,
    no_token: Annotated[
        bool, typer.Option("--no-token", help="Let every user of this machine in; not with another --host.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Open a web page on this machine: paste a text, see what it leaves unsaid.

    Nothing you paste leaves this machine, and nothing of it is kept, unless
    you offer a language model on another one with --llm and choose it.
    The address holds a token, so that other users of the machine stay out; programs send it as
    Authorization: Bearer TOKEN. For one of your own, set TACIT_TOKEN.
    The same as an HTTP API: see /openapi.json and docs/guides/web.md.

    Examples:

    tacit serve

    tacit serve --schemas schemas.json --corpus corpus --stability out
    """
    from tacit.extras import require

    require("fastapi", extra="web")
    require("uvicorn", extra="web")
    from tacit.cli.common.parts import fetch_missing
    from tacit.web.access import VARIABLE, chosen_token
    from tacit.web.app import create_app
    from tacit.web.asking import offered
    from tacit.web.browse import load_shelf
    from tacit.web.guard import LOCAL
    from tacit.web.limits import Limits
    from tacit.web.serving import listen, server

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    fetch_missing(output)
    token = chosen_token(os.environ.get(VARIABLE), host, wanted=not no_token)
    shelf = load_shelf(schemas, corpus, stability)
    limits = Limits(workers=workers, waiting=waiting, seconds=seconds)
    hosts = (*LOCAL, host, *(allow_host or ()))
    app = create_app(limits, shelf=shelf, hosts=hosts, token=token, llms=offered(llm or ()))
    with listen(host, port) as (socket, address):
        entrance = f"{address}?token={token}" if token else address
        output.result({"address": address, "token": token or None, "open": entrance})
        output.remark(f"tacit listens; Ctrl-C ends it. Open {entrance}")
        server(app, "info" if verbose else "warning").run(sockets=[socket])

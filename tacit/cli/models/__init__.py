"""`tacit models`: the folders of trained models, whatever their task, and language models to be had."""

from __future__ import annotations

import typer

from tacit.cli.models import bundle, get, list, seen, serve

app = typer.Typer(no_args_is_help=True, help="Trained models, and language models to be had.")
app.command("list")(list.list_)
app.command("get")(get.get)
app.command("bundle")(bundle.bundle)
app.command("serve")(serve.serve)
app.command("seen")(seen.seen)

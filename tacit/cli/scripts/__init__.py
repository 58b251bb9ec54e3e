"""`tacit scripts`: what typically happens in a scenario, and what a text leaves out of it."""

from __future__ import annotations

import typer

from tacit.cli.scripts import check, compile, edit, evaluate, export, learn, list, show, train_encoder, trust

app = typer.Typer(no_args_is_help=True, help="What typically happens in a scenario, in which order?")
app.command("check")(check.check)
app.command("compile")(compile.compile_)
app.command("edit")(edit.edit)
app.command("export")(export.export)
app.command("train-encoder")(train_encoder.train_encoder)
app.command("trust")(trust.trust)
app.command("show")(show.show)
app.command("list")(list.list_)
app.command("learn")(learn.learn)
app.command("evaluate")(evaluate.evaluate)

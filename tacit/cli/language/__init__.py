"""`tacit language`: measure and train what reads the language."""

from __future__ import annotations

import typer

from tacit.cli.language import coreference, kinds

app = typer.Typer(no_args_is_help=True, help="Measure and train what reads the language.")

coreference_app = typer.Typer(no_args_is_help=True, help="Coreference: who is who.")
coreference_app.command("evaluate")(coreference.evaluate)
coreference_app.command("train")(coreference.train)
app.add_typer(coreference_app, name="coreference")

kinds_app = typer.Typer(no_args_is_help=True, help="Kinds of text: story, instructions, news or other.")
kinds_app.command("train")(kinds.train)
kinds_app.command("evaluate")(kinds.evaluate)
app.add_typer(kinds_app, name="kinds")

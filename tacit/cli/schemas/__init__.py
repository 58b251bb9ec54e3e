"""`tacit schemas`: learn the narratives that recur in a corpus, look at them, find them in texts."""

from __future__ import annotations

import typer

from tacit.cli.schemas import cloze, induce, match, name, salience, show, stability

app = typer.Typer(no_args_is_help=True, help="Narrative schemas: learn, see, find and measure them.")
app.command("induce")(induce.induce)
app.command("show")(show.show)
app.command("match")(match.match)
app.command("name")(name.name)
app.command("cloze")(cloze.cloze)
app.command("salience")(salience.salience)
app.command("stability")(stability.stability)

"""`tacit scenarios`: which everyday activity is each passage about?"""

from __future__ import annotations

import typer

from tacit.cli.scenarios import annotation, measuring, preparing, reading

app = typer.Typer(no_args_is_help=True, help="Which everyday activity is each passage about?")
app.command("detect")(reading.detect)
app.command("segment")(reading.segment)
app.command("words")(reading.words)
app.command("inventory")(reading.inventory)
app.command("evaluate")(measuring.evaluate)
app.command("train")(measuring.train)
app.command("compose")(measuring.compose)
app.command("affinity")(preparing.affinity)
app.command("project")(preparing.project)
app.command("agreement")(annotation.agreement)
app.command("merge")(annotation.merge)
app.command("statistics")(annotation.statistics)

"""`tacit scenarios`: which everyday activity is each passage about?"""

from __future__ import annotations

import typer

from tacit.cli.scenarios import (
    adapt,
    affinity,
    agreement,
    compose,
    detect,
    evaluate,
    inventory,
    merge,
    project,
    segment,
    statistics,
    train,
    words,
)

app = typer.Typer(no_args_is_help=True, help="Which everyday activity is each passage about?")
app.command("detect")(detect.detect)
app.command("segment")(segment.segment)
app.command("words")(words.words)
app.command("inventory")(inventory.inventory)
app.command("evaluate")(evaluate.evaluate)
app.command("train")(train.train)
app.command("adapt")(adapt.adapt)
app.command("compose")(compose.compose)
app.command("affinity")(affinity.affinity)
app.command("project")(project.project)
app.command("agreement")(agreement.agreement)
app.command("merge")(merge.merge)
app.command("statistics")(statistics.statistics)

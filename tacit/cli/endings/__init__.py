"""`tacit endings`: which continuation makes sense?"""

from __future__ import annotations

import typer

from tacit.cli.endings import (
    build,
    choose,
    coherence,
    compare,
    evaluate,
    generate_negatives,
    train,
    train_language_model,
)

app = typer.Typer(no_args_is_help=True, help="Which continuation of a story makes sense?")
app.command("choose")(choose.choose)
app.command("evaluate")(evaluate.evaluate)
app.command("compare")(compare.compare)
app.command("train")(train.train)
app.command("generate-negatives")(generate_negatives.generate_negatives)
app.command("train-language-model")(train_language_model.train_language_model)
app.command("train-coherence")(coherence.train_coherence)
app.command("evaluate-coherence")(coherence.evaluate_coherence)

building = typer.Typer(
    no_args_is_help=True, help="Build cases: a sheet to write endings, sheets to rate, and what is kept."
)
building.command("sheet")(build.sheet)
building.command("ratings")(build.ratings)
building.command("cases")(build.cases)
app.add_typer(building, name="build")

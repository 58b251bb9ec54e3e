"""`tacit endings`: which continuation makes sense?"""

from __future__ import annotations

import typer

from tacit.cli.endings import building, choosing, coherence, making, measuring

app = typer.Typer(no_args_is_help=True, help="Which continuation of a story makes sense?")
app.command("choose")(choosing.choose)
app.command("evaluate")(measuring.evaluate)
app.command("compare")(measuring.compare)
app.command("train")(making.train)
app.command("generate-negatives")(making.generate_negatives)
app.command("train-language-model")(making.train_language_model)
app.command("train-coherence")(coherence.train_coherence)
app.command("evaluate-coherence")(coherence.evaluate_coherence)
app.add_typer(building.app, name="build")

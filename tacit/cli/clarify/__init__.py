"""`tacit clarify`: what does an instruction leave implicit, and what may it mean?"""

from __future__ import annotations

import typer

from tacit.cli.clarify import (
    build,
    check,
    codes,
    conflicts,
    evaluate,
    evaluate_check,
    evaluate_generation,
    evaluate_mining,
    explain,
    generate,
    learn_verbs,
    mine,
    rate,
    ratings,
    statistics,
    train,
    train_linter,
)
from tacit.cli.common import pretraining

app = typer.Typer(no_args_is_help=True, help="What does an instruction leave implicit, and what may it mean?")
app.command("check")(check.check)
app.command("codes")(codes.codes)
app.command("explain")(explain.explain)
app.command("mine")(mine.mine)
app.command("build")(build.build)
app.command("generate")(generate.generate)
app.command("rate")(rate.rate)
app.command("ratings")(ratings.ratings)
app.command("conflicts")(conflicts.conflicts)
app.command("statistics")(statistics.statistics)
app.command("evaluate")(evaluate.evaluate)
app.command("evaluate-check")(evaluate_check.evaluate_check)
app.command("evaluate-mining")(evaluate_mining.evaluate_mining)
app.command("evaluate-generation")(evaluate_generation.evaluate_generation)
app.command("train")(train.train)
app.command("train-linter")(train_linter.train_linter)
app.command("train-encoder")(pretraining.train_encoder)
app.command("learn-verbs")(learn_verbs.learn_verbs)

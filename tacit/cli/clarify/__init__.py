"""`tacit clarify`: what does an instruction leave implicit, and what may it mean?"""

from __future__ import annotations

import typer

from tacit.cli import pretraining
from tacit.cli.clarify import check, conflicting, generating, judging, linter, mine, rating, statistics

app = typer.Typer(no_args_is_help=True, help="What does an instruction leave implicit, and what may it mean?")
app.command("check")(check.check)
app.command("codes")(check.codes)
app.command("explain")(linter.explain)
app.command("mine")(mine.mine)
app.command("build")(mine.build)
app.command("generate")(generating.generate)
app.command("rate")(rating.rate)
app.command("ratings")(rating.ratings)
app.command("conflicts")(conflicting.conflicts)
app.command("statistics")(statistics.statistics)
app.command("evaluate")(judging.evaluate)
app.command("evaluate-check")(check.evaluate_check)
app.command("evaluate-mining")(mine.evaluate_mining)
app.command("evaluate-generation")(generating.evaluate_generation)
app.command("train")(judging.train)
app.command("train-linter")(linter.train_linter)
app.command("train-encoder")(pretraining.train_encoder)
app.command("learn-verbs")(mine.learn_verbs)

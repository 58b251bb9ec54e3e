"""`tacit steps`: which concrete steps does an abstract instruction stand for?"""

from __future__ import annotations

import typer

from tacit.cli.common import pretraining
from tacit.cli.steps import (
    align,
    check,
    cloze,
    compile,
    elaborate,
    evaluate_answers,
    fill,
    knowledge,
    make_cloze,
    statistics,
    train,
)

app = typer.Typer(no_args_is_help=True, help="Which concrete steps does an instruction stand for?")
app.command("cloze")(cloze.cloze)
app.command("fill")(fill.fill)
app.command("align")(align.align)
app.command("knowledge")(knowledge.knowledge)
app.command("elaborate")(elaborate.elaborate)
app.command("evaluate-answers")(evaluate_answers.evaluate_answers)
app.command("statistics")(statistics.statistics)
app.command("check")(check.check)
app.command("compile")(compile.compile_)
app.command("train-masked")(pretraining.train_masked)
app.command("train")(train.train)
app.command("make-cloze")(make_cloze.make_cloze)

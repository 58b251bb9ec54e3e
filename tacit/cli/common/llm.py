"""Options that all commands with `--llm` share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tacit.cli.common.output import Output

if TYPE_CHECKING:
    from tacit.llm import Forecast, Model

Llm = Annotated[
    str | None, typer.Option("--llm", help="A language model to ask: llm:MODEL@URL, llm:NAME or one of your settings.")
]
AnswersFile = Annotated[Path | None, typer.Option("--answers", help="Keep the model's answers here, and use them.")]
AnswersMode = Annotated[
    Literal["record", "use", "only"], typer.Option("--mode", help="Of --answers: add to it, only use it, ask nobody.")
]
BudgetOption = Annotated[
    str | None, typer.Option("--budget", help="Calls, or tokens as 50000tokens, that the model may take.")
]
Parallel = Annotated[int, typer.Option(min=1, max=256, help="Questions to the model at once.")]
Timeout = Annotated[float, typer.Option(min=0.1, max=86400, help="Seconds that an answer may take.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Count the calls and tokens, and send nothing.")]
Teacher = Annotated[
    str | None,
    typer.Option(help="A language model that labels --unlabelled before the training: llm:MODEL@URL or llm:NAME."),
]
Unlabelled = Annotated[
    list[str],
    typer.Option("--unlabelled", help="What the teacher is asked about, the least certain first; repeatable."),
]
Ask = Annotated[float, typer.Option(min=0, max=1, help="Ask only about this share, the least certain.")]


def show_planned(output: Output, model: Model) -> None:
    """What a dry run prints of all that was planned."""
    show_forecast(output, model.forecast(model.planned))


def show_forecast(output: Output, forecast: Forecast) -> None:
    """What a dry run prints."""
    output.result(forecast.to_dict(), str(forecast))

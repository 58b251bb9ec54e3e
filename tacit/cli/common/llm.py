"""Options and remarks that all commands with `--llm` share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tacit.cli.common.output import Output

if TYPE_CHECKING:
    from tacit.llm import Model, Question

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


@dataclass(frozen=True, slots=True)
class Asking:
    """What was said on the command line about asking a model."""

    llm: str | None
    answers: Path | None = None
    mode: str = "record"
    budget: str | None = None
    parallel: int = 4
    timeout: float = 120.0
    dry_run: bool = False

    @contextmanager
    def opened(self, output: Output) -> Iterator[Model | None]:
        """The model, or nothing where none was named; at the end, one line about what it took."""
        from tacit.errors import UsageError
        from tacit.llm import Mode, connect

        if self.llm is None:
            if self.answers is not None or self.budget is not None or self.dry_run:
                raise UsageError("--answers, --budget and --dry-run are about a language model: name one with --llm")
            yield None
            return
        with connect(
            self.llm,
            answers=self.answers,
            mode=Mode(self.mode),
            budget=self.budget,
            parallel=self.parallel,
            timeout=self.timeout,
            says=output.remark,
            plans=self.dry_run,
        ) as model:
            try:
                yield model
            finally:
                if model.costs.asked:
                    output.remark(str(model.costs))


def alone(system: str, llm: str | None, small: str) -> tuple[str, str | None, bool]:
    """The small system, the model on top, and whether the model is measured alone: `--system llm:MODEL@URL`."""
    from tacit.errors import UsageError

    if not system.startswith("llm:"):
        return system, llm, False
    if llm is not None:
        raise UsageError(f"{system!r} is a language model by itself: leave out --llm, or name a small system")
    return small, system, True


def told_planned(output: Output, model: Model) -> None:
    """What a dry run prints of all that was planned."""
    told_beforehand(output, model, model.planned)


def told_beforehand(output: Output, model: Model, questions: Sequence[Question]) -> None:
    """What a dry run prints."""
    forecast = model.forecast(questions)
    plain: dict[str, Any] = {
        "model": model.name,
        "questions": forecast.questions,
        "in_file": forecast.in_file,
        "calls": forecast.calls,
        "prompt_tokens": forecast.prompt_tokens,
        "completion_tokens_at_most": forecast.completion_tokens_at_most,
        "price_at_most": forecast.price_at_most,
    }
    price = "" if forecast.price_at_most is None else f"; price at most {forecast.price_at_most:.4f}"
    shown = (
        f"{forecast.calls:,} calls ({forecast.in_file:,} more are in the answers file), about "
        f"{forecast.prompt_tokens:,} tokens in, at most {forecast.completion_tokens_at_most:,} out{price}; answers that"
        " must be mended cost more"
    )
    output.result({"dry_run": plain}, shown)

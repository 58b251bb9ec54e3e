"""Options and ways to show things that several of these commands share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tacit.cli.common.output import Output

if TYPE_CHECKING:
    from rich.table import Table

    from tacit.cli.common.llm import Asking
    from tacit.endings.metrics import Bin
    from tacit.endings.task import Cloze, Probabilities

System = Annotated[str, typer.Option(help="A system by name, or NAME:FOLDER for a trained one.")]
Train = Annotated[list[str], typer.Option("--train", help="Answered clozes (CSV) or whole stories; repeatable.")]
Test = Annotated[list[str], typer.Option("--test", help="Stories with endings and answers (CSV); repeatable.")]
Seed = Annotated[int, typer.Option(help="Seed of everything random.")]
Folds = Annotated[int, typer.Option(min=0, help="Cross-validate on --test in this many folds by story.")]
ReliabilityPlot = Annotated[
    Path | None, typer.Option("--reliability", help="Draw whether probabilities mean what they say (.svg, .png, .pdf).")
]
LanguageModel = Annotated[
    Path | None, typer.Option(help="msap: a recurrent model of stories, as train-language-model writes it.")
]
Subset = Annotated[
    Literal["sentiment"] | None, typer.Option(help="Score only the stories whose sentences bear sentiment.")
]


def options_of(language_model: Path | None) -> dict[str, Any]:
    """The options of a system that were given, as its constructor names them."""
    return {} if language_model is None else {"language_model": language_model}


def table(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> Table:
    """A table without lines; without column names it has no head."""
    from rich.table import Table
    from rich.text import Text

    grid = Table(*columns, box=None, pad_edge=False, show_header=bool(columns))
    for row in rows:
        grid.add_row(*(Text(str(cell)) for cell in row))  # not as markup
    return grid


def percent(value: float | None) -> str:
    """A fraction as the papers print it, a dash for nothing.

    >>> percent(0.752), percent(None)
    ('75.2', '–')
    """
    return "–" if value is None else f"{100 * value:.1f}"


def warn_of_seen(output: Output, system: str, stories: int, seen: int) -> None:
    """Say so if a system has learnt from stories that it is measured on."""
    if seen:
        output.remark(
            f"{system} has learnt from {seen} of these {stories} stories: what it gets right there proves little;"
            " measure it on others, or with --folds"
        )


def draw_reliability(path: Path, bins: Sequence[Bin]) -> None:
    """For choices of like probability: the probability that was said, beside the share that was right."""
    from tacit.report.plots import bar_chart

    series = {"probability said": [each.probability for each in bins], "share right": [each.accuracy for each in bins]}
    names = [f"{each.probability:.0%}\nn={each.n}" for each in bins]
    bar_chart(path, names, series, x_label="choices made with this probability", y_label="share")


@dataclass(frozen=True, slots=True)
class Consulted:
    """Probabilities after a language model was asked, which stories it was asked about, and what that took."""

    said: list[Probabilities]
    asked: list[bool]
    plain: dict[str, Any]


def consult(
    output: Output, asking: Asking, share: float, clozes: Sequence[Cloze], said: Sequence[Probabilities]
) -> Consulted | None:
    """Ask the model that was named; nothing where none was, or where the run was a dry one and is done."""
    from tacit.cli.common.llm import told_beforehand
    from tacit.endings.asking import ask, choices_of
    from tacit.llm.choosing import questions

    with asking.opened(output) as model:
        if model is None:
            return Consulted(list(said), [False] * len(clozes), {})
        if asking.dry_run:
            told_beforehand(output, model, list(questions(list(choices_of(clozes, said, share).values()))))
            return None
        found = ask(model, clozes, said, share)
        plain = {"llm": {**model.costs.to_dict(), "stories_answered": sum(found.answered)}}
        return Consulted(found.said, found.asked, plain)

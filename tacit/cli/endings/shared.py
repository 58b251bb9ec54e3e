"""Options and ways to show things that several of these commands share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

if TYPE_CHECKING:
    from tacit.endings.metrics import Bin

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


def percent(value: float | None) -> str:
    """A fraction as the papers print it, a dash for nothing.

    >>> percent(0.752), percent(None)
    ('75.2', '–')
    """
    return "–" if value is None else f"{100 * value:.1f}"


def draw_reliability(path: Path, bins: Sequence[Bin]) -> None:
    """For choices of like probability: the probability that was said, beside the share that was right."""
    from tacit.report.plots import bar_chart

    series = {"probability said": [each.probability for each in bins], "share right": [each.accuracy for each in bins]}
    names = [f"{each.probability:.0%}\nn={each.n}" for each in bins]
    bar_chart(path, names, series, x_label="choices made with this probability", y_label="share")

"""What every command that measures says when it compares two systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tacit.cli.common.output import Output
    from tacit.comparison import Comparison, Difference

Against = Annotated[
    str | None,
    typer.Option(help="Compare with this system on the same texts, too: 95 % intervals and a paired test."),
]


def show(output: Output, comparison: Comparison | None) -> None:
    """A table for a person."""
    from tacit.cli.common.options import table

    if comparison is None or output.as_json:
        return
    columns = ("", comparison.first, comparison.second, "difference", "p")
    output.stdout.print(table(columns, (row for each in comparison.metrics for row in _rows(each))))
    swaps = "all ways to swap them" if comparison.exact else f"{comparison.samples} random swaps"
    output.stdout.print(f"{comparison.documents} documents; intervals by bootstrap over them, p from {swaps}")


def _rows(each: Difference) -> tuple[tuple[str, ...], ...]:
    """Figures and, below, their intervals, so that a row fits a terminal."""
    figures = (
        each.metric.replace("_", " "),
        _figure(each.first, ".3f"),
        _figure(each.second, ".3f"),
        _figure(each.difference, "+.3f"),
        _figure(each.p, ".2g"),
    )
    intervals = (
        "  95 %",
        _interval(each.first_low, each.first_high, ".3f"),
        _interval(each.second_low, each.second_high, ".3f"),
        _interval(each.difference_low, each.difference_high, "+.3f"),
        "",
    )
    return figures, intervals


def _figure(value: float | None, form: str) -> str:
    return "–" if value is None else f"{value:{form}}"


def _interval(low: float | None, high: float | None, form: str) -> str:
    return "–" if low is None or high is None else f"{low:{form}} to {high:{form}}"

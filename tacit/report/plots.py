"""Small charts as SVG or PNG files, for reports and papers. Needs the extra `plots`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from tacit.errors import UsageError
from tacit.extras import require
from tacit.files import atomic_write
from tacit.report.marking import PALETTE

FORMATS = ("svg", "png", "pdf")
_SETTINGS = {"svg.hashsalt": "tacit", "svg.fonttype": "none", "font.size": 10, "axes.spines.top": False}


def bar_chart(
    path: str | Path,
    categories: Sequence[str],
    series: Mapping[str, Sequence[float]],
    *,
    x_label: str = "",
    y_label: str = "",
    title: str = "",
) -> None:
    """Write a chart with a group of bars for each category, one bar a series; the ending of `path` is the format.

    The same values give the same bytes.
    """
    kind = _format(path)
    matplotlib = require("matplotlib", extra="plots")
    figures = require("matplotlib.figure", extra="plots")
    with matplotlib.rc_context({**_SETTINGS, "axes.spines.right": False}), atomic_write(path, "wb") as stream:
        figure = figures.Figure(figsize=(7, 4), layout="constrained")
        _draw(figure.subplots(), categories, series, x_label, y_label, title)
        _save(figure, stream, kind)


def _draw(
    axes: Any,
    categories: Sequence[str],
    series: Mapping[str, Sequence[float]],
    x_label: str,
    y_label: str,
    title: str,
) -> None:
    width = 0.8 / max(1, len(series))
    for number, (name, values) in enumerate(series.items()):
        places = [place + (number - (len(series) - 1) / 2) * width for place in range(len(categories))]
        axes.bar(places, values, width, label=name, color=PALETTE[number % len(PALETTE)])
    axes.set_xticks(range(len(categories)), categories)
    axes.set(xlabel=x_label, ylabel=y_label, title=title)
    if len(series) > 1:
        axes.legend(frameon=False)


def _save(figure: Any, stream: IO[bytes], kind: str) -> None:
    date = {"svg": "Date", "pdf": "CreationDate"}.get(kind)
    figure.savefig(stream, format=kind, dpi=150, metadata={date: None} if date else None)


def _format(path: str | Path) -> str:
    kind = Path(path).suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise UsageError(f"{path}: a plot is written as {', '.join('.' + name for name in FORMATS)}")
    return kind

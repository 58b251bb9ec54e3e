"""Stability as line charts, like Figures 1 and 2 of Simonson and Davis (2018). Needs the extra `plots`."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

from tacit.extras import require
from tacit.report.marking import PALETTE

FORMATS = ("svg", "png")
_SETTINGS = {
    "svg.hashsalt": "tacit",
    "svg.fonttype": "none",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_MARKERS = "os^Dvh*P"
_DASHES: tuple[Any, ...] = ("-", (0, (5, 2)))


def stability_chart(series: Mapping[str, Sequence[float]], kind: str) -> bytes:
    """JRF at each ablation, a line a name, as an SVG or PNG file; the same values give the same bytes."""
    matplotlib = require("matplotlib", extra="plots")
    figures = require("matplotlib.figure", extra="plots")
    with matplotlib.rc_context(_SETTINGS):
        figure = figures.Figure(figsize=(7.5, 4.4), layout="constrained")
        _draw(figure.subplots(), series)
        stream = io.BytesIO()
        figure.savefig(stream, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
    return stream.getvalue()


def _draw(axes: Any, series: Mapping[str, Sequence[float]]) -> None:
    for number, (name, values) in enumerate(series.items()):
        look = {"color": PALETTE[number % len(PALETTE)], "marker": _MARKERS[number % len(_MARKERS)]}
        dash = _DASHES[number // len(PALETTE) % len(_DASHES)]
        axes.plot(range(len(values)), values, label=name, linestyle=dash, markersize=5, linewidth=1.5, **look)
    axes.set(xlabel="ablation (each removes more documents)", ylabel="JRF (events typically shared)")
    axes.set_xticks(range(max(map(len, series.values()), default=0)))
    axes.grid(axis="y", alpha=0.25)
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5), fontsize=9)

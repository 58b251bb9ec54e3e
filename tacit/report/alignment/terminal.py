"""Alignments and the knowledge they teach, on the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table as Grid
from rich.text import Text

from tacit.report.alignment.drawing import columns
from tacit.report.schemas.drawing import printable
from tacit.steps.knowledge import Association
from tacit.steps.task import Pair


def alignment(pair: Pair, places: Sequence[int]) -> Grid:
    """A line for each abstract word, with the concrete words that come from it."""
    grid = Grid(box=None, pad_edge=False, show_header=False)
    grid.add_column("", justify="right", no_wrap=True)
    grid.add_column("", overflow="fold")
    for column in columns(pair, places):
        style = column.colour or "dim"
        bar = "┃ " if column.concrete else "  "
        grid.add_row(Text(column.abstract, style=style), Text(bar + " ".join(column.concrete), style=style))
    return grid


def associations(found: Mapping[str, Sequence[Association]], *, to_concrete: bool, top: int) -> Grid:
    """A line for each word that was looked up, with what it is associated with, like a half of Table 3."""
    grid = Grid("abstract" if to_concrete else "concrete", "→ concrete" if to_concrete else "→ abstract", box=None)
    for word, tuples in found.items():
        shown = [printable(each.concrete if to_concrete else each.abstract) for each in tuples[:top]]
        grid.add_row(Text(printable(word), style="bold"), Text(", ".join(shown) or "–"))
    return grid

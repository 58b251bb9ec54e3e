"""Options and ways to show things that several of these commands share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.output import Output

if TYPE_CHECKING:
    from rich.table import Table

File = Annotated[str, typer.Argument(help="A file, a folder, a glob, or - for standard input.")]
System = Annotated[str, typer.Option(help="A system by name, or NAME:FOLDER for a trained one.")]
InventoryFile = Annotated[
    Path | None, typer.Option("--inventory", help="Your own scenarios: TOML, or one label a line.")
]
TrainPaths = Annotated[
    list[str], typer.Option("--train", help="Texts labelled with scenarios to train on; repeatable.")
]
NonePaths = Annotated[list[str], typer.Option("--none", help="Texts that are about no scenario; repeatable.")]
Out = Annotated[str, typer.Option(help="Write the texts here; a folder ends in /.")]
To = Annotated[str | None, typer.Option("--to", help="The format of --out, where its name does not tell.")]
Plot = Annotated[Path | None, typer.Option(help="Draw it here, as .svg, .png or .pdf.")]
Seed = Annotated[int, typer.Option(help="Seed of everything random.")]


def table(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> Table:
    """A table without lines; without column names it has no head."""
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, pad_edge=False, show_header=bool(columns))
    for name in columns:
        grid.add_column(Text(name))  # not as markup
    for row in rows:
        grid.add_row(*(Text(str(cell)) for cell in row))
    return grid


def number(value: float | None) -> str:
    """A count as it is, a fraction with three decimals, a dash for nothing."""
    if value is None:
        return "–"
    return str(value) if isinstance(value, int) else f"{value:.3f}"


@contextmanager
def working(output: Output, what: str) -> Iterator[None]:
    """A bar that shows that something is going on."""
    with output.progress() as bar:
        bar.add_task(what, total=None, rate="")
        yield

"""A reading on the terminal, in as few columns as it has."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from tacit.capability import Block, Facts, Passages, Table
from tacit.documents import Document
from tacit.reader import Reading
from tacit.report.marking import colours, name_of, runs


def reading(reading: Reading, *, width: int = 80) -> RenderableType:
    """A whole reading: the document's name, then section after section."""
    parts: list[RenderableType] = [Text(reading.document.id or "text", style="bold")]
    for section in reading.sections:
        parts.append(Rule(Text(section.title, style="bold"), align="left", style="dim"))
        parts += [Padding(_block(block, reading.document), (0, 0, 1, 0)) for block in section.blocks]
    return Group(*parts)


def _block(block: Block, document: Document) -> RenderableType:
    if isinstance(block, Facts):
        return _facts(block)
    if isinstance(block, Table):
        return _table(block)
    return _passages(block, document)


def _facts(block: Facts) -> RenderableType:
    text = Text()
    for number, (name, value) in enumerate(block.pairs):
        text.append("   " if number else "").append(value, style="bold").append(f" {name}")
    return text


def _table(block: Table) -> RenderableType:
    grid = Grid(title=block.title or None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in block.columns:
        grid.add_column(name, overflow="fold")
    for row in block.rows:
        grid.add_row(*(Text(cell) for cell in row))
    return grid


def _passages(block: Passages, document: Document) -> RenderableType:
    palette = colours(document, block)
    text = Text()
    for run in runs(document, document.layer(block.layer).annotations):
        names = [name_of(annotation, block) for annotation in run.under]
        style = next((f"{palette[name]} bold" for name in reversed(names) if name in palette), "")
        text.append(run.text, style=style)
    legend = Text()
    for name, colour in palette.items():
        legend.append("■ ", style=colour).append(f"{name}   ")
    title = [Text(block.title, style="italic")] if block.title else []
    return Group(*title, text, legend)

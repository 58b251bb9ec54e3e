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
from tacit.report.harmless import harmless
from tacit.report.marking import colours, marked, name_of, runs


def reading(reading: Reading) -> RenderableType:
    """A whole reading: the document's name, then section after section."""
    parts: list[RenderableType] = [_text(reading.document.id or "text", "bold")]
    for section in reading.sections:
        parts.append(Rule(_text(section.title, "bold"), align="left", style="dim"))
        parts += [Padding(_block(block, reading.document), (0, 0, 1, 0)) for block in section.blocks]
    return Group(*parts)


def _text(words: str, style: str = "") -> Text:
    return Text(harmless(words), style=style)


def _block(block: Block, document: Document) -> RenderableType:
    if isinstance(block, Facts):
        return _facts(block)
    if isinstance(block, Table):
        return _table(block)
    return _passages(block, document)


def _facts(block: Facts) -> RenderableType:
    text = Text()
    for number, (name, value) in enumerate(block.pairs):
        text.append("   " if number else "").append(harmless(value), style="bold").append(f" {harmless(name)}")
    return text


def _table(block: Table) -> RenderableType:
    title = _text(block.title, "table.title") if block.title else None
    grid = Grid(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in block.columns:
        grid.add_column(_text(name), overflow="fold")
    for row in block.rows:
        grid.add_row(*map(_text, row))
    return grid


def _passages(block: Passages, document: Document) -> RenderableType:
    palette = colours(document, block)
    text = Text()
    for run in runs(document, marked(document, block)):
        names = [name_of(annotation, block) for annotation in run.under]
        style = next((f"{palette[name]} bold" for name in reversed(names) if name in palette), "")
        text.append(harmless(run.text), style=style)
    legend = Text()
    for name, colour in palette.items():
        legend.append("■ ", style=colour).append(f"{harmless(name)}   ")
    title = [_text(block.title, "italic")] if block.title else []
    return Group(*title, text, legend)

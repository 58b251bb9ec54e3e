"""A reading as one self-contained page: no script, no request to anywhere, everything escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from tacit.capability import Block, Facts, Passages, Section, Table
from tacit.documents import Document
from tacit.files import atomic_write
from tacit.reader import Reading
from tacit.report.marking import colours, marked, name_of, runs
from tacit.text import cut

STYLE = Path(__file__).with_name("page.css")
MOST_NAMES = 6
"""Of many annotations around one place, the innermost are named when it is pointed at."""
LONGEST_NAME = 60


def write(readings: Sequence[Reading], path: str | Path) -> None:
    """Write readings as one page, whole or not at all."""
    with atomic_write(path) as stream:
        stream.write(page(readings))


def page(readings: Sequence[Reading]) -> str:
    """Readings as HTML."""
    title = readings[0].document.id if len(readings) == 1 else f"{len(readings)} texts"
    body = "\n".join(_reading(reading) for reading in readings)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)} – tacit</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def embedded(reading: Reading, height: int = 480) -> str:
    """The page in a frame of its own, so that neither its style nor that of what stands around it reaches the other."""
    style = f"width:100%;height:{height}px;border:1px solid #ccc;resize:vertical"
    return f'<iframe sandbox style="{style}" title="tacit" srcdoc="{escape(page([reading]))}"></iframe>'


def _reading(reading: Reading) -> str:
    sections = "\n".join(_section(section, reading.document) for section in reading.sections)
    text = f'<details><summary>The text</summary><div class="text">{escape(reading.document.text)}</div></details>'
    return f"<article>\n<h1>{escape(reading.document.id or 'text')}</h1>\n{sections}\n{text}\n</article>"


def _section(section: Section, document: Document) -> str:
    blocks = "\n".join(_block(block, document) for block in section.blocks)
    return f"<section>\n<h2>{escape(section.title)}</h2>\n{blocks}\n</section>"


def _block(block: Block, document: Document) -> str:
    if isinstance(block, Facts):
        return (
            "<ul class=facts>" + "".join(f"<li><b>{escape(v)}</b> {escape(n)}</li>" for n, v in block.pairs) + "</ul>"
        )
    if isinstance(block, Table):
        return _table(block)
    return _passages(block, document)


def _table(block: Table) -> str:
    caption = f"<caption>{escape(block.title)}</caption>" if block.title else ""
    head = "".join(f"<th scope=col>{escape(name)}</th>" for name in block.columns)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in block.rows)
    return f"<div class=wide><table>{caption}<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>"


def _passages(block: Passages, document: Document) -> str:
    palette = colours(document, block)
    parts = []
    for run in runs(document, marked(document, block)):
        names = [name for name in (name_of(a, block) for a in run.under) if name in palette]
        if names:
            colour = palette[names[-1]]
            parts.append(f'<mark style="--hue:{colour}" title="{_innermost(names)}">{escape(run.text)}</mark>')
        else:
            parts.append(escape(run.text))
    legend = "".join(f'<li><span style="--hue:{c}"></span>{_short(n)}</li>' for n, c in palette.items())
    title = f"<h3>{escape(block.title)}</h3>" if block.title else ""
    return f'{title}<div class="text">{"".join(parts)}</div><ul class=legend>{legend}</ul>'


def _innermost(names: Sequence[str]) -> str:
    few = list(dict.fromkeys(reversed(names)))[:MOST_NAMES]
    return ", ".join(map(_short, reversed(few)))


def _short(name: str) -> str:
    return escape(cut(name, LONGEST_NAME))

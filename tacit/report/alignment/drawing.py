"""Which abstract word each concrete one comes from, drawn like an interlinear gloss, as SVG.

Abstract words stand above in coloured boxes, the concrete words that come from each below it. As alignments never go
back, both read from left to right. An abstract word that nothing comes from has no box below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import wrap

from tacit.files import atomic_write
from tacit.report.marking import PALETTE
from tacit.report.schemas.drawing import printable
from tacit.steps.knowledge import spans
from tacit.steps.task import Pair, Words
from tacit.text import cut

LINE, CHARACTER, PAD, GAP = 20, 7.8, 10, 14
RUN_WIDTH = 22
"""Characters of a line of concrete words."""
BAND_WIDTH = 860
"""Pixels after which columns go on below."""
WORD_LIMIT = 40
_STYLE = (
    ".alignment text{font-family:system-ui,sans-serif;font-size:14px;fill:#1c1c1c}"
    ".alignment .abstract{font-weight:600}.alignment .unused{opacity:.45}"
)


@dataclass(frozen=True, slots=True)
class GlossColumn:
    """An abstract word with its concrete ones."""

    abstract: str
    concrete: Words
    colour: str


def columns(pair: Pair, places: Sequence[int]) -> list[GlossColumn]:
    """A column for each abstract word; neighbours that have concrete words differ in colour."""
    runs = dict(spans(pair, places))
    colours = {place: PALETTE[number % len(PALETTE)] for number, place in enumerate(runs)}
    return [
        GlossColumn(_short(word), tuple(_short(each) for each in runs.get(place, ())), colours.get(place, ""))
        for place, word in enumerate(pair.abstract)
    ]


def write_drawing(pair: Pair, places: Sequence[int], path: str | Path) -> None:
    """Write an SVG file, whole or not at all."""
    with atomic_write(path) as stream:
        stream.write(drawing(pair, places))


def drawing(pair: Pair, places: Sequence[int]) -> str:
    """The alignment as one SVG picture on white."""
    parts, top, width = [], GAP, 0.0
    for band in _bands(columns(pair, places)):
        left = float(GAP)
        for column in band:
            parts.append(_column(column, left, top))
            left += _width(column) + GAP
        width = max(width, left)
        top += LINE * (3 + max(len(_lines(column)) for column in band)) + GAP
    title = escape(f"{' '.join(map(_short, pair.abstract))}: {' '.join(map(_short, pair.concrete))}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="alignment" role="img" width="{width:.0f}" height="{top}"'
        f' viewBox="0 0 {width:.0f} {top}"><title>{title}</title><style>{_STYLE}</style>'
        f'<rect width="{width:.0f}" height="{top}" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _bands(all_columns: Sequence[GlossColumn]) -> list[list[GlossColumn]]:
    bands: list[list[GlossColumn]] = [[]]
    used = 0.0
    for column in all_columns:
        needed = _width(column) + GAP
        if bands[-1] and used + needed > BAND_WIDTH:
            bands.append([])
            used = 0.0
        bands[-1].append(column)
        used += needed
    return bands


def _lines(column: GlossColumn) -> list[str]:
    return wrap(" ".join(column.concrete), RUN_WIDTH, break_long_words=False, break_on_hyphens=False)


def _width(column: GlossColumn) -> float:
    longest = max(map(len, [column.abstract, *_lines(column)]))
    return longest * CHARACTER + 2 * PAD


def _column(column: GlossColumn, left: float, top: float) -> str:
    width, middle = _width(column), left + _width(column) / 2
    lines = _lines(column)
    if not lines:
        return _text(column.abstract, middle, top + 15, "abstract unused")
    below = top + LINE * 2
    height = LINE * len(lines) + PAD
    fill = f'fill="{column.colour}" fill-opacity=".16" stroke="{column.colour}"'
    boxes = (
        f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{LINE + 4}" rx="4" {fill}/>'
        f'<line x1="{middle:.1f}" x2="{middle:.1f}" y1="{top + LINE + 4}" y2="{below}" stroke="{column.colour}"/>'
        f'<rect x="{left:.1f}" y="{below}" width="{width:.1f}" height="{height}" rx="4" {fill}/>'
    )
    texts = [_text(line, middle, below + LINE * (number + 1) - 2, "") for number, line in enumerate(lines)]
    return boxes + _text(column.abstract, middle, top + 17, "abstract") + "".join(texts)


def _text(text: str, x: float, y: float, kind: str) -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.0f}" text-anchor="middle">{escape(text)}</text>'


def _short(word: str) -> str:
    return cut(printable(word), WORD_LIMIT)

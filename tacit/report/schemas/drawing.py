"""Schemas drawn like Figure 3 of Simonson and Davis (2018), as SVG.

One row an event, one column a role. Slots of one chain have the same colour and shape; a dotted box is a slot that the
corpus attests but no chain links; what the corpus never attests stays blank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin
from pathlib import Path

from tacit.files import atomic_write
from tacit.report.marking import PALETTE
from tacit.schemas.task import ROLES, Chain, Schema, Slot
from tacit.text import cut

ROW, CELL, PAD, RADIUS = 30, 52, 14, 9
CHARACTER = 7.6
"""Width of a character of a verb, on the safe side."""
LEGEND_ROW = 22
TYPES_SHOWN = 3
NAME_LIMIT = 24
SHAPES = ("circle", "square", "triangle", "diamond", "wedge", "hexagon", "star", "cross")
_FONT = "font-family:system-ui,sans-serif"
_STYLE = (
    f".schema text{{{_FONT};font-size:14px;fill:currentColor}}"
    ".schema .role,.schema .types{font-size:11px;opacity:.75}.schema .number{font-size:12px;font-weight:600}"
    ".schema .unlinked{fill:none;stroke:currentColor;stroke-opacity:.6;stroke-dasharray:2 3;stroke-width:1.3}"
    ".schema line{stroke:currentColor;stroke-opacity:.15}"
)
_CORNERS = {"square": 4, "triangle": 3, "diamond": 4, "wedge": 3, "hexagon": 6, "star": 10, "cross": 12}


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawn schema without its frame."""

    width: int
    height: int
    body: str


def linked(schema: Schema) -> list[Chain]:
    """The chains that tie slots together; a chain of one slot links nothing."""
    return [chain for chain in schema.chains if len(chain.slots) > 1]


def shape_of(number: int) -> tuple[str, str]:
    """Colour and shape of a chain by its number; no two of 64 chains have both in common.

    >>> shape_of(0), shape_of(8)
    (('#0072B2', 'circle'), ('#0072B2', 'square'))
    """
    return PALETTE[number % len(PALETTE)], SHAPES[(number + number // len(PALETTE)) % len(SHAPES)]


def write_drawing(numbered: Sequence[tuple[int, Schema]], path: str | Path, *, columns: int = 3) -> None:
    """Write an SVG file, whole or not at all."""
    with atomic_write(path) as stream:
        stream.write(drawing(numbered, columns=columns))


def drawing(numbered: Sequence[tuple[int, Schema]], *, columns: int = 3) -> str:
    """Schemas, each with its number, as one SVG picture on white, row by row."""
    figures = [figure(schema, number) for number, schema in numbered]
    width = max((drawn.width for drawn in figures), default=0) + 2 * PAD
    parts, top = [], PAD
    for start in range(0, len(figures), columns):
        row = figures[start : start + columns]
        for place, drawn in enumerate(row):
            parts.append(f'<g transform="translate({PAD + place * width},{top})">{drawn.body}</g>')
        top += max(drawn.height for drawn in row) + 2 * PAD
    total = width * min(columns, len(figures)) or PAD
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="schema" width="{total}" height="{top}"'
        f' viewBox="0 0 {total} {top}" style="color:#1c1c1c;background:#fff">'
        f'<style>{_STYLE}</style><rect width="{total}" height="{top}" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def inline(schema: Schema, number: int) -> str:
    """One schema as SVG inside a page that has `style()`; it takes the page's text colour."""
    drawn = figure(schema, number)
    name = escape(f"Schema {number}: {', '.join(schema.events)}", quote=True)
    return (
        f'<svg class="schema" role="img" aria-label="{name}" width="{drawn.width}" height="{drawn.height}"'
        f' viewBox="0 0 {drawn.width} {drawn.height}">{drawn.body}</svg>'
    )


def style() -> str:
    """The rules that inline drawings need, once a page."""
    return _STYLE


def figure(schema: Schema, number: int) -> Figure:
    """One schema: its number, the names of the roles, a row an event, and what kinds of participant each chain has."""
    chains = linked(schema)
    left = round(max(len(_short(verb)) for verb in schema.events) * CHARACTER) + PAD
    heads = "".join(
        f'<text class="role" text-anchor="middle" x="{_column(left, column)}" y="14">{role}</text>'
        for column, role in enumerate(ROLES)
    )
    rows = [_row(schema, verb, place, left, chains) for place, verb in enumerate(schema.events)]
    bottom = ROW * (len(schema.events) + 1)
    legend = [_legend(chain, place, bottom) for place, chain in enumerate(chains)]
    widest = max((len(kinds(chain)) for chain in chains), default=0) * 6.4 + 26
    width = max(left + CELL * len(ROLES), round(widest))
    title = f'<text class="number" x="0" y="14">{number}</text>'
    return Figure(width, bottom + LEGEND_ROW * len(chains) + 4, "".join([title, heads, *rows, *legend]))


def _column(left: int, column: int) -> float:
    return left + CELL * (column + 0.5)


def _row(schema: Schema, verb: str, place: int, left: int, chains: Sequence[Chain]) -> str:
    middle = ROW * (place + 1.5) - 6
    line = f'<line x1="0" x2="{left + CELL * len(ROLES)}" y1="{middle + ROW / 2}" y2="{middle + ROW / 2}"/>'
    cells = "".join(
        _cell(schema, Slot(verb, role), _column(left, column), middle, chains) for column, role in enumerate(ROLES)
    )
    return f'<text x="0" y="{middle + 5}">{escape(_short(verb))}</text>{cells}{line}'


def _cell(schema: Schema, slot: Slot, x: float, y: float, chains: Sequence[Chain]) -> str:
    for number, chain in enumerate(chains):
        if slot in chain.slots:
            title = escape(f"{slot.role} of {printable(slot.verb)}: {kinds(chain)}")
            return f"<g><title>{title}</title>{_mark(number, x, y)}</g>"
    if slot in schema.attested or any(slot in chain.slots for chain in schema.chains):
        side = 2 * RADIUS
        return f'<rect class="unlinked" x="{x - RADIUS}" y="{y - RADIUS}" width="{side}" height="{side}"/>'
    return ""


def _mark(number: int, x: float, y: float) -> str:
    colour, shape = shape_of(number)
    if shape == "circle":
        return f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{colour}"/>'
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in _outline(shape))
    return f'<polygon points="{points}" fill="{colour}"/>'


def _outline(shape: str) -> list[tuple[float, float]]:
    """Corners around the middle of a cell; all shapes look about equally large."""
    if shape == "square":
        side = RADIUS * 0.88
        return [(-side, -side), (side, -side), (side, side), (-side, side)]
    if shape == "cross":
        long, short = RADIUS, RADIUS * 0.36
        corner = [(short, -long), (short, -short), (long, -short)]
        turned = [corner]
        for _ in range(3):
            turned.append([(-y, x) for x, y in turned[-1]])
        return [point for quarter in turned for point in quarter]
    corners = _CORNERS[shape]
    start = pi / 2 if shape == "wedge" else -pi / 2
    reach = [RADIUS * 1.15, RADIUS * 0.5] if shape == "star" else [RADIUS * 1.15]
    angles = [(start + 2 * pi * n / corners, reach[n % len(reach)]) for n in range(corners)]
    return [(far * cos(angle), far * sin(angle)) for angle, far in angles]


def _legend(chain: Chain, place: int, top: int) -> str:
    y = top + LEGEND_ROW * (place + 0.5)
    words = f'<text class="types" x="24" y="{y + 4}">{escape(kinds(chain))}</text>'
    return f'<g transform="translate(9,{y}) scale(.75)">{_mark(place, 0, 0)}</g>{words}'


def kinds(chain: Chain) -> str:
    """The kinds of participant that fill a chain, the heaviest first."""
    ranked = sorted(chain.types.items(), key=lambda weighted: (-weighted[1], weighted[0]))
    shown = ", ".join(_short(name) for name, _ in ranked[:TYPES_SHOWN])
    return (shown or "any participant") + (" …" if len(ranked) > TYPES_SHOWN else "")


def printable(text: str) -> str:
    """The text without characters that steer a terminal or break XML: files of schemas come from strangers, too.

    >>> printable("rob\x1b[2J")
    'rob�[2J'
    """
    return "".join(character if character.isprintable() else "�" for character in text)


def _short(text: str) -> str:
    return cut(printable(text), NAME_LIMIT)

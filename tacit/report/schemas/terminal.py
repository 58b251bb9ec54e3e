"""Schemas, and schemas found in a text, on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from tacit.report.schemas.drawing import kinds, linked, printable, shape_of
from tacit.schemas.match import Match
from tacit.schemas.task import ROLES, Schema, Slot

MARKS = "●■▲◆▼⬢★✚"
UNLINKED = "□"
_PEOPLE_SHOWN = 3


def schemas(numbered: Sequence[tuple[int, Schema]], *, width: int = 80) -> RenderableType:
    """Schemas one below the other, each with what kinds of participant its chains have."""
    legend = Text(f"same mark: same participant   {UNLINKED} filled, but not linked   blank: never filled", style="dim")
    return Group(*(Padding(_schema(number, schema), (0, 0, 1, 0)) for number, schema in numbered), legend)


def _schema(number: int, schema: Schema) -> RenderableType:
    chains = linked(schema)
    grid = Grid(box=None, pad_edge=False)
    grid.add_column(str(number), no_wrap=True, max_width=24, min_width=14, overflow="ellipsis")
    for role in ROLES:
        grid.add_column(role, justify="center", min_width=4)
    grid.add_column("score", justify="right")
    grid.add_column("")
    for place, (verb, score) in enumerate(zip(schema.events, schema.scores, strict=True)):
        cells = [_cell(schema, Slot(verb, role)) for role in ROLES]
        side = _mark(place).append(f" {kinds(chains[place])}", style="default") if place < len(chains) else Text()
        side.no_wrap, side.overflow = True, "ellipsis"
        grid.add_row(Text(printable(verb)), *cells, f"{score:.2f}" if place else "", side)
    return Group(*_heading(schema), grid)


def _heading(schema: Schema) -> list[RenderableType]:
    """The name, and how many documents stand behind it; files of before say nothing of that."""
    name = [Text(printable(schema.name), style="bold")] if schema.name else []
    behind = f"support {schema.support:,}   quality {schema.quality:.2f}"
    return [*name, Text(behind, style="dim")] if schema.support else [*name]


def _cell(schema: Schema, slot: Slot) -> Text:
    for number, chain in enumerate(linked(schema)):
        if slot in chain.slots:
            return _mark(number)
    attested = slot in schema.attested or any(slot in chain.slots for chain in schema.chains)
    return Text(UNLINKED if attested else "", style="dim")


def _mark(number: int) -> Text:
    return Text(MARKS[(number + number // len(MARKS)) % len(MARKS)], style=shape_of(number)[0])


def matches(name: str, found: Sequence[Match]) -> RenderableType:
    """The schemas of one text: what it tells of each, what it leaves out, and who plays which role."""
    parts: list[RenderableType] = [Text(printable(name) or "text", style="bold")]
    if not found:
        parts.append(Text("tells none of the schemas"))
    return Group(*parts, *(Padding(_match(one), (0, 0, 1, 0)) for one in found))


def _match(found: Match) -> RenderableType:
    grid = Grid(box=None, pad_edge=False, show_header=False)
    grid.add_column("", no_wrap=True, style="dim")
    grid.add_column("", overflow="fold")
    presence, marks = found.presence, linked(found.schema)
    title = f"schema {found.number + 1}   presence {presence.score:.3f}"
    grid.add_row(title, f"density {presence.density:.2f} × inverse dispersion {presence.inverse_dispersion:.2f}")
    grid.add_row("tells", Text(printable(", ".join(found.told))))
    grid.add_row("leaves out", Text(printable(", ".join(found.left_out)) or "nothing"))
    for number, chain in enumerate(found.schema.chains):
        people = [filler for filler in found.fillers if filler.chain == number][:_PEOPLE_SHOWN]
        if people and len(chain.slots) > 1:
            role = _mark(marks.index(chain)).append(f" {kinds(chain)[:24]}", style="default")
            shown = "; ".join(f"{who.name} ({_slots(who.slots)})" for who in people)
            grid.add_row(role, Text(printable(shown)))
    return grid


def _slots(slots: Sequence[Slot]) -> str:
    return ", ".join(f"{slot.role} of {slot.verb}" for slot in slots)

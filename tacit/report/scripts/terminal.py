"""Scripts on the terminal: events in typical order, with what they wait for and what may stand in for them."""

from __future__ import annotations

from collections import defaultdict

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tacit.report.schemas.drawing import printable
from tacit.scripts.mentions import SELF
from tacit.scripts.order import alternatives, arrows
from tacit.scripts.task import Script, ScriptEvent

BAR = 10
"""Width of a bar for 100%."""
NOUNS_SHOWN = 3


def script(script: Script) -> RenderableType:
    """One script as a table, a row for each event; a written one with its roles, variants and troubles."""
    after, instead = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for first, second in arrows(script):
        after[second].append(first)
    for pair in alternatives(script):
        instead[pair.first].append(pair.second)
        instead[pair.second].append(pair.first)
    has_alternatives = any(instead.values())
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("", justify="right", style="dim")
    grid.add_column("event", overflow="fold")
    if script.is_written:
        grid.add_column("who", no_wrap=True)
        grid.add_column("usual", no_wrap=True)
    if script.tellings:
        grid.add_column("told by", no_wrap=True)
    if not script.is_written:
        grid.add_column("with", overflow="fold")
    grid.add_column("after", no_wrap=True)
    if has_alternatives:
        grid.add_column("or", no_wrap=True)
    for number, (event, share) in enumerate(zip(script.events, script.shares(), strict=True)):
        told = Text("█" * max(1, round(share * BAR)), style="#0072B2").append(f" {share:.0%}", style="default")
        cells: list[RenderableType] = [str(number + 1), Text(printable(event.name), style="bold")]
        cells += [Text(printable(event.who)), Text(event.usual, style=_STYLES.get(event.usual, ""))] * script.is_written
        cells += [told] if script.tellings else []
        cells += [] if script.is_written else [Text(printable(", ".join(nouns(event))))]
        cells += [_numbers(after[number]), *([_numbers(instead[number])] if has_alternatives else [])]
        grid.add_row(*cells)
    return Group(*_head(script), grid, *_foot(script))


_STYLES = {"always": "bold", "sometimes": "dim"}


def _head(script: Script) -> list[RenderableType]:
    texts = f"   {len(script.tellings)} texts" if script.tellings else ""
    title = Text(printable(script.scenario), style="bold").append(texts, style="dim")
    if not script.is_written:
        return [title]
    roles = Text("who: ", style="dim").append(printable(", ".join(script.roles)), style="default")
    props = Text("with: ", style="dim").append(
        printable(", ".join(name.replace("_", " ") for name in script.props)), style="default"
    )
    return [title, Text(printable(script.purpose)), roles, props, Text("")]


def _foot(script: Script) -> list[RenderableType]:
    listed = (("variants", script.variants), ("goes wrong", script.goes_wrong), ("part of", script.part_of))
    return [
        Text(f"{name}: ", style="dim").append(printable("; ".join(each)), style="default")
        for name, each in listed
        if each
    ]


def nouns(event: ScriptEvent) -> list[str]:
    """What takes part in an event, the most frequent first; the person whom the text is about goes without saying."""
    counts: dict[str, int] = defaultdict(int)
    for names in event.participants.values():
        for name, count in names.items():
            if name != SELF:
                counts[name] += count
    return sorted(counts, key=lambda name: (-counts[name], name))[:NOUNS_SHOWN]


def _numbers(events: list[int]) -> str:
    return ", ".join(str(event + 1) for event in events)

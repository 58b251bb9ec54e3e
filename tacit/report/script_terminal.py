"""Scripts on the terminal: events in typical order, with what they wait for and what may stand in for them."""

from __future__ import annotations

from collections import defaultdict

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tacit.report.schema_drawing import printable
from tacit.scripts.mentions import SELF
from tacit.scripts.order import alternatives, arrows
from tacit.scripts.task import Script, ScriptEvent

BAR = 10
"""Width of a bar for 100%."""
NOUNS_SHOWN = 3


def script(script: Script) -> RenderableType:
    """One script as a table, a row an event."""
    after, instead = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for first, second in arrows(script):
        after[second].append(first)
    for pair in alternatives(script):
        instead[pair.first].append(pair.second)
        instead[pair.second].append(pair.first)
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("", justify="right", style="dim")
    grid.add_column("event", overflow="fold")
    grid.add_column("told by", no_wrap=True)
    grid.add_column("with", overflow="fold")
    grid.add_column("after", no_wrap=True)
    grid.add_column("or", no_wrap=True)
    for number, (event, share) in enumerate(zip(script.events, script.shares(), strict=True)):
        grid.add_row(
            str(number + 1),
            Text(printable(event.name), style="bold"),
            Text("█" * max(1, round(share * BAR)), style="#0072B2").append(f" {share:.0%}", style="default"),
            Text(printable(", ".join(nouns(event)))),
            _numbers(after[number]),
            _numbers(instead[number]),
        )
    title = Text(printable(script.scenario), style="bold").append(f"   {len(script.tellings)} texts", style="dim")
    return Group(title, grid)


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

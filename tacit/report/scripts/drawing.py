"""A script drawn as a graph, as SVG: events from top to bottom, arrows for order, dashed lines for alternatives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import inf
from pathlib import Path

from tacit.files import atomic_write
from tacit.report.marking import PALETTE
from tacit.report.schemas.drawing import printable
from tacit.scripts.order import alternatives, arrows, levels
from tacit.scripts.task import Script, ScriptEvent

BOX, GAP, ROW, PAD, HEAD = 38, 22, 86, 18, 46
CHARACTER = 7.6
NAME_LIMIT = 30
NOUNS_SHOWN = 4
_EVENT, _ALTERNATIVE = PALETTE[0], PALETTE[5]
_STYLE = (
    "text{font-family:system-ui,sans-serif;font-size:14px;fill:#1c1c1c}.title{font-size:18px;font-weight:600}"
    ".share{font-size:11px;fill:#444}.arrow{fill:none;stroke:#777;stroke-width:1.4}"
    f".either{{fill:none;stroke:{_ALTERNATIVE};stroke-width:2;stroke-dasharray:5 4}}"
    f".or{{fill:{_ALTERNATIVE};font-size:12px}}"
)
_TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0L8 4L0 8z" fill="#777"/></marker></defs>'
)


@dataclass(frozen=True, slots=True)
class Box:
    """An event's place in the picture."""

    x: float
    y: float
    width: float

    @property
    def middle(self) -> float:
        """Halfway from left to right."""
        return self.x + self.width / 2


def write_drawing(script: Script, path: str | Path) -> None:
    """Write an SVG file, whole or not at all."""
    with atomic_write(path) as stream:
        stream.write(drawing(script))


def drawing(script: Script) -> str:
    """The graph of a script; the same script gives the same bytes."""
    order = arrows(script)
    boxes = _placed(script, levels(len(script.events), order), order)
    title = printable(f"{script.scenario} ({len(script.tellings)} texts)")
    width = max([box.x + box.width for box in boxes] + [len(title) * 10.0]) + PAD
    height = max(box.y + BOX for box in boxes) + PAD
    shares = script.shares()
    parts = [
        *(_arrow(boxes[first], boxes[second]) for first, second in order),
        *(_either(boxes[pair.first], boxes[pair.second]) for pair in alternatives(script)),
        *(_box(box, event, share) for box, event, share in zip(boxes, script.events, shares, strict=True)),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title, quote=True)}"'
        f' width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" style="background:#fff">'
        f'<style>{_STYLE}</style>{_TIP}<rect width="100%" height="100%" fill="#fff"/>'
        f'<text class="title" x="{PAD}" y="{PAD + 12}">{escape(title)}</text>{"".join(parts)}</svg>\n'
    )


def _placed(script: Script, depth: Sequence[int], order: Sequence[tuple[int, int]]) -> list[Box]:
    """A row for each number of arrows on the way; within a row, events stand below what they wait for,
    those that wait for nothing to the right."""
    rows: dict[int, list[int]] = defaultdict(list)
    for event, level in enumerate(depth):
        rows[level].append(event)
    widths = [len(_name(event)) * CHARACTER + 24 for event in script.events]
    widest = max(sum(widths[event] + GAP for event in row) for row in rows.values())
    boxes: dict[int, Box] = {}
    for level in sorted(rows):
        row = sorted(rows[level], key=lambda event: (_middle_above(event, order, boxes), event))
        x = PAD + (widest - sum(widths[event] + GAP for event in row)) / 2
        for event in row:
            boxes[event] = Box(round(x, 1), PAD + HEAD + level * ROW, widths[event])
            x += widths[event] + GAP
    return [boxes[event] for event in range(len(script.events))]


def _middle_above(event: int, order: Sequence[tuple[int, int]], boxes: dict[int, Box]) -> float:
    above = [boxes[first].middle for first, second in order if second == event]
    return sum(above) / len(above) if above else inf


def _box(box: Box, event: ScriptEvent, share: float) -> str:
    """The fuller its colour, the more texts tell the event; who and what takes part shows when pointed at."""
    nouns = [f"{slot.lower()}: {', '.join(list(names)[:NOUNS_SHOWN])}" for slot, names in event.participants.items()]
    hint = escape(printable("; ".join([f"told by {share:.0%}", *nouns])))
    place = f'x="{box.x}" y="{box.y}" width="{box.width:.1f}" height="{BOX}" rx="7"'
    return (
        f'<g><title>{hint}</title><rect {place} fill="#fff"/>'
        f'<rect {place} fill="{_EVENT}" fill-opacity="{0.08 + 0.42 * share:.2f}" stroke="{_EVENT}"/>'
        f'<text text-anchor="middle" x="{box.middle:.1f}" y="{box.y + 17}">{escape(_name(event))}</text>'
        f'<text class="share" text-anchor="middle" x="{box.middle:.1f}" y="{box.y + 31}">{share:.0%}</text></g>'
    )


def _arrow(first: Box, second: Box) -> str:
    start, end = first.y + BOX, second.y - 2
    bend = (start + end) / 2
    return (
        f'<path class="arrow" marker-end="url(#tip)" d="M{first.middle:.1f} {start}C{first.middle:.1f} {bend}'
        f' {second.middle:.1f} {bend} {second.middle:.1f} {end}"/>'
    )


def _either(first: Box, second: Box) -> str:
    """A dashed line between two boxes, with 'or' in its middle."""
    x = (first.middle + second.middle) / 2
    y = (first.y + second.y) / 2 + BOX / 2
    line = f"M{first.middle:.1f} {first.y + BOX / 2}L{second.middle:.1f} {second.y + BOX / 2}"
    return f'<path class="either" d="{line}"/><text class="or" x="{x + 6:.1f}" y="{y - 6:.1f}">or</text>'


def _name(event: ScriptEvent) -> str:
    shown = printable(event.name)
    return shown if len(shown) <= NAME_LIMIT else shown[: NAME_LIMIT - 1] + "…"

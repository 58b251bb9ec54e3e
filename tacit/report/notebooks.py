"""What readings, documents, schemas, scripts and comparisons look like in a notebook."""

from __future__ import annotations

from html import escape

from tacit.capability import Passages, Section
from tacit.comparison import Comparison
from tacit.documents import SENTENCES, TOKENS, Document
from tacit.reader import Reading
from tacit.report import pages
from tacit.report.schemas import drawing as schema_drawing
from tacit.report.scripts import drawing as script_drawing
from tacit.schemas.task import Schema
from tacit.scripts.task import Script

_HEIGHT = 320


def reading(value: Reading) -> str:
    """The page of a reading, in a frame."""
    return pages.embedded(value)


def document(value: Document) -> str:
    """The text with each of its layers in colour, in a frame."""
    layers = [name for name, layer in value.layers.items() if layer and name not in (TOKENS, SENTENCES)]
    sections = tuple(Section(name, (Passages(name, key=_key(value, name)),)) for name in layers)
    return pages.embedded(Reading(value, sections), height=_HEIGHT)


def schema(value: Schema) -> str:
    """The drawing of `tacit schemas show --svg`."""
    return schema_drawing.drawing([(1, value)])


def script(value: Script) -> str:
    """The graph of `tacit scripts show --svg`."""
    return script_drawing.drawing(value)


def comparison(value: Comparison) -> str:
    """A row for each metric: both figures, their difference with its interval, and p."""
    head = "".join(f"<th>{escape(name)}</th>" for name in ("", value.first, value.second, "difference", "95 %", "p"))
    rows = "".join(
        f"<tr><th>{escape(each.metric.replace('_', ' '))}</th><td>{_figure(each.first)}</td>"
        f"<td>{_figure(each.second)}</td><td>{_figure(each.difference, '+')}</td>"
        f"<td>{_figure(each.difference_low, '+')} to {_figure(each.difference_high, '+')}</td>"
        f"<td>{_figure(each.p)}</td></tr>"
        for each in value.metrics
    )
    swaps = "all ways to swap them" if value.exact else f"{value.samples:,} random swaps"
    said = f"{value.documents:,} documents; intervals by bootstrap over them, p from {swaps}"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><p>{escape(said)}</p>"


def _key(value: Document, layer: str) -> str:
    """What a layer is coloured by: its labels, or else what it calls things by."""
    first = value.layer(layer)[0]
    return "" if first.label else next((name for name in ("name", "lemma") if name in first.features), "")


def _figure(value: float | None, sign: str = "") -> str:
    return "–" if value is None else f"{value:{sign}.3f}"

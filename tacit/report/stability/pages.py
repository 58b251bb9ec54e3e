"""A stability experiment as a folder: a page that says what was found and why, the figures, and all numbers as JSON."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from tacit.files import atomic_write
from tacit.report.pages import STYLE
from tacit.report.stability.plots import FORMATS, stability_chart
from tacit.schemas.stability.findings import StabilityFindings, find, statements
from tacit.schemas.stability.outcome import Stability

REPORT, NUMBERS = "report.html", "stability.json"


def write_report(stability: Stability, folder: str | Path) -> dict[str, Any]:
    """Write page, figures and numbers into a folder; returns the numbers."""
    folder = Path(folder)
    findings = find(stability)
    charts = {
        "figure-1": ("by category, all germinators", stability.by_category()),
        "figure-2": ("by germinator, all categories", stability.by_germinator()),
    }
    pictures = {}
    for name, (title, series) in charts.items():
        for kind in FORMATS:
            drawn = stability_chart(series, kind)
            with atomic_write(folder / f"{name}.{kind}", "wb") as stream:
                stream.write(drawn)
            if kind == "svg":
                pictures[f"Stability {title}"] = drawn
    numbers = stability.to_dict() | {"findings": findings.to_dict()}
    with atomic_write(folder / NUMBERS) as stream:
        json.dump(numbers, stream, indent=1, ensure_ascii=False)
    with atomic_write(folder / REPORT) as stream:
        stream.write(page(stability, findings, pictures))
    return numbers


def page(stability: Stability, findings: StabilityFindings, pictures: Mapping[str, bytes]) -> str:
    """The report as one self-contained page."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    said = "".join(f"<li>{escape(sentence)}</li>" for sentence in statements(findings))
    figures = "".join(_picture(title, drawn) for title, drawn in pictures.items())
    skipped = [f"{name}: {why}" for name, why in stability.skipped.items()]
    left_out = f"<h2>Left out</h2><ul>{''.join(f'<li>{escape(s)}</li>' for s in skipped)}</ul>" if skipped else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>Stability of schemas – tacit</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}"
        "img { max-width: 100%; background: #fff; border-radius: 4px; }\n"
        "td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }</style>\n</head>\n"
        f"<body>\n<main>\n<h1>Stability of narrative schemas</h1>\n<ul>{said}</ul>\n{figures}\n"
        f"{_standings(findings)}\n{_trends(findings)}\n{left_out}\n{_cells(stability)}\n{_how(stability)}\n"
        "</main>\n</body>\n</html>\n"
    )


def _picture(title: str, drawn: bytes) -> str:
    data = b64encode(drawn).decode()
    return f'<h2>{escape(title)}</h2><img alt="{escape(title)}" src="data:image/svg+xml;base64,{data}">'


def _standings(findings: StabilityFindings) -> str:
    rows = (
        (s.category, f"{s.documents:,}", f"{s.jrf:.3f}", f"{s.more:,} of {s.tests:,}", f"{s.less:,} of {s.tests:,}")
        for s in findings.standings
    )
    names = ("category", "documents", "mean JRF", "more stable in", "less stable in")
    note = (
        "<p>Significant comparisons (t-test, p &lt; 0.001) with other categories, at each ablation and germinator.</p>"
    )
    return f"<h2>Categories, the most homogeneous first</h2>{note}{_table(names, rows)}"


def _trends(findings: StabilityFindings) -> str:
    rows = (
        (t.germinator, f"{t.first:.3f}", f"{t.last:.3f}", f"{t.slope:+.4f}", f"{t.single_event_share:.1%}")
        for t in findings.trends
    )
    names = ("germinator", "JRF, all documents", "JRF, fewest documents", "change a step", "single-event schemas")
    return f"<h2>Germinators</h2>{_table(names, rows)}"


def _cells(stability: Stability) -> str:
    rows = (
        (
            cell.category,
            cell.germinator,
            str(cell.ablation),
            f"{cell.documents:,}",
            f"{cell.schemas:,.0f}",
            f"{cell.single_event_share:.1%}",
            f"{cell.fuzzy_mean:.3f} ± {cell.fuzzy_deviation:.3f}",
            f"{cell.jrf_mean:.3f} ± {cell.jrf_deviation:.3f}",
        )
        for cell in stability.cells
    )
    names = ("category", "germinator", "ablation", "documents", "schemas", "single", "fuzzy Jaccard", "JRF")
    return f"<details><summary>All {len(stability.cells):,} cells</summary>{_table(names, rows, text=2)}</details>"


def _how(stability: Stability) -> str:
    shown = json.dumps(stability.settings, ensure_ascii=False)
    return (
        "<details><summary>How it was measured</summary><p>At each ablation a tenth of all documents is removed; of "
        "what is left, schemas are grown without one tenth after the other, and all pairs of these results are "
        "compared by the fuzzy Jaccard coefficient; the Jaccard reciprocal fraction (JRF) turns it into the share of "
        f"events that schemas typically have in common.</p><p>{escape(shown)}</p></details>"
    )


def _table(names: Sequence[str], rows: Iterable[Sequence[str]], *, text: int = 1) -> str:
    """A table whose first columns are text and whose other columns are numbers."""
    sides = ["" if place < text else " class=number" for place in range(len(names))]
    head = "".join(f"<th scope=col{side}>{escape(name)}</th>" for side, name in zip(sides, names, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{side}>{escape(cell)}</td>" for side, cell in zip(sides, row, strict=True)) + "</tr>\n"
        for row in rows
    )
    return f"<div class=wide><table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>"

"""All schemas on one self-contained page: drawings, search, order, and the sentences behind each event.

The page asks nothing of any server; the one script in it is allowed by its hash, and everything else is escaped.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from tacit.files import atomic_write
from tacit.report.pages import STYLE
from tacit.report.schemas.drawing import inline, linked, style
from tacit.schemas.evidence import Evidence, EvidenceQuote
from tacit.schemas.task import Schema

_FOLDER = Path(__file__).parent
_ORDERS = {
    "number": "in the order they were made",
    "score": "by mean score",
    "events": "by number of events",
    "chains": "by linked slots",
    "documents": "by supporting documents",
    "verb": "by first event",
}
_DOCUMENTS_SHOWN = 12


Numbered = Sequence[tuple[int, Schema]]


def write_page(
    schemas: Numbered, path: str | Path, *, settings: Mapping[str, Any], evidence: Sequence[Evidence] = ()
) -> None:
    """Write the page, whole or not at all."""
    with atomic_write(path) as stream:
        stream.write(page(schemas, settings=settings, evidence=evidence))


def page(schemas: Numbered, *, settings: Mapping[str, Any], evidence: Sequence[Evidence] = ()) -> str:
    """The page as HTML; `evidence` is that of each schema, or nothing."""
    script = (_FOLDER / "schemas.js").read_text(encoding="utf-8")
    allowed = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{allowed}'"
    css = STYLE.read_text(encoding="utf-8") + (_FOLDER / "schemas.css").read_text(encoding="utf-8") + style()
    cards = "\n".join(
        _card(schema, number, quotes)
        for (number, schema), quotes in zip(schemas, evidence or [{}] * len(schemas), strict=True)
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{len(schemas):,} schemas – tacit</title>\n<style>\n{css}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{len(schemas):,} narrative schemas</h1>\n{_made(settings)}\n{_TOOLS}\n"
        f'<div id="schemas">\n{cards}\n</div>\n</main>\n<script>{script}</script>\n</body>\n</html>\n'
    )


_TOOLS = (
    '<p class="key">Each row is an event; the columns are its subject, its object and what a preposition brings in. '
    "Slots with the same colour and shape are filled by the same participant. A dotted box: the corpus fills this "
    "slot, but nothing links it. Blank: never filled.</p>\n"
    '<div class="tools"><input id="search" type="search" placeholder="verb, kind of participant or document"'
    ' aria-label="Search"> <select id="order" aria-label="Order">'
    + "".join(f'<option value="{key}">{name}</option>' for key, name in _ORDERS.items())
    + '</select> <output id="shown"></output></div>'
)


def _made(settings: Mapping[str, Any]) -> str:
    """How the schemas were made, in small print and folded away."""
    rows = "".join(
        f"<li>{escape(str(name).replace('_', ' '))} <b>{escape(_value(value))}</b></li>"
        for name, value in settings.items()
        if value not in ("", None, [], ())
    )
    return f"<details class=made><summary>How they were made</summary><ul class=facts>{rows}</ul></details>"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _card(schema: Schema, number: int, quotes: Evidence) -> str:
    words = " ".join(
        [schema.name, *schema.events, *(kind for chain in schema.chains for kind in chain.types), *schema.documents]
    )
    facts = {
        "number": number,
        "score": f"{_mean_score(schema):.6f}",
        "events": len(schema.events),
        "chains": sum(len(chain.slots) for chain in linked(schema)),
        "documents": len(schema.documents),
        "words": words.strip().lower(),
    }
    data = " ".join(f'data-{name}="{escape(str(value), quote=True)}"' for name, value in facts.items())
    title = f"<h2>{escape(schema.name)}</h2>" if schema.name else ""
    return f"<article {data}>{title}{inline(schema, number)}{_behind(schema, quotes)}</article>"


def _mean_score(schema: Schema) -> float:
    """Of the events that joined; the seed has no score to speak of."""
    joined = schema.scores[1:]
    return sum(joined) / len(joined) if joined else 0.0


def _behind(schema: Schema, quotes: Evidence) -> str:
    """Scores, sentences and documents, folded away."""
    parts = []
    for verb, score in zip(schema.events, schema.scores, strict=True):
        shown = "".join(_quote(quote) for quote in quotes.get(verb, ()))
        fit = f'<span class=key title="how well it fitted when it joined">{score:.2f}</span>'
        parts.append(f"<h3>{escape(verb)} {fit}</h3>{shown}")
    count = len(schema.documents)
    if count:
        listed = ", ".join(escape(document) for document in schema.documents[:_DOCUMENTS_SHOWN])
        more = f" and {count - _DOCUMENTS_SHOWN:,} more" if count > _DOCUMENTS_SHOWN else ""
        parts.append(f"<p><cite>Documents: {listed}{more}</cite></p>")
    title = "Sentences and scores" if quotes else "Scores and documents"
    return f"<details><summary>{title}</summary>{''.join(parts)}</details>"


def _quote(quote: EvidenceQuote) -> str:
    before, verb, after = quote.text[: quote.start], quote.text[quote.start : quote.end], quote.text[quote.end :]
    sentence = f"{escape(before)}<b>{escape(verb)}</b>{escape(after)}"
    return f"<p>{sentence} <cite>{escape(quote.document)}</cite></p>"

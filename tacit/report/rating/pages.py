"""A sheet for a rater as one self-contained page that works from disk: rate, and download the answers.

The page asks nothing of any server; the one script in it is allowed by its hash, and everything else is escaped.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from tacit.clarifications.rating import Item
from tacit.files import atomic_write
from tacit.report.pages import STYLE

_FOLDER = Path(__file__).parent
_SCALE = {1: "makes no sense", 2: "", 3: "", 4: "", 5: "makes sense"}
_TASK = (
    "<p>Each text is part of a how-to guide. In one sentence a phrase is <mark>highlighted</mark>. Say for each "
    "such phrase, on a scale from 1 to 5, whether the sentence with it makes sense in this guide. Phrases for the same "
    "place are no rivals: several may make sense, or none.</p>"
)


def write_page(items: Sequence[Item], path: str | Path) -> None:
    """Write the page, whole or not at all."""
    with atomic_write(path) as stream:
        stream.write(page(items, sheet=Path(path).stem))


def page(items: Sequence[Item], *, sheet: str) -> str:
    """The page as HTML; `sheet` names the answers that are downloaded."""
    script = (_FOLDER / "rating.js").read_text(encoding="utf-8")
    allowed = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{allowed}'"
    css = STYLE.read_text(encoding="utf-8") + (_FOLDER / "rating.css").read_text(encoding="utf-8")
    texts = "\n".join(_text(list(group)) for _, group in groupby(items, key=lambda item: item.instruction.id))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>Rate {len(items):,} phrases</title>\n<style>\n{css}</style>\n</head>\n"
        f'<body data-sheet="{escape(sheet)}">\n<main>\n<h1>Does it make sense?</h1>\n{_TASK}\n{_BAR}\n'
        f"{texts}\n</main>\n"
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


_BAR = (
    '<div class="bar"><label>Your name <input id="rater" autocomplete="off"></label> '
    '<button id="save" type="button" disabled>Download the answers</button> <output id="left"></output></div>\n'
    "<noscript><p>This page needs its script to write down the answers. Without it, fill in the table that came with "
    "it.</p></noscript>"
)


def _text(items: Sequence[Item]) -> str:
    """The passage once, and a question for each of its fillers."""
    about = items[0].instruction
    heading = escape(" – ".join(part for part in (about.title.strip(), about.section.strip()) if part))
    questions = "\n".join(map(_question, items))
    return (
        f'<article class="item">\n<h2>{heading}</h2>\n<p>{escape(about.previous.strip())}</p>\n{questions}\n'
        f"<p>{escape(about.following.strip())}</p>\n</article>"
    )


def _question(item: Item) -> str:
    about, name = item.instruction, escape(item.id)
    choices = "".join(
        f'<label><input type="radio" name="{name}" value="{value}"> {value}{f" {said}" if said else ""}</label>'
        for value, said in _SCALE.items()
    )
    return (
        f'<fieldset data-item="{name}"><legend>{escape(about.before)}<mark>{escape(item.filler)}</mark>'
        f"{escape(about.after)}</legend>{choices}</fieldset>"
    )

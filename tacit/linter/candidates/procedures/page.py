"""TAC605 and TAC607: references to steps, figures, lists and places of the page that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tacit.clarifications.pages import Line, Page
from tacit.documents import Span

ORDER, REFERENCE = "TAC605", "TAC607"
_STEP = re.compile(r"\bsteps? (\d{1,3})(?:\s?(?:-|–|to|and|through)\s?(\d{1,3}))?(?!\.\d|\w)", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:after|once|when)(?: you have| you've)?(?: \w+)? $", re.IGNORECASE)
_FIGURE = re.compile(
    r"\b(?:the (?:following )?(?:figure|diagram|picture|image|photo|photograph|drawing|illustration|screenshot|table|"
    r"chart)s? (?:above|below)|(?:see|shown in) (?:the )?(?:figure|fig\.|diagram|picture|image|photo|drawing|"
    r"illustration|screenshot|table)(?: \d+)?)(?!\w)",
    re.IGNORECASE,
)
_FOLLOWING = re.compile(r"\bthe following(?: \w+)?|\bas follows\b", re.IGNORECASE)
_ABOVE = re.compile(
    r"\b(?:repeat|do|follow|go through|as (?:described|said|explained|shown)) (?:all )?(?:the )?above\b|\bthe above\b",
    re.IGNORECASE,
)
_BELOW = re.compile(r"\b(?:see|described|explained|listed|shown|given) below\b", re.IGNORECASE)
_SHOWN = re.compile(r"!\[|<img\b|<figure\b|^\s*\|.+\||\.\. (?:image|figure|table|list-table)::|\[image", re.I | re.M)
_NO_STEP = "there is no such step: correct the number, or name what is meant"
_LATER = "a later step cannot be done before this one: correct the number or the order"
_NOTHING = "name what is meant, or put it there"
_SURE, _LIKELY, _PERHAPS = 0.9, 0.75, 0.5


@dataclass(frozen=True, slots=True)
class PageSpot:
    """An unclear place of a page, by its characters, and the number of its line."""

    code: str
    span: Span
    line: int
    confidence: float
    suggestion: str

    @property
    def features(self) -> dict[str, float]:
        """What the ranker is told: how sure the rule is."""
        return {"rule": self.confidence}


def page_spots(page: Page) -> Iterator[PageSpot]:
    """All of them, in no particular order."""
    numbered = _numbers(page)
    for number, line in enumerate(page.lines):
        text = page.prose[line.start : line.end]
        if line.level or not text.strip():
            continue
        yield from _steps(line, number, text, numbered)
        yield from _references(page, line, number, text)


def _numbers(page: Page) -> dict[int, int]:
    """The number of each numbered step by its line; nothing where several lists are numbered anew."""
    found = {
        number: int(match[0]) for number, line in enumerate(page.lines) if (match := re.search(r"\d+", line.marker))
    }
    values = list(found.values())
    if len(set(values)) == 1 and len(values) > 1:  # Markdown: 1. 1. 1.
        return {line: place for place, line in enumerate(found, 1)}
    return found if len(set(values)) == len(values) else {}


def _steps(line: Line, number: int, text: str, numbered: dict[int, int]) -> Iterator[PageSpot]:
    if len(numbered) < 2:
        return
    own = numbered.get(number)
    for match in _STEP.finditer(text):
        named = [int(each) for each in match.groups() if each]
        span = Span(*match.span()).shifted(line.start)
        if any(each not in numbered.values() for each in named):
            yield PageSpot(ORDER, span, number, _SURE, _NO_STEP)
        elif own is not None and _AFTER.search(text[: match.start()]) and max(named) > own:
            yield PageSpot(ORDER, span, number, _SURE, _LATER)


def _references(page: Page, line: Line, number: int, text: str) -> Iterator[PageSpot]:
    last = number == len(page.lines) - 1
    for match in _FIGURE.finditer(text):
        if not _SHOWN.search(page.text):
            yield PageSpot(REFERENCE, Span(*match.span()).shifted(line.start), number, _LIKELY, _NOTHING)
    for match in _FOLLOWING.finditer(text):
        goes_on = ":" in text[match.end() :] or len(text[match.end() :].split()) > _SOON
        if last and not goes_on and not page.text[line.end :].strip():
            yield PageSpot(REFERENCE, Span(*match.span()).shifted(line.start), number, _LIKELY, _NOTHING)
    for match in _BELOW.finditer(text):
        if last and len(text[match.end() :].split()) < _SOON and not page.text[line.end :].strip():
            yield PageSpot(REFERENCE, Span(*match.span()).shifted(line.start), number, _LIKELY, _NOTHING)
    for match in _ABOVE.finditer(text):
        after = text[match.end() :].lstrip()[:1]
        if not after.isalpha():
            yield PageSpot(REFERENCE, Span(*match.span()).shifted(line.start), number, _PERHAPS, _NOTHING)


_SOON = 8
"""Words after *the following* that may be what follows."""

"""Script drafting with a language model: it reads some of the texts and names the events that belong to the scenario.

Every event that it names must be quoted from a text; the small system then finds the other tellings of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tacit.documents import Document, Span
from tacit.llm import Model, Question
from tacit.llm.choosing import counted
from tacit.llm.quotes import QUOTE_FIELDS, align, numbered, parts
from tacit.llm.task import record
from tacit.scripts.base import canonical
from tacit.scripts.learn import MentionedText, Naming
from tacit.shapes import ShapeError

MOST_TEXTS = 8
"""Texts of one scenario that are shown to the model; more say little new."""
_EVENT = {"name": {"type": "string", "minLength": 3, "maxLength": 60}, **QUOTE_FIELDS}
_FIELDS: dict[str, Any] = {"events": {"type": "array", "items": record(_EVENT), "minItems": 1, "maxItems": 12}}
_ASKED = (
    "The text tells about {}. Which of the things that happen in it usually happen in that situation? For each give a"
    " short name of two to five words that begins with a verb, the number of its sentence, and the words that tell it,"
    " copied from the sentence. Leave out what happened only this time."
)
_PLAIN = re.compile(r"[A-Za-z][A-Za-z' -]*")
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*\s*")


def namings_of(
    model: Model,
    documents: Sequence[Document],
    texts: Mapping[str, Sequence[MentionedText]],
    *,
    scenario: str | None,
    ask: float,
) -> dict[str, list[Naming]]:
    """The model's names for events of the texts, by scenario; `ask` is the share of each scenario's texts it reads."""
    by_scenario: dict[str, list[Document]] = {}
    for document in documents:
        by_scenario.setdefault(canonical(str(document.metadata.get("scenario") or scenario)), []).append(document)
    asked = [
        (name, number, part)
        for name, told in by_scenario.items()
        for number in _shown(model, len(told), ask)
        for part in parts(_sentences(told[number]))
    ]
    questions = (_question(name, by_scenario[name][number].text, part) for name, number, part in asked)
    found: dict[str, list[Naming]] = {}
    for (name, number, part), outcome in zip(asked, model.ask(questions), strict=True):
        for event in outcome.value["events"] if outcome.answered else ():
            text = by_scenario[name][number].text
            place = align(text, part, event["sentence"], event["quote"], model.costs)
            mention = None if place is None else _mention(texts[name][number], Span(place.start, place.end))
            if mention is not None:
                found.setdefault(name, []).append(Naming(plain_name(event["name"]), number, mention))
    return found


def _shown(model: Model, count: int, ask: float) -> range:
    """The numbers of the texts that the model reads, evenly spread."""
    wanted = min(MOST_TEXTS, count, max(1, round(ask * count))) if ask > 0 else 0
    counted(model, count, wanted)
    return range(0, wanted * (count // wanted), count // wanted) if wanted else range(0)


def _question(scenario: str, text: str, part: Sequence[tuple[int, int]]) -> Question:
    asked = _ASKED.format(scenario)
    return Question.form(asked, _FIELDS, material=numbered(text, part), max_tokens=600, accept=_accept)


def _accept(value: Any) -> None:
    names = [each["name"] for each in value["events"]]
    if not all(_PLAIN.fullmatch(name) and 1 <= len(name.split()) <= 7 for name in names):
        raise ShapeError("a name is not two to five plain words")


def plain_name(name: str) -> str:
    """A name in small letters, with single blanks."""
    return " ".join(name.lower().split())


def _sentences(document: Document) -> list[tuple[int, int]]:
    """The sentences of a document that has them, else what ends with a mark or a line."""
    known = [(each.start, each.end) for each in document.sentences]
    if known:
        return known
    found = [match.span() for match in _SENTENCE.finditer(document.text) if match[0].strip()]
    return found or [(0, len(document.text))]


def _mention(text: MentionedText, span: Span) -> int | None:
    """The first mention whose words stand in a quote."""
    for number, mention in enumerate(text.mentions):
        if mention.span.overlaps(span):
            return number
    return None

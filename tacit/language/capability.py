"""The first reading of any text: sentences, events, people and places."""

from __future__ import annotations

from collections import Counter

from tacit.capability import Facts, Section, Table
from tacit.documents import Annotation, Document
from tacit.formats.layout import prose
from tacit.language.analysis import analyse
from tacit.language.events import find_events
from tacit.language.layers import ENTITIES, EVENTS, language_layers

PEOPLE = ("PERSON", "PER", "NORP", "ORG")
PLACES = ("GPE", "LOC", "FAC")


class Language:
    """Who does what in a text."""

    name = "language"

    def annotate(self, document: Document) -> Document:
        """Adds sentences, tokens, entities, participants and events."""
        parse = analyse(prose(document))
        return document.with_layer(*language_layers(parse, find_events(parse)))

    def section(self, document: Document) -> Section:
        """Counts, a line an event, and the names."""
        counts = Facts(
            (
                ("sentences", str(len(document.sentences))),
                ("tokens", str(len(document.tokens))),
                ("events", str(len(document.layer(EVENTS)))),
            )
        )
        blocks = (counts, _events(document), _names(document))
        return Section("Who does what", tuple(block for block in blocks if not isinstance(block, Table) or block.rows))


def _events(document: Document) -> Table:
    participants = document.by_id()
    rows = []
    for number, sentence in enumerate(document.sentences, 1):
        shown = str(number)
        for event in document.layer(EVENTS).within(sentence.span):
            rows.append((shown, *_event(document, event, participants)))
            shown = ""
    return Table(("", "who", "does", "what", "how, where, with"), tuple(rows))


def _event(document: Document, event: Annotation, participants: dict[str, Annotation]) -> tuple[str, str, str, str]:
    slots: dict[str, list[str]] = {}
    for link in event.links:
        slots.setdefault(link.role, []).append(_short(document.text_of(participants[link.target])))
    for role in event.features.get("implied", ()):
        slots.setdefault(role, []).append("(you)")
    words = [event.features.get("modality", ""), "not" if event.features.get("negated") else "", event.label]
    rest = [
        f"{role.partition(':')[2]} {' and '.join(names)}".strip()
        for role, names in slots.items()
        if role not in ("SUBJ", "OBJ")
    ]
    return (
        " and ".join(slots.get("SUBJ", ())),
        " ".join(word for word in words if word),
        " and ".join(slots.get("OBJ", ())),
        ", ".join(rest),
    )


def _short(text: str, limit: int = 40) -> str:
    """One line, cut at a word."""
    text = " ".join(text.split())
    return text if len(text) <= limit else text[:limit].rsplit(" ", 1)[0] + " …"


def _names(document: Document) -> Table:
    rows = []
    for title, labels in (("people", PEOPLE), ("places", PLACES)):
        entities = [entity for entity in document.layer(ENTITIES) if entity.label in labels]
        counts = Counter(" ".join(document.text_of(entity).split()) for entity in entities)
        if counts:
            names = (f"{name} ({count})" if count > 1 else name for name, count in counts.items())
            rows.append((title, ", ".join(names)))
    return Table(("", "names"), tuple(rows))

"""The first reading of any text: sentences, events, people and places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeGuard

from tacit.capability import Block, Facts, Passages, Section, Table
from tacit.documents import SENTENCES, TOKENS, Annotation, Document, Layer
from tacit.language import coreference
from tacit.language.analysed import Analysed
from tacit.language.english.kinds import EVERY_KIND
from tacit.language.layers import ENTITIES, EVENTS, MENTIONS, PARTICIPANTS, language_layers
from tacit.llm import Model
from tacit.text import cut_at_word
from tacit.views.events import OBJECT, SUBJECT, EventRecord, ParticipantRecord, events_of

PEOPLE = ("PERSON", "PER", "NORP", "ORG")
PLACES = ("GPE", "LOC", "FAC")


class Language:
    """Who does what in a text."""

    name = "language"
    fits = EVERY_KIND
    needs: tuple[str, ...] = ()
    adds = (SENTENCES, TOKENS, ENTITIES, PARTICIPANTS, EVENTS, MENTIONS)

    def __init__(self, resolver: coreference.CoreferenceSystem | None = None) -> None:
        self._resolver = resolver

    def asking(self, model: Model, share: float) -> Language:
        """The same, with a language model's word on the least certain share of the pronouns."""
        from tacit.language.coreference.asking import AskingRanker
        from tacit.language.coreference.systems.tacit.ranker import MentionRanker

        small = coreference.load()
        return Language(AskingRanker(small, model, share)) if isinstance(small, MentionRanker) else self

    def annotate(self, text: Analysed) -> Iterable[Layer]:
        """Sentences, tokens, entities, participants, events and mentions."""
        resolver = self._resolver or coreference.load()
        return language_layers(text.parse, text.events, resolver.resolve(text.parse))

    def section(self, document: Document) -> Section:
        """Counts, who is who, a line an event, and the names."""
        counts = Facts(
            (
                ("sentences", str(len(document.sentences))),
                ("tokens", str(len(document.tokens))),
                ("events", str(len(document.layer(EVENTS)))),
            )
        )
        who = Passages(MENTIONS, key="name", title="Who is who") if len(document.layer(MENTIONS)) else None
        blocks = (counts, who, _events(document), _names(document))
        return Section("Who does what", tuple(block for block in blocks if _says_something(block)))


def _says_something(block: Block | None) -> TypeGuard[Block]:
    return block is not None and (not isinstance(block, Table) or bool(block.rows))


def _events(document: Document) -> Table:
    events = document.layer(EVENTS)
    described = dict(zip(events, events_of(document), strict=True))
    rows = []
    for number, sentence in enumerate(document.sentences, 1):
        shown = str(number)
        for event in events.within(sentence.span):
            rows.append((shown, *_event(described[event])))
            shown = ""
    return Table(("", "who", "does", "what", "how, where, with"), tuple(rows))


def _event(event: EventRecord) -> tuple[str, str, str, str]:
    slots: dict[str, list[str]] = {}
    for each in event.participants:
        slots.setdefault(each.role, []).append(_called(each))
    rest = [
        f"{role.partition(':')[2]} {' and '.join(names)}".strip()
        for role, names in slots.items()
        if role not in (SUBJECT, OBJECT)
    ]
    return " and ".join(slots.get(SUBJECT, ())), event.does, " and ".join(slots.get(OBJECT, ())), ", ".join(rest)


def _called(participant: ParticipantRecord) -> str:
    """A participant as the text has it, and what a pronoun stands for."""
    words, name = cut_at_word(participant.text, 40), participant.name
    return words if name == participant.text else f"{words} ({cut_at_word(name, 20)})"


def _names(document: Document) -> Table:
    rows = []
    words = {document.text_of(token) for token in document.tokens}
    for title, labels in (("people", PEOPLE), ("places", PLACES)):
        entities = [
            each for each in document.layer(ENTITIES) if each.label in labels and _is_name(document, each, words)
        ]
        counts = Counter(" ".join(document.text_of(entity).split()) for entity in entities)
        if counts:
            names = (f"{name} ({count})" if count > 1 else name for name, count in counts.items())
            rows.append((title, ", ".join(names)))
    return Table(("", "names"), tuple(rows))


def _is_name(document: Document, entity: Annotation, words: set[str]) -> bool:
    """Is this a name? Pronouns are none, nor what the text also writes in small letters, such as an ingredient."""
    proper = [
        document.text_of(token) for token in document.tokens.within(entity.span) if token.features.get("pos") == "PROPN"
    ]
    return bool(proper) and not all(word.lower() in words for word in proper)

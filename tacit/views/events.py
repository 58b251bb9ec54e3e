"""Who does what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from tacit.documents import Annotation, Document, Layer
from tacit.values import Features
from tacit.views.view import Record

SUBJECT, OBJECT = "SUBJ", "OBJ"
IMPLIED = "(you)"
"""Who is told to do something, and is not named."""


@dataclass(frozen=True, slots=True)
class ParticipantRecord(Record):
    """Who or what takes part in an event: its role, its words, and what these stand for if they are a pronoun."""

    COLUMNS: ClassVar = ("role", "text", "name")

    role: str
    text: str
    name: str

    def __str__(self) -> str:
        return self.text if self.name == self.text else f"{self.text} ({self.name})"


@dataclass(frozen=True, slots=True)
class EventRecord(Record):
    """An event: `who` `does` `what`, and `how`, where or with whom.

    `who` and `what` name what a pronoun stands for, where that is known; `participants` has the words of the text.
    `does` is the verb in its basic form with *not* and modality, `verb` without.

    >>> ann, tea = ParticipantRecord("SUBJ", "She", "Ann"), ParticipantRecord("OBJ", "tea", "tea")
    >>> event = EventRecord("order", "not order", "She never ordered tea.", 10, 17, (ann, tea))
    >>> event.who, event.does, event.what
    ('Ann', 'not order', 'tea')
    >>> print(event)
    Ann not order tea
    """

    COLUMNS: ClassVar = ("who", "does", "what", "how", "sentence", "start", "end")

    verb: str
    does: str
    sentence: str
    start: int
    end: int
    participants: tuple[ParticipantRecord, ...] = ()

    @property
    def who(self) -> str:
        """Who does it."""
        return self._named(SUBJECT)

    @property
    def what(self) -> str:
        """To what, or whom."""
        return self._named(OBJECT)

    @property
    def how(self) -> str:
        """How, where, with whom: what has a preposition."""
        roles = dict.fromkeys(each.role for each in self.participants if each.role not in (SUBJECT, OBJECT))
        return ", ".join(f"{role.partition(':')[2]} {self._named(role)}".strip() for role in roles)

    def _named(self, role: str) -> str:
        return " and ".join(each.name for each in self.participants if each.role == role)

    def __str__(self) -> str:
        return " ".join(part for part in (self.who, self.does, self.what, self.how) if part)


def events_of(document: Document) -> Iterator[EventRecord]:
    """The layer `events` as records, in text order."""
    targets = document.by_id()
    sentences = document.sentences
    for event in document.layer("events"):
        yield _event(document, event, targets, _sentence(document, sentences, event))


def _event(document: Document, event: Annotation, targets: Mapping[str, Annotation], sentence: str) -> EventRecord:
    features = event.features
    words = (str(features.get("modality") or ""), "not" if features.get("negated") else "", event.label)
    named = [_participant(document, link.role, targets[link.target]) for link in event.links if link.target in targets]
    implied = [ParticipantRecord(str(role), IMPLIED, IMPLIED) for role in _list(features, "implied")]
    does = " ".join(word for word in words if word)
    return EventRecord(event.label, does, sentence, event.start, event.end, (*named, *implied))


def _participant(document: Document, role: str, found: Annotation) -> ParticipantRecord:
    words = " ".join(document.text_of(found).split())
    name = str(found.features.get("name") or "")
    is_pronoun = bool(found.features.get("person") and name)
    return ParticipantRecord(role, words, name if is_pronoun and name.lower() != words.lower() else words)


def _sentence(document: Document, sentences: Layer, event: Annotation) -> str:
    found = next(iter(sentences.overlapping(event.span)), None)
    return " ".join(document.text_of(found).split()) if found is not None else ""


def _list(features: Features, name: str) -> tuple[object, ...]:
    found = features.get(name)
    return found if isinstance(found, tuple) else ()

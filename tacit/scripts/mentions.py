"""The events of a text as mentions: wording, place and participants, from the layers that `tacit.language` makes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tacit.documents import Annotation, Document, Layer
from tacit.language.analysed import Analysed
from tacit.language.analysis import analyse_many
from tacit.language.events import find_events
from tacit.language.layers import EVENTS, SOURCE, language_layers
from tacit.language.parse import Parse
from tacit.layout import prose
from tacit.scripts.labels import EVENT_TYPE, NO_TYPE
from tacit.scripts.task import EventMention, Form

SCRIPT_EVENTS = "script_events"
"""The layer of mentions that are events of a script; the label is the event, feature `scenario` its script."""
CORRECTIONS = "corrections"
"""Metadata of a reading that a person has gone through on the page."""
SELF = "person"
"""Stands for every pronoun of a person and every named person."""
_PERSONAL = ("first", "second", "third", "reflexive")
_PLURALS = {"clothe": "clothes", "pant": "pants", "pajama": "pajamas", "pyjama": "pyjamas", "scissor": "scissors"}
"""Nouns without a singular, for which the parser makes one up."""
_UNREAL = frozenset({"can", "could", "would", "should", "may", "might", "must", "want to", "hope to", "used to"})


def told_in(document: Document) -> list[EventMention]:
    """The mentions of a document that has the layers of `tacit.language`, in text order."""
    participants = document.by_id()
    return [_mention(event, participants) for event in document.layer(EVENTS) if event.source == SOURCE]


def with_events(text: Analysed) -> Document:
    """The document, or a bare copy with the layers of `tacit.language` where it has no events of that source."""
    document = text.document
    if EVENTS in document.layers and all(event.source == SOURCE for event in document.layer(EVENTS)):
        return document
    return Document(document.text, layers=language_layers(text.parse, text.events))


def read_many(documents: Iterable[Document]) -> Iterator[tuple[Document, list[EventMention]]]:
    """Each document with its mentions; those with gold events carry their labels."""
    for document, mentions in _parsed(documents):
        lines = [event for event in document.layer(EVENTS) if event.source == "descript"]
        if lines:
            yield document, [mention for _, mention in _one_a_line(document, lines, mentions)]
        else:
            yield document, labelled(document, mentions)


def read_lines(
    documents: Iterable[Document], layer: str
) -> Iterator[tuple[Document, list[tuple[Annotation, EventMention]]]]:
    """Each document with the lines that a layer marks, and the one event that each line describes."""
    for document, mentions in _parsed(documents):
        yield document, list(_one_a_line(document, document.layer(layer).annotations, mentions))


def _parsed(documents: Iterable[Document]) -> Iterator[tuple[Document, list[EventMention]]]:
    """Documents are parsed in batches."""
    waiting: list[Document] = []

    def texts() -> Iterator[str]:
        for document in documents:
            waiting.append(document)
            yield prose(document)

    for parse in analyse_many(texts()):
        document = waiting.pop(0)
        yield document, told_in(_read(document, parse))


def _read(document: Document, parse: Parse) -> Document:
    return Document(document.text, layers=language_layers(parse, find_events(parse)))


def labelled(document: Document, mentions: list[EventMention]) -> list[EventMention]:
    """Mentions with the gold event types of the document; gold events that the parser missed are mentions, too."""
    gold = gold_events(document)
    if not gold:
        return mentions
    found = list(mentions)
    for event, inside in _told_by(gold, mentions):
        free = next((number for number in inside if not found[number].label), None)
        if free is not None:
            found[free] = found[free]._replace(label=event.label)
        elif all(found[number].label != event.label for number in inside):
            found.append(EventMention(_fragment(document.text_of(event)), event.span, label=event.label))
    return sorted(found, key=lambda each: each.span)


def _one_a_line(
    document: Document, lines: Sequence[Annotation], mentions: list[EventMention]
) -> Iterator[tuple[Annotation, EventMention]]:
    """Where a text is a list of events (DeScript): the first event of each line, or its bare words."""
    for line, inside in _told_by(lines, mentions):
        yield line, mentions[inside[0]] if inside else EventMention(_fragment(document.text_of(line)), line.span)


def _told_by(places: Sequence[Annotation], mentions: list[EventMention]) -> Iterator[tuple[Annotation, list[int]]]:
    """Each place with the numbers of the mentions whose words it shares a character with."""
    words = Layer("mentions", (Annotation(each.words or (each.span,), id=str(n)) for n, each in enumerate(mentions)))
    for place in places:
        found = [mention.id for span in place.spans for mention in words.overlapping(span)]
        yield place, [int(number) for number in dict.fromkeys(found)]


def _fragment(words: str) -> Form:
    """A phrase in which the parser saw no verb: its first word, and its last as object."""
    first, *rest = re.findall(r"\w+", words.lower()) or [""]
    return Form(first, rest[-1] if rest else "")


def gold_events(document: Document) -> list[Annotation]:
    """The annotations that label a script event, where somebody labelled them, or corrected a reading that did."""
    gold = [event for event in document.layer(EVENTS) if event.label.startswith(EVENT_TYPE) and event.label != NO_TYPE]
    return gold or (list(document.layer(SCRIPT_EVENTS)) if document.metadata.get(CORRECTIONS) else [])


def _mention(event: Annotation, participants: Mapping[str, Annotation]) -> EventMention:
    slots = [(link.role, _noun(participants[link.target])) for link in event.links if link.target in participants]
    objects = [noun for role, noun in slots if role == "OBJ" and noun not in ("", SELF)]
    obliques = [(role.partition(":")[2], noun) for role, noun in slots if role.startswith("PREP")]
    form = Form(
        event.label,
        objects[0] if objects else "",
        next((f"{preposition} {noun}" for preposition, noun in obliques if noun not in ("", SELF)), ""),
    )
    denied = bool(event.features.get("negated")) or event.features.get("modality", "") in _UNREAL
    named = tuple((role, noun) for role, noun in slots if noun)
    return EventMention(form, event.span, named, denied, words=event.spans if len(event.spans) > 1 else ())


def _noun(participant: Annotation) -> str:
    """The lemma of a noun; pronouns and names of people are all the same; other pronouns say nothing."""
    features = participant.features
    person = features.get("person", "")
    if person:
        return SELF if person in _PERSONAL and features.get("lemma", "").lower() not in ("it", "they") else ""
    if features.get("entity") == "PERSON":
        return SELF
    lemma = str(features.get("lemma", "")).lower()
    return _PLURALS.get(lemma, lemma)

"""A text as schemas see it: its events sentence by sentence, and who fills their slots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tacit.documents import Document
from tacit.language import coreference
from tacit.language.analysis import analyse
from tacit.language.chains import chain_name, number_participants
from tacit.language.coreference import Cluster
from tacit.language.events import Event, find_events
from tacit.language.parse import Parse
from tacit.layout import prose


@dataclass(frozen=True, slots=True)
class Happening:
    """One event of a text: its verb, its sentence, its place, and (role, participant number) for each slot."""

    verb: str
    sentence: int
    start: int = 0
    end: int = 0
    fillers: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class EventNarrative:
    """The events of a text in order, the number of its sentences, and what each participant is called."""

    id: str
    sentences: int
    events: tuple[Happening, ...]
    names: Mapping[int, str] = field(default_factory=dict)


def narrative_of(document: Document, *, resolver: str = "ranker") -> EventNarrative:
    """Parse a text, find its events and resolve its coreference."""
    parse = analyse(prose(document))
    return narrative_from(parse, find_events(parse), coreference.load(resolver).resolve(parse), id=document.id)


def narrative_from(
    parse: Parse, events: Sequence[Event], clusters: Sequence[Cluster], *, id: str = ""
) -> EventNarrative:
    """The narrative of a parsed text, whoever resolved its coreference; clusters keep their numbers."""
    numbers = number_participants(events, clusters)
    happenings = tuple(
        Happening(
            event.lemma,
            parse.sentence_of[event.verb],
            parse.starts[event.verb],
            parse.ends[event.verb],
            tuple((slot.role, numbers[slot.participant.head]) for slot in event.slots),
        )
        for event in events
    )
    return EventNarrative(id, len(parse.sentences), happenings, _names(parse, events, clusters, numbers))


def _names(
    parse: Parse, events: Sequence[Event], clusters: Sequence[Cluster], numbers: Mapping[int, int]
) -> dict[int, str]:
    names = {number: chain_name(parse, cluster) for number, cluster in enumerate(clusters)}
    for event in events:
        for slot in event.slots:
            who = slot.participant
            words = "(you)" if who.implied else " ".join(parse.text_between(who.start, who.end).split())
            names.setdefault(numbers[who.head], words)
    return names

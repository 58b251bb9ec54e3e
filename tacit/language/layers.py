"""A parse with its events and coreference clusters as layers of a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tacit.documents import SENTENCES, TOKENS, Annotation, Layer, Link, Span
from tacit.language.chains import Mention, chain_of_heads
from tacit.language.events import Event, Participant
from tacit.language.parse import Parse
from tacit.values import Features

SOURCE = "tacit.language"
ENTITIES = "entities"
EVENTS = "events"
PARTICIPANTS = "participants"


def language_layers(parse: Parse, events: Sequence[Event], clusters: Sequence[Sequence[Mention]] = ()) -> list[Layer]:
    """Sentences, tokens, entities, participants and events; events link to their participants by role.

    A participant in a coreference cluster has the cluster's number as its feature `chain`.
    """
    chains = chain_of_heads(clusters)
    participants = _participants(parse, events, chains)
    return [
        Layer(SENTENCES, _sentences(parse)),
        Layer(TOKENS, _tokens(parse)),
        Layer(ENTITIES, _entities(parse)),
        Layer(PARTICIPANTS, participants),
        Layer(EVENTS, _events(parse, events)),
    ]


def _sentences(parse: Parse) -> Iterator[Annotation]:
    for start, end in parse.sentences:
        yield Annotation.of(parse.starts[start], parse.ends[end - 1], source=SOURCE)


def _tokens(parse: Parse) -> Iterator[Annotation]:
    for token in range(len(parse)):
        yield Annotation.of(
            parse.starts[token],
            parse.ends[token],
            source=SOURCE,
            lemma=parse.lemmas[token],
            pos=parse.pos[token],
            tag=parse.tags[token],
            dep=parse.deps[token],
            head=parse.heads[token] - token,
        )


def _entities(parse: Parse) -> Iterator[Annotation]:
    for start, end, label in parse.entities:
        yield Annotation.of(parse.starts[start], parse.ends[end - 1], label, source=SOURCE)


def _participants(parse: Parse, events: Iterable[Event], chains: dict[int, int]) -> list[Annotation]:
    found = {slot.participant for event in events for slot in event.slots if not slot.participant.implied}
    return [_participant(parse, participant, chains) for participant in sorted(found)]


def _participant(parse: Parse, participant: Participant, chains: dict[int, int]) -> Annotation:
    features = {
        "lemma": participant.lemma,
        "number": participant.number,
        "gender": participant.gender,
        "person": participant.person,
        "entity": participant.entity,
        "chain": chains.get(participant.head, participant.chain),
    }
    return Annotation(
        (Span(parse.starts[participant.start], parse.ends[participant.end - 1]),),
        features=Features({name: value for name, value in features.items() if value not in ("", None)}),
        source=SOURCE,
        id=f"p{participant.head}",
    )


def _events(parse: Parse, events: Iterable[Event]) -> Iterator[Annotation]:
    for event in events:
        tokens = [event.verb] if event.particle is None else sorted((event.verb, event.particle))
        features = {
            "negated": event.negated,
            "modality": event.modality,
            "imperative": event.imperative,
            "implied": [slot.name for slot in event.slots if slot.participant.implied],
        }
        links = [Link(slot.name, f"p{slot.participant.head}") for slot in event.slots if not slot.participant.implied]
        yield Annotation(
            tuple(Span(parse.starts[token], parse.ends[token]) for token in tokens),
            (event.lemma,),
            Features({name: value for name, value in features.items() if value}),
            SOURCE,
            f"e{event.verb}",
            tuple(links),
        )

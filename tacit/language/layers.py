"""A parse with its events and coreference clusters as layers of a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tacit.documents import SENTENCES, TOKENS, Annotation, Layer, Link, Span
from tacit.language.chains import HeadedMention, chain_name, chain_of_heads
from tacit.language.events import Event
from tacit.language.parse import Parse
from tacit.values import Features

SOURCE = "tacit.language"
ENTITIES = "entities"
EVENTS = "events"
PARTICIPANTS = "participants"
MENTIONS = "mentions"


def language_layers(
    parse: Parse, events: Sequence[Event], clusters: Sequence[Sequence[HeadedMention]] = ()
) -> list[Layer]:
    """Sentences, tokens, entities, participants, events and mentions; events link to their participants by role.

    Mentions and participants in a coreference cluster have its number as feature `chain` and what it is best called
    as feature `name`.
    """
    names = [chain_name(parse, cluster) for cluster in clusters]
    return [
        Layer(SENTENCES, _sentences(parse)),
        Layer(TOKENS, _tokens(parse)),
        Layer(ENTITIES, _entities(parse)),
        Layer(PARTICIPANTS, _participants(parse, events, chain_of_heads(clusters), names)),
        Layer(EVENTS, _events(parse, events)),
        Layer(MENTIONS, _mentions(parse, clusters, names)),
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


def _participants(
    parse: Parse, events: Iterable[Event], chains: dict[int, int], names: Sequence[str]
) -> Iterator[Annotation]:
    for participant in sorted({slot.participant for event in events for slot in event.slots}):
        if participant.implied:
            continue
        chain = chains.get(participant.head)
        features = {
            "lemma": participant.lemma,
            "number": participant.number,
            "gender": participant.gender,
            "person": participant.person,
            "entity": participant.entity,
            "chain": chain,
            "name": names[chain] if chain is not None else "",
        }
        yield Annotation(
            (Span(parse.starts[participant.start], parse.ends[participant.end - 1]),),
            features=Features({name: value for name, value in features.items() if value not in ("", None)}),
            source=SOURCE,
            id=_participant_id(participant.head),
        )


def _participant_id(head: int) -> str:
    return f"{SOURCE}.participant-{head}"


def _mentions(parse: Parse, clusters: Sequence[Sequence[HeadedMention]], names: Sequence[str]) -> Iterator[Annotation]:
    for chain, cluster in enumerate(clusters):
        for mention in cluster:
            start, end = parse.starts[mention.start], parse.ends[mention.end - 1]
            yield Annotation.of(start, end, source=SOURCE, chain=chain, name=names[chain])


def _events(parse: Parse, events: Iterable[Event]) -> Iterator[Annotation]:
    for event in events:
        tokens = [event.verb] if event.particle is None else sorted((event.verb, event.particle))
        features = {
            "negated": event.negated,
            "modality": event.modality,
            "imperative": event.imperative,
            "implied": [slot.name for slot in event.slots if slot.participant.implied],
        }
        named = [slot for slot in event.slots if not slot.participant.implied]
        yield Annotation(
            tuple(Span(parse.starts[token], parse.ends[token]) for token in tokens),
            (event.lemma,),
            Features({name: value for name, value in features.items() if value}),
            SOURCE,
            f"{SOURCE}.event-{event.verb}",
            tuple(Link(slot.name, _participant_id(slot.participant.head)) for slot in named),
        )

"""Which schemas a text tells, who plays their roles, and which of their events it leaves out.

A schema's presence is its density times its inverse dispersion (Simonson and Davis 2016): how many events of the
text are events of the schema, for each sentence, and how near to each other these sentences are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tacit.schemas.narrative import EventNarrative, Happening
from tacit.schemas.task import Schema, Slot


@dataclass(frozen=True, slots=True)
class Presence:
    """How much of a text is a schema's: matched events a sentence, and how close together they stand."""

    density: float = 0.0
    inverse_dispersion: float = 0.0

    @property
    def score(self) -> float:
        """Their product."""
        return self.density * self.inverse_dispersion


@dataclass(frozen=True, slots=True)
class RoleFiller:
    """A participant of the text in the role of a chain, with the slots it fills, in the order of the text."""

    chain: int
    participant: int
    name: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A schema in a text. `number` counts schemas from 0; `told` are its events that occur, with their places."""

    number: int
    schema: Schema
    presence: Presence
    told: Mapping[str, tuple[Happening, ...]]
    fillers: tuple[RoleFiller, ...]

    @property
    def left_out(self) -> tuple[str, ...]:
        """The schema's events that the text does not tell."""
        return tuple(verb for verb in self.schema.events if verb not in self.told)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON; schemas are counted from 1."""
        return {
            "schema": self.number + 1,
            "events": list(self.schema.events),
            "presence": self.presence.score,
            "density": self.presence.density,
            "inverse_dispersion": self.presence.inverse_dispersion,
            "told": {verb: [[event.start, event.end] for event in events] for verb, events in self.told.items()},
            "left_out": list(self.left_out),
            "participants": [
                {"chain": filler.chain + 1, "name": filler.name, "slots": [list(slot) for slot in filler.slots]}
                for filler in self.fillers
            ],
        }


def presence(sentences: Sequence[int], length: int) -> Presence:
    """Presence from the sentence of each matched event and the number of sentences of the text.

    Dispersion is the mean distance, in sentences, from a sentence with a match to the nearest other one; where
    there is no other, the length of the text.

    >>> presence([0, 1, 1, 4], 8)
    Presence(density=0.5, inverse_dispersion=0.6)
    >>> presence([3], 8).score
    0.015625
    """
    if not sentences:
        return Presence()
    places = sorted(set(sentences))
    gaps = [length, *(b - a for a, b in pairwise(places)), length]
    distance = sum(min(before, after) for before, after in pairwise(gaps))
    return Presence(len(sentences) / length, len(places) / distance)


def match(
    schemas: Sequence[Schema], narrative: EventNarrative, *, top: int | None = None, minimum_events: int = 2
) -> list[Match]:
    """The schemas of which a text tells at least so many different events, the most present first.

    Schemas of a single event are passed over, as the paper does. Of two that are equally present, the one with more
    different events comes first, then the earlier one.
    """
    by_verb: dict[str, list[Happening]] = defaultdict(list)
    for event in narrative.events:
        by_verb[event.verb].append(event)
    found = []
    for number, schema in enumerate(schemas):
        told = {verb: tuple(by_verb[verb]) for verb in schema.events if verb in by_verb}
        if len(schema.events) > 1 and len(told) >= minimum_events:
            places = [event.sentence for events in told.values() for event in events]
            found.append((-presence(places, narrative.sentences).score, -len(told), number))
    return [_match(number, schemas[number], by_verb, narrative) for _, _, number in sorted(found)[:top]]


def _match(number: int, schema: Schema, by_verb: Mapping[str, Sequence[Happening]], narrative: EventNarrative) -> Match:
    told = {verb: tuple(by_verb[verb]) for verb in schema.events if verb in by_verb}
    places = [event.sentence for events in told.values() for event in events]
    fillers = role_fillers(schema, sorted((e for events in told.values() for e in events), key=lambda e: e.start))
    named = tuple(
        RoleFiller(chain, who, narrative.names.get(who, ""), slots)
        for chain, people in enumerate(fillers)
        for who, slots in people
    )
    return Match(number, schema, presence(places, narrative.sentences), told, named)


def role_fillers(schema: Schema, events: Iterable[Happening]) -> list[list[tuple[int, tuple[Slot, ...]]]]:
    """For each chain of a schema the participants in its slots, those who fill most different ones first."""
    chain_of = {slot: number for number, chain in enumerate(schema.chains) for slot in chain.slots}
    filled: list[dict[int, dict[Slot, None]]] = [{} for _ in schema.chains]
    for event in events:
        for role, participant in event.fillers:
            slot = Slot(event.verb, role)
            if slot in chain_of:
                filled[chain_of[slot]].setdefault(participant, {})[slot] = None
    return [
        sorted(((who, tuple(slots)) for who, slots in people.items()), key=lambda filler: -len(filler[1]))
        for people in filled
    ]

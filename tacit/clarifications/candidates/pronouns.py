"""TAC103: *Put the lid on the jar and shake it.* A pronoun with several equally good antecedents."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tacit.clarifications.candidates import lexicon
from tacit.clarifications.candidates.mentions import is_thing, phrase_of
from tacit.clarifications.candidates.model import Spot, View
from tacit.clarifications.wordlists import words
from tacit.language.events import Event

CODE = "TAC103"
_WHERE = words("on in into onto over under to against around through from off inside across")
"""Before these the object and the place are things of equal standing; *with a brush* names a mere tool."""
_CONFIDENCE = 0.6


def unclear_pronouns(view: View) -> Iterator[Spot]:
    """Objects of a command that may be the object or the place of the command before it."""
    parse = view.parse
    commands = [event for event in view.events if event.imperative]
    for first, second in pairwise(commands):
        if parse.sentence_of[first.verb] != parse.sentence_of[second.verb]:
            continue
        for token in parse.dependents(second.verb, "dobj"):
            plural = lexicon.PRONOUNS.get(view.word(token))
            rivals = _rivals(view, first, plural) if plural is not None else []
            if len(rivals) > 1:
                place = (parse.starts[token], parse.ends[token])
                readings = tuple(phrase_of(parse, rival) for rival in rivals)
                yield Spot(CODE, token, token + 1, place, _CONFIDENCE, readings)


def _rivals(view: View, event: Event, plural: bool | None) -> list[int]:
    """The event's object and place, if they are single things of that number."""
    parse = view.parse
    objects = [slot.participant.head for slot in event.slots if slot.role == "OBJ"]
    places = [slot.participant.head for slot in event.slots if slot.role == "PREP" and slot.preposition in _WHERE]
    if len(objects) != 1 or not places:
        return []
    named = [token for token in (*places, *objects) if token >= 0 and is_thing(parse, token)]
    return [token for token in named if (parse.tags[token] in ("NNS", "NNPS")) == plural]

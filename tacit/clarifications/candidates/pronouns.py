"""TAC103: *Take off the lid and the ring and oil it.* A pronoun with several equally good antecedents."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from tacit.clarifications.candidates import lexicon
from tacit.clarifications.candidates.imperatives import opens_with_clause
from tacit.clarifications.candidates.mentions import Mention, is_thing, phrase_of
from tacit.clarifications.candidates.model import Spot, View
from tacit.clarifications.wordlists import words
from tacit.language.events import Event

CODE = "TAC103"
_WHERE = words("on in into onto over under to against around through from off inside across beside behind")
"""Before these the object and the place are things of equal standing; *with a brush* names a mere tool."""
_CONTACT = words(
    "touch press rub block cover hit overlap catch lift push pull scratch meet cross jam squeeze scrape "
    "detect find reach"
)
"""What does this to another thing is of equal standing with it: *If a wire touches a screw, bend it*."""
_JOINING = words("wrap roll pack tie sew glue nail")
"""What was put together so is then one thing."""
_ON_A_PAR, _OBJECT_AND_PLACE, _ONE_OF_A_PAIR = 0.6, 0.45, 0.65
"""How surely a reader asks; after a command its object is the better antecedent."""
_PLACES = frozenset({"dobj", "dative", "nsubj", "nsubjpass"})


def unclear_pronouns(view: View) -> Iterator[Spot]:
    """Those that may be either of two things in the clause before, or either of a pair."""
    parse = view.parse
    yield from _ones_of_pairs(view)
    for event, command in _clauses(view):
        for token in parse.dependents(command, "dobj"):
            plural = lexicon.PRONOUNS.get(view.word(token))
            rivals = _rivals(view, event, plural) if plural is not None else []
            if len(rivals) > 1:
                place = (parse.starts[token], parse.ends[token])
                readings = tuple(phrase_of(parse, rival) for rival in rivals)
                confidence = _OBJECT_AND_PLACE if event.verb in view.commands else _ON_A_PAR
                yield Spot(CODE, token, token + 1, place, confidence, readings)


def _ones_of_pairs(view: View) -> Iterator[Spot]:
    """*it* right after two single things: *Fit the lid and the ring. If it is loose, …*."""
    parse = view.parse
    for token in range(len(parse)):
        if view.word(token) != "it" or parse.deps[token] not in _PLACES:
            continue
        pair = _pair(view, token)
        if pair:
            place = (parse.starts[token], parse.ends[token])
            yield Spot(CODE, token, token + 1, place, _ONE_OF_A_PAIR, tuple(each.phrase for each in reversed(pair)))


def _pair(view: View, token: int) -> list[Mention]:
    """The latest two things, if they are a pair; in the sentence before, no matter what stands after prepositions."""
    named = view.mentioned(token, back=1)
    here = view.in_sentence(token, named)
    pair = (here or [each for each in named if not each.is_after_preposition])[-2:]
    return pair if len(pair) == 2 and pair[1].makes_pair_with(pair[0]) else []


def _clauses(view: View) -> Iterator[tuple[Event, int]]:
    """Each command with the command before it in its sentence, or else with the clause that opens the sentence."""
    parse = view.parse
    for _, events in groupby(sorted(view.events, key=_verb_of), lambda event: parse.sentence_of[event.verb]):
        before = None
        for event in events:
            if before is not None and event.verb in view.commands:
                yield before, event.verb
            if before is None or event.verb in view.commands:
                before = event


def _verb_of(event: Event) -> int:
    return event.verb


def _rivals(view: View, event: Event, plural: bool | None) -> list[int]:
    """The two things of an event that stand on a par, if they are single things of that number."""
    objects = [slot.participant.head for slot in event.slots if slot.role == "OBJ"]
    places = [slot.participant.head for slot in event.slots if slot.role == "PREP" and slot.preposition in _WHERE]
    if event.verb in view.commands:
        named = [*places, *objects] if len(objects) == 1 and places and event.lemma not in _JOINING else []
    else:
        named = _on_a_par(view, event, objects, places)
    return [token for token in named if token >= 0 and _is_single_thing(view, token, plural)]


def _on_a_par(view: View, event: Event, objects: list[int], places: list[int]) -> list[int]:
    """What touches something and what it touches, in a clause that opens the sentence."""
    subjects = [slot.participant.head for slot in event.slots if slot.role == "SUBJ"]
    others = objects if event.lemma in _CONTACT and objects else places
    return [*others[:1], *subjects[-1:]] if subjects and others and opens_with_clause(view.parse, event.verb) else []


def _is_single_thing(view: View, token: int, plural: bool | None) -> bool:
    """A thing of that number that is a particular one (*water* alone is none), and no part of the other (*its lid*)."""
    parse = view.parse
    before = {view.word(each) for each in parse.dependents(token, "det", "poss")}
    particular = (plural or before) and not before & {"its", "their"}
    return bool(particular) and is_thing(parse, token) and (parse.tags[token] in ("NNS", "NNPS")) == plural

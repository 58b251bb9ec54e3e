"""Events of a parsed text, in text order."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.language.events import lexicon, verbs
from tacit.language.events.clause import Clause
from tacit.language.events.clauses import find_clauses
from tacit.language.events.model import IMPLIED, OBJ, PREP, SUBJ, Event, EventOptions, EventSlot
from tacit.language.events.participants import Participants
from tacit.language.parse import Parse


def find_events(parse: Parse, options: EventOptions | None = None) -> list[Event]:
    """The events of a text with their participants, in text order."""
    options = options or EventOptions()
    participants = Participants(parse)
    clauses = find_clauses(parse)
    return [
        _event(parse, clauses[verb], participants, options) for verb in sorted(clauses) if _counts(parse, verb, options)
    ]


def _counts(parse: Parse, verb: int, options: EventOptions) -> bool:
    if verbs.is_copula(parse, verb):
        return options.copulas
    return not verbs.semi_modal(parse, verb)


def _event(parse: Parse, clause: Clause, participants: Participants, options: EventOptions) -> Event:
    verb = clause.verb
    particle = _particle(parse, clause)
    lemma = parse.lemmas[verb].lower()
    if particle is not None:
        lemma = f"{lemma} {parse.words[particle].lower()}"
    objects = clause.objects
    if options.light_verbs and not clause.passive:
        lemma, objects = _join_light_object(parse, lemma, objects)
    if verbs.is_copula(parse, verb):
        lemma = _with_predicate(parse, verb, lemma)
    slots: list[EventSlot] = []
    for role, token, preposition in _fillers(clause, objects):
        if token == IMPLIED and not options.implied_addressee:
            continue
        slot = EventSlot(role, participants.of(token), preposition)
        if slot not in slots:
            slots.append(slot)
    return Event(verb, lemma, tuple(slots), particle, clause.negated, clause.modality, clause.imperative)


def _particle(parse: Parse, clause: Clause) -> int | None:
    """The verb's particle; a preposition that lacks its object may be one: 'came in'."""
    own = verbs.particle(parse, clause.verb)
    if own is not None:
        return own
    return next((token for token in clause.stranded if parse.words[token].lower() in lexicon.PARTICLES), None)


def _fillers(clause: Clause, objects: list[int]) -> Iterator[tuple[str, int, str]]:
    """(role, head token, preposition) of all that take part, with the voice undone."""
    doers, undergoers, receivers = clause.subjects, objects, clause.receivers
    if clause.passive:
        doers = clause.agents
        if objects:
            receivers = clause.subjects  # 'he was given a book'
        else:
            undergoers = clause.subjects
    for token in doers:
        yield SUBJ, token, ""
    for token in undergoers:
        yield OBJ, token, ""
    for token in receivers:
        yield PREP, token, "to"
    for preposition, token in clause.obliques:
        yield PREP, token, preposition


def _join_light_object(parse: Parse, lemma: str, objects: list[int]) -> tuple[str, list[int]]:
    meaningful = lexicon.LIGHT_VERBS.get(lemma, frozenset())
    if objects and parse.lemmas[objects[0]].lower() in meaningful:
        return f"{lemma} {parse.lemmas[objects[0]].lower()}", objects[1:]
    return lemma, objects


def _with_predicate(parse: Parse, copula: int, lemma: str) -> str:
    adjectives = parse.dependents(copula, "acomp")
    return f"{lemma} {parse.lemmas[adjectives[0]].lower()}" if adjectives else lemma

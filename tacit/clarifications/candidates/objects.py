"""TAC101: *Rinse before reassembling.* A verb that nearly always has an object stands without one."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.clarifications.candidates import lexicon
from tacit.clarifications.candidates.commands import bare_commands
from tacit.clarifications.candidates.mentions import Mention, is_thing
from tacit.clarifications.candidates.model import Spot, View

CODE = "TAC101"
_LEAST_RATE = 0.6
_SURE_RATE = 0.92
"""The rate for verbs with a preposition that may name what is acted on: *press on the back*."""
_AIMS = frozenset({"on", "at", "about", "close", "closer", "away", "from", "towards", "toward"})
_LEAST_SEEN = 8
_BACK = 1
_RIVALS = (0.1, 0.3, 0.8, 0.95)
"""How unclear it is what is meant, by the number of things that could be."""
_SHARED = 0.4
"""The same where the sentence has one object so far, named or as a pronoun: it is usually shared."""


def missing_objects(view: View) -> Iterator[Spot]:
    """Commands without an object, where several things could be meant."""
    for command in bare_commands(view):
        rate = _rate(view, command.lemma)
        if rate >= (_SURE_RATE if _aims_at_something(view, command.verb) else _LEAST_RATE):
            rivals = view.recent(command.verb, back=_BACK)
            last = command.verb if command.particle is None else max(command.verb, command.particle)
            place = view.parse.ends[command.verb]
            confidence = rate * _openness(view, command.verb, rivals)
            readings = tuple(rival.phrase for rival in rivals)
            yield Spot(CODE, command.verb, last + 1, (place, place), confidence, readings, lead=" ")


def _aims_at_something(view: View, verb: int) -> bool:
    around = view.parse.dependents(verb, "prep", "advmod")
    return any(view.word(child) in _AIMS or _leads_to_thing(view, child) for child in around)


def _leads_to_thing(view: View, token: int) -> bool:
    """*Change to the fine stone*, but not *cut to 15 cm*."""
    return view.word(token) == "to" and any(is_thing(view.parse, each) for each in view.parse.children[token])


def _rate(view: View, lemma: str) -> float:
    """How surely the verb has an object; a rare one is taken for what it is made of."""
    known = view.verbs.known_as(lemma, least=_LEAST_SEEN)
    everyday = lemma in lexicon.EVERYDAY or lemma.split()[0] in lexicon.EVERYDAY
    return 0.0 if not known or everyday else view.verbs.object_rate(known)


def _openness(view: View, verb: int, rivals: list[Mention]) -> float:
    """How open it is which of the rivals is meant."""
    own = view.in_sentence(verb, rivals)
    if (len(own) == 1 and own[0].role == "dobj") or _is_taken_up(view, verb) or _is_for_each(view, verb):
        return _SHARED
    return _RIVALS[min(len(rivals), len(_RIVALS) - 1)]


def _is_taken_up(view: View, verb: int) -> bool:
    """*Brush them with soap and rinse*: does a command before it in its sentence act on a pronoun?"""
    parse = view.parse
    start, _ = parse.sentences[parse.sentence_of[verb]]
    return any(view.word(token) in lexicon.PRONOUNS and view.is_acted_on(token) for token in range(start, verb))


def _is_for_each(view: View, verb: int) -> bool:
    """*Replace if worn*: is it done to each of the things for which that is so?"""
    tags = view.parse.tags[verb + 2 : verb + 3]
    return view.word(verb + 1) in ("if", "where") and any(tag in ("VBN", "JJ") for tag in tags)

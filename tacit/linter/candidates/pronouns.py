"""TAC103: *Take off the lid and the ring and oil it.* A pronoun with several equally good antecedents.

Every pronoun with two antecedents that agree is proposed. What the old, narrow rule says of it (either of two things in
the clause before, or either of a pair) is one feature among others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from tacit.clarifications import lexicon
from tacit.language.coreference.features.pleonastic import is_pleonastic
from tacit.language.english.imperatives import opens_with_clause
from tacit.language.english.wordlists import words
from tacit.language.events import Event
from tacit.linter.candidates.antecedents import SUBJECTS, Antecedent, antecedents, competition
from tacit.linter.candidates.mentions import NounMention, is_thing
from tacit.linter.candidates.model import LineView, Spot

CODE = "TAC103"
_BACK = 2
_MOST_READINGS = 4
_SEVERAL = 2
_ONES = {"one": False, "ones": True}
_ARTICLES = words("the this that each another")
_DEMONSTRATIVES = words("these those")
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
_KNOWN_ROLES = _PLACES | {"pobj", "poss", "conj"}
_LATE = 25


def unclear_pronouns(view: LineView) -> Iterator[Spot]:
    """All pronouns that may stand for two things of the last sentences."""
    sure = _surely_unclear(view)
    for token in range(len(view.parse)):
        if _is_pronoun(view, token):
            yield from _proposed(view, token, lexicon.PRONOUNS[view.word(token)], sure.get(token, 0.0))
        elif _is_one(view, token):
            yield from _proposed(view, token, _ONES[view.word(token)], 0.0)


def _is_pronoun(view: LineView, token: int) -> bool:
    parse, word = view.parse, view.word(token)
    if word not in lexicon.PRONOUNS or (word == "it" and is_pleonastic(parse, token)):
        return False
    return word not in _DEMONSTRATIVES or (parse.deps[token] != "det" and not _noun_follows(view, token))


def _noun_follows(view: LineView, token: int) -> bool:
    return token + 1 < len(view.parse) and view.parse.pos[token + 1] in ("NOUN", "PROPN", "ADJ", "NUM")


def _is_one(view: LineView, token: int) -> bool:
    """*the new one*, *one goes on the shank*; not *one cup*, *one of the screws*, *one must know*."""
    parse, word = view.parse, view.word(token)
    if word not in _ONES or view.word(token + 1) in ("of", "side", "hand") or _noun_follows(view, token):
        return False
    return parse.deps[token] in _PLACES | {"pobj", "conj", "attr"}


def _proposed(view: LineView, token: int, plural: bool, sure: float) -> Iterator[Spot]:
    parse = view.parse
    role = "poss" if parse.tags[token] == "PRP$" else parse.deps[token]
    verb = _governor(view, token)
    people = view.word(token) in ("they", "them", "their")
    wanted = None if view.word(token) in _ONES else plural
    found = antecedents(view, token, role=role, verb=verb, plural=wanted, back=_BACK, people=people)
    found = [each for each in found if not _is_own_clause(view, token, role, verb, each)]
    if len(found) < _SEVERAL:
        return
    start = _start_of(view, token) if view.word(token) in _ONES else token
    features = competition(view, token, found) | _about(view, token, role, verb)
    features["two in the opening clause"] = _are_in_opening_clause(view, token, found)
    place = (parse.starts[start], parse.ends[token])
    readings = tuple(each.mention.phrase for each in found[:_MOST_READINGS])
    yield Spot(CODE, start, token + 1, place, sure, readings, features=features, topic=_topic(view, token, found))


def _are_in_opening_clause(view: LineView, token: int, found: list[Antecedent]) -> bool:
    """*If the pin presses on the ball, turn it*: are there two in the clause that opens the sentence?"""
    parse = view.parse
    head = _clause_of(view, token)
    here = [each.mention.verb for each in found if each.back == 0 and each.mention.verb < head]
    return any(here.count(verb) > 1 and parse.deps[verb] == "advcl" for verb in here) and opens_with_clause(
        parse, token
    )


def _clause_of(view: LineView, token: int) -> int:
    """The verb of the pronoun's clause."""
    head = view.parse.heads[token]
    for _ in range(4):
        if view.parse.pos[head] in ("VERB", "AUX") or view.parse.heads[head] == head:
            break
        head = view.parse.heads[head]
    return head


def _topic(view: LineView, token: int, found: list[Antecedent]) -> str:
    """The same pronoun with the same two antecedents is the same trouble."""
    first, second = sorted(each.mention.lemma for each in found[:_SEVERAL])
    return f"{view.word(token)} {first} {second}"


def _is_own_clause(view: LineView, token: int, role: str, verb: int, found: Antecedent) -> bool:
    """*The nut holds it*: what stands in another place of the same verb is not the same thing."""
    near = found.back == 0 and found.mention.verb == verb
    return near and role in ("dobj", *SUBJECTS) and found.role in ("dobj", *SUBJECTS)


def _start_of(view: LineView, token: int) -> int:
    """Where *the new one* begins."""
    start = token
    while start > 0 and (view.parse.pos[start - 1] == "ADJ" or view.word(start - 1) in _ARTICLES):
        start -= 1
    return start


def _governor(view: LineView, token: int) -> int:
    """The verb, or the predicate's adjective, that the pronoun belongs to."""
    parse = view.parse
    head = _clause_of(view, token)
    complements = parse.dependents(head, "acomp", "attr") if parse.lemmas[head] == "be" else []
    return complements[0] if complements and parse.pos[complements[0]] == "ADJ" else head


def _about(view: LineView, token: int, role: str, verb: int) -> dict[str, float]:
    """The pronoun, its place, and what its chain was so far."""
    parse, word = view.parse, view.word(token)
    first, _ = parse.sentences[parse.sentence_of[token]]
    earlier = [view.word(each) for each in range(first, token) if view.word(each) in lexicon.PRONOUNS]
    before = view.pronouns_before(token)
    same = {each for each in lexicon.PRONOUNS if lexicon.PRONOUNS[each] == lexicon.PRONOUNS.get(word)}
    mark = next((view.word(each) for each in parse.dependents(parse.heads[token], "mark", "advmod")), "")
    return {
        f"word {word}": 1,
        f"role {role if role in _KNOWN_ROLES else 'other'}": 1,
        "of a command": verb in view.commands,
        "of be": parse.lemmas[parse.heads[token]] == "be",
        "of an adjective": parse.pos[verb] == "ADJ",
        "in a condition": mark in ("if", "when", "once", "unless"),
        "in a limit": mark in ("until", "till", "so", "because", "as", "since", "that"),
        "taken up here": sum(each in same for each in earlier),
        "taken up before": sum(each in same for each in before),
        "begins the sentence": token == first,
        "place in the sentence": min(token - first, _LATE),
        "other one": view.word(token - 1) in ("other", "new", "old", "same", "second", "first"),
    }


def _surely_unclear(view: LineView) -> dict[int, float]:
    """What the narrow rule finds, and how sure it is."""
    parse = view.parse
    sure: dict[int, float] = {}
    for token in range(len(parse)):
        if view.word(token) == "it" and parse.deps[token] in _PLACES and _pair(view, token):
            sure[token] = _ONE_OF_A_PAIR
    for event, command in _clauses(view):
        for token in parse.dependents(command, "dobj"):
            plural = lexicon.PRONOUNS.get(view.word(token))
            if plural is not None and len(_rivals(view, event, plural)) > 1:
                confidence = _OBJECT_AND_PLACE if event.verb in view.commands else _ON_A_PAR
                sure[token] = max(confidence, sure.get(token, 0.0))
    return sure


def _pair(view: LineView, token: int) -> list[NounMention]:
    """The latest two things, if they are a pair; in the sentence before, no matter what stands after prepositions."""
    named = view.mentioned(token, back=1)
    here = view.in_sentence(token, named)
    pair = (here or [each for each in named if not each.is_after_preposition])[-2:]
    return pair if len(pair) == 2 and pair[1].makes_pair_with(pair[0]) else []


def _clauses(view: LineView) -> Iterator[tuple[Event, int]]:
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


def _rivals(view: LineView, event: Event, plural: bool | None) -> list[int]:
    """The two things of an event that stand on a par, if they are single things of that number."""
    objects = [slot.participant.head for slot in event.slots if slot.role == "OBJ"]
    places = [slot.participant.head for slot in event.slots if slot.role == "PREP" and slot.preposition in _WHERE]
    if event.verb in view.commands:
        named = [*places, *objects] if len(objects) == 1 and places and event.lemma not in _JOINING else []
    else:
        named = _on_a_par(view, event, objects, places)
    return [token for token in named if token >= 0 and _is_single_thing(view, token, plural)]


def _on_a_par(view: LineView, event: Event, objects: list[int], places: list[int]) -> list[int]:
    """What touches something and what it touches, in a clause that opens the sentence."""
    subjects = [slot.participant.head for slot in event.slots if slot.role == "SUBJ"]
    others = objects if event.lemma in _CONTACT and objects else places
    return [*others[:1], *subjects[-1:]] if subjects and others and opens_with_clause(view.parse, event.verb) else []


def _is_single_thing(view: LineView, token: int, plural: bool | None) -> bool:
    """A thing of that number that is a particular one (*water* alone is none), and no part of the other (*its lid*)."""
    parse = view.parse
    before = {view.word(each) for each in parse.dependents(token, "det", "poss")}
    particular = (plural or before) and not before & {"its", "their"}
    return bool(particular) and is_thing(parse, token) and (parse.tags[token] in ("NNS", "NNPS")) == plural

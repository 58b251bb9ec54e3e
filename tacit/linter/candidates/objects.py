"""TAC101: *Rinse before reassembling.* A verb that nearly always has an object stands without one."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.clarifications import lexicon
from tacit.language.english.wordlists import words
from tacit.linter.candidates.antecedents import antecedents, competition
from tacit.linter.candidates.commands import Command, bare_commands
from tacit.linter.candidates.mentions import NounMention, is_thing
from tacit.linter.candidates.model import LineView, Spot

CODE = "TAC101"
_LEAST_RATE = 0.35
_LIKELY_RATE = 0.6
_SURE_RATE = 0.95
"""The rate for verbs with a preposition that may name what is acted on: *press on the back*."""
_AIMS = frozenset({"on", "at", "about", "close", "closer", "away", "from", "towards", "toward"})
_GO_ALONG = words("cut sew stitch tear saw")
_PATHS = words("along through across forward around")
"""What these verbs do to a path needs no other object: *cut along the line*."""
_LEAST_SEEN = 8
_USUAL_RATE = 0.85
"""Of verbs that one knows to need an object, where they were seldom seen."""
_IDIOMS = frozenset({"cast off", "cast on", "fasten off", "bind off", "sign in", "sign up", "log in", "log out"})
_SOMETIMES = words("check save drill repeat water reach")
"""Everyday verbs that at times need their object after all."""
_BACK = 1
_TOO_FEW = (0.1, 0.3)
"""How open it is what is meant, with no thing or one that could be; below, where there are more."""
_NARROW = 0.6
_RECIPE, _LEAST_FOOD = 8, 2
"""A text that has just named so many kinds of food is a recipe."""
_SHARED, _BOTH_OR_ONE, _ONE_OBJECT, _SEVERAL_OBJECTS = 0.4, 0.65, 0.7, 0.95


def missing_objects(view: LineView) -> Iterator[Spot]:
    """Commands without an object, where several things could be meant."""
    for command in bare_commands(view):
        rate = _rate(view, command.lemma)
        if rate >= _LEAST_RATE and not _is_idiom(view, command):
            rivals = view.recent(command.verb, back=_BACK)
            last = command.verb if command.particle is None else max(command.verb, command.particle)
            place = view.parse.ends[command.verb]
            confidence = rate * _openness(view, command.verb, rivals) * _breadth(view, command.verb, command.lemma)
            aims = _aims_at_something(view, command.verb)
            if rate < (_SURE_RATE if aims else _LIKELY_RATE):
                confidence = 0.0
            found = antecedents(view, command.verb, role="dobj", verb=command.verb)
            features = competition(view, command.verb, found) | _about(view, command, rate, rivals)
            yield Spot(
                CODE,
                command.verb,
                last + 1,
                (place, place),
                confidence,
                tuple(rival.phrase for rival in rivals),
                lead=" ",
                features=features | {"aims": aims},
                topic=" ".join([command.lemma, *sorted(each.lemma for each in rivals[:2])]),
            )


def _about(view: LineView, command: Command, rate: float, rivals: list[NounMention]) -> dict[str, float]:
    """The verb, what follows it, and what was acted on before."""
    parse, verb = view.parse, command.verb
    objects = [each for each in rivals if each.role == "dobj"]
    after = max(verb, command.particle or verb) + 1
    follows = view.word(after)
    first, _ = parse.sentences[parse.sentence_of[verb]]
    return {
        "rate": rate,
        "seen": min(view.verbs.seen(command.lemma), 100) / 100,
        "treating": command.lemma.split()[0] in lexicon.TREATING,
        "everyday": _is_everyday(command.lemma),
        "food": min(len({each.lemma for each in view.mentioned(verb, back=_RECIPE)} & lexicon.FOOD), 5),
        "objects": len(objects),
        "objects here": len(view.in_sentence(verb, objects)),
        "goes on": _goes_on(view, verb),
        "taken up": _is_taken_up(view, verb),
        "for each": _is_for_each(view, verb),
        "repeated": _is_repeated(view, verb),
        "begins the sentence": verb == first,
        "place in the sentence": min(verb - first, 25),
        "particle": command.particle is not None,
        "followed by preposition": after < len(parse) and parse.pos[after] == "ADP",
        "followed by adverb": after < len(parse) and parse.pos[after] == "ADV",
        "followed by and": follows == "and",
        "followed by stop": after >= len(parse) or parse.pos[after] == "PUNCT",
        "followed by limit": follows in ("until", "before", "after", "if", "when", "for", "again"),
    }


def _is_idiom(view: LineView, command: Command) -> bool:
    """*Rinse and repeat.* *Cast off.* *Mix together.* Nobody asks what."""
    if "together" in (view.word(command.verb + 1), command.lemma.split()[-1]):
        return True
    first, last = view.word(command.verb), view.word(command.verb + 1)
    return (first == "rinse" and (last, view.word(command.verb + 2)) == ("and", "repeat")) or command.lemma in _IDIOMS


def _is_everyday(lemma: str) -> bool:
    return lemma in lexicon.EVERYDAY or lemma.split()[0] in lexicon.EVERYDAY


def _aims_at_something(view: LineView, verb: int) -> bool:
    around = [view.word(child) for child in view.parse.dependents(verb, "prep", "advmod")]
    if view.parse.lemmas[verb].lower() in _GO_ALONG and _PATHS.intersection(around):
        return True
    return any(word in _AIMS for word in around) or _leads_to_thing(view, verb)


def _leads_to_thing(view: LineView, verb: int) -> bool:
    """*Change to the fine stone*, but not *cut to 15 cm*."""
    parse = view.parse
    to = (child for child in parse.dependents(verb, "prep", "advmod") if view.word(child) == "to")
    return any(is_thing(parse, each) for child in to for each in parse.children[child])


def _rate(view: LineView, lemma: str) -> float:
    """How surely the verb has an object; a rare one is taken for what it is made of."""
    if lemma in lexicon.TREATING and view.verbs.seen(lemma) < _LEAST_SEEN:
        return _USUAL_RATE
    known = view.verbs.known_as(lemma, least=_LEAST_SEEN)
    if not known and lemma in lexicon.SELDOM_SEEN:
        return _USUAL_RATE
    if not known or (_is_everyday(lemma) and lemma.split()[0] not in _SOMETIMES):
        return 0.0
    return view.verbs.object_rate(known)


def _breadth(view: LineView, token: int, lemma: str) -> float:
    """How little the verb tells of what it is done to; in a recipe that is the dish, and no reader asks."""
    if len({each.lemma for each in view.mentioned(token, back=_RECIPE)} & lexicon.FOOD) >= _LEAST_FOOD:
        return _NARROW
    verb = lemma.split()[0]
    names = {verb, verb.removeprefix("re"), view.verbs.known_as(verb, least=_LEAST_SEEN)}
    return 1.0 if names & lexicon.TREATING else _NARROW


def _openness(view: LineView, verb: int, rivals: list[NounMention]) -> float:
    """How open it is which of the rivals is meant; mostly what the last command acted on, if that is one thing."""
    if len(rivals) < len(_TOO_FEW):
        return _TOO_FEW[len(rivals)]
    objects = [each for each in rivals if each.role == "dobj"]
    if not objects or _is_taken_up(view, verb) or _is_for_each(view, verb) or _is_repeated(view, verb):
        return _SHARED
    if _goes_on(view, verb):
        return _BOTH_OR_ONE if len(view.in_sentence(verb, objects)) > 1 else _SHARED
    return _ONE_OBJECT if len(objects) == 1 else _SEVERAL_OBJECTS


def _goes_on(view: LineView, verb: int) -> bool:
    """*Open the lid and rinse*: does it follow a command in its sentence, and so share what that acts on?"""
    start, _ = view.parse.sentences[view.parse.sentence_of[verb]]
    return any(start <= command < verb for command in view.commands)


def _is_taken_up(view: LineView, verb: int) -> bool:
    """*Brush them with soap. Rinse well.* Is the talk of something that is clear enough for a pronoun?"""
    parse = view.parse
    sentence = parse.sentence_of[verb]
    start, _ = parse.sentences[max(0, sentence - 1)]
    return any(view.word(token) in ("it", "them") for token in range(start, verb))


def _is_for_each(view: LineView, verb: int) -> bool:
    """*Replace if worn*: is it done to each of the things for which that is so?"""
    tags = view.parse.tags[verb + 2 : verb + 3]
    return view.word(verb + 1) in ("if", "where") and any(tag in ("VBN", "JJ") for tag in tags)


def _is_repeated(view: LineView, verb: int) -> bool:
    """*Add air and measure again*, *Again, tighten by hand*: it is done to what it was done to before."""
    start, _ = view.parse.sentences[view.parse.sentence_of[verb]]
    return "again" in (view.word(start), view.word(verb + 1), view.word(verb + 2))

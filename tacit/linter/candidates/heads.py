"""TAC201 and TAC202: *Tighten both.* *This prevents leaks.* A word that stands for a whole noun phrase."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.clarifications import lexicon
from tacit.language.english.wordlists import words
from tacit.linter.candidates.antecedents import antecedents, competition
from tacit.linter.candidates.commands import nouns
from tacit.linter.candidates.mentions import NounMention, is_thing
from tacit.linter.candidates.model import LineView, Spot

MISSING_NOUN, DEMONSTRATIVE = "TAC201", "TAC202"
_BACK = 1
_PLACES = frozenset({"dobj", "nsubj", "nsubjpass", "pobj", "conj", "dative"})
_NOT_ACTED_ON, _OPEN, _SETTLED = 0.3, 0.75, 0.4
_SAYS_WHICH = frozenset({"of", "more", "less", "one", "ones", "who", "that", "which", "with", "in", "not", "around"})
_DO = words("do skip undo")
_ONE_ACTION_OR_ALL = 0.65
"""Where the sentence before has several commands, *this* may be the last of them or all."""
_AMOUNTS = words("half third quarter few couple")
_BARE_POS = frozenset({"ADJ", "DET", "PRON", "NOUN", "NUM"})
_OF_TWO = frozenset({"both", "other"})
"""These need no plural before them: they may be of two things that were named apart."""
_SELF_EVIDENT = words("same former latter following above opposite")
_KNOWN_WORDS = lexicon.FUSED | words("this that rest other others half quarter third more less another")
_OF_STEPS = words("necessary unnecessary best better possible optional worth important essential crucial required")
"""What is said of steps rather than of things."""
_TAKE_UP_A_SENTENCE = words("do repeat try avoid achieve know say mean remember understand see check")
"""What these are done to is mostly all that the sentence before says."""


def missing_nouns(view: LineView) -> Iterator[Spot]:
    """Determiners, numbers and adjectives that head a noun phrase."""
    parse = view.parse
    for token in range(len(parse)):
        if view.word(token + 1) in _SAYS_WHICH or _noun_is_beside(view, token):
            continue
        if view.word(token) in ("this", "that"):
            yield from _demonstrative(view, token)
        elif start := _fused_from(view, token):
            rivals = _plural_kinds(view, token)
            settled = len(rivals) == 1 or _is_settled(view, token) or not (rivals or view.word(token) in _OF_TWO)
            confidence = _SETTLED if settled else _OPEN
            readings = tuple(rival.phrase.removeprefix("the ") for rival in rivals)
            features = _about(view, token) | {"settled": settled, "kinds": len(rivals)}
            confidence = _if_acted_on(view, token, confidence)
            yield _spot(view, MISSING_NOUN, start - 1, token, confidence, readings, features)


def _about(view: LineView, token: int) -> dict[str, float]:
    """The word, its place, and the things that it may be one of."""
    parse, word = view.parse, view.word(token)
    verb = parse.heads[token]
    found = antecedents(view, token, role=parse.deps[token], verb=verb)
    here = [each for each in found if each.back == 0]
    known = word if word in _KNOWN_WORDS else "number" if parse.tags[token] == "CD" else "adjective"
    first, end = parse.sentences[parse.sentence_of[token]]
    return competition(view, token, found) | {
        f"word {known}": 1,
        f"role {parse.deps[token]}": 1,
        "acted on": view.is_acted_on(token),
        "of a command": verb in view.commands,
        "of be": parse.lemmas[verb] == "be",
        "takes up a sentence": parse.lemmas[verb].lower() in _TAKE_UP_A_SENTENCE,
        "stands for an action": _stands_for_action(view, token),
        "commands before": view.commands_before(token),
        "plurals": sum(each.mention.plural for each in found),
        "plurals here": sum(each.mention.plural for each in here),
        "begins the sentence": token == first,
        "ends the sentence": token + 2 >= end,
        "place in the sentence": min(token - first, 25),
    }


def _if_acted_on(view: LineView, token: int, confidence: float) -> float:
    """As a subject it is mostly a general remark, or takes up the whole sentence before: both are clear enough."""
    return confidence if view.is_acted_on(token) else _NOT_ACTED_ON


def _fused_from(view: LineView, token: int) -> int:
    """Where the phrase starts that lacks its noun, counted from 1; 0 if nothing lacks."""
    parse, word = view.parse, view.word(token)
    if parse.deps[token] not in _PLACES or (word == "each" and token and parse.pos[token - 1] == "NOUN"):
        return 0  # 'two screws each' leaves nothing out
    if (word in ("rest", "others") and view.word(token - 1) == "the") or (
        word in _AMOUNTS and view.word(token - 1) in ("a", "the", "another")
    ):
        return token
    if word in ("half", "less", "more", "another", "these", "those") and parse.pos[token] in _BARE_POS:
        return token + 1
    if word in lexicon.FUSED and parse.pos[token] in ("ADJ", "DET", "PRON", "NOUN", "CCONJ"):
        return token + 1
    if parse.tags[token] == "CD" and parse.entity_of[token] in ("", "CARDINAL") and word.isalpha():
        return token + 1 if word != "one" else 0
    if parse.pos[token] == "ADJ" and view.word(token - 1) == "the" and parse.deps[token] != "ROOT":
        return 0 if word in _SELF_EVIDENT or word in nouns() - {"other"} else token
    return 0


def _is_settled(view: LineView, token: int) -> bool:
    """*all three* are what there are three of, *each* is one of those just named, *both* the two of a pair."""
    parse, word = view.parse, view.word(token)
    gapped = parse.deps[token] == "conj" and bool(parse.dependents(parse.heads[token], "nummod"))
    counted = parse.tags[token] == "CD" and (view.word(token - 1) in ("all", "the", "these", "those") or gapped)
    return word == "each" or counted or (word == "both" and _pair_is_named(view, token))


def _pair_is_named(view: LineView, token: int) -> bool:
    """Has its sentence just named two single things side by side: *Keep the key and the card, then copy both*?"""
    parse = view.parse
    first, _ = parse.sentences[parse.sentence_of[token]]
    return any(
        parse.deps[each] == "conj" and all(parse.tags[one] == "NN" and is_thing(parse, one) for one in (each, head))
        for each in range(first, token)
        if (head := parse.heads[each]) < each
    )


def _plural_kinds(view: LineView, token: int) -> list[NounMention]:
    """What was named in the plural, the most recent first; long screws and short screws are two kinds."""
    named = {each.phrase: each for each in view.mentioned(token, back=_BACK) if each.plural}
    return list(named.values())[::-1]


def _demonstrative(view: LineView, token: int) -> Iterator[Spot]:
    """*this* and its like as a subject or object."""
    parse = view.parse
    if parse.tags[token] != "DT" or parse.deps[token] in ("ROOT", "det") or _is_remark(view, token):
        return
    rivals = view.recent(token, back=_BACK)
    readings = tuple(_agreeing(view, token, rivals))
    sentence = parse.lemmas[parse.heads[token]].lower() in _TAKE_UP_A_SENTENCE
    settled = sentence or len(rivals) < 2 or bool(view.in_sentence(token, rivals))
    confidence = _if_acted_on(view, token, _SETTLED if settled else _OPEN)
    if _stands_for_action(view, token) and view.commands_before(token) > 1:
        confidence = max(confidence, _ONE_ACTION_OR_ALL)
    features = _about(view, token) | {"settled": settled}
    yield _spot(view, DEMONSTRATIVE, token, token, confidence, readings, features)


def _is_remark(view: LineView, token: int) -> bool:
    """*This is fun.* *That being said, …* Nobody does anything wrong here."""
    parse, verb = view.parse, view.parse.heads[token]
    if parse.lemmas[verb] != "be":
        return view.word(token + 1) == "being"
    said = parse.dependents(verb, "attr", "acomp")
    return not said or all(parse.lemmas[each].lower() not in _OF_STEPS for each in said)


def _stands_for_action(view: LineView, token: int) -> bool:
    """*Do this twice.* *This must be done at night.* Is it something that one does?"""
    parse = view.parse
    verb = parse.heads[token]
    if parse.deps[token] == "dobj":
        return view.word(token) in ("this", "that") and parse.lemmas[verb].lower() in _DO
    auxiliaries = [view.word(each) for each in parse.dependents(verb, "aux", "auxpass")]
    return parse.deps[token] == "nsubjpass" and len(auxiliaries) > 1


def _agreeing(view: LineView, token: int, rivals: list[NounMention]) -> list[str]:
    plural = view.word(token) in ("these", "those")
    return [rival.phrase.removeprefix("the ") for rival in rivals if rival.plural == plural]


def _spot(
    view: LineView,
    code: str,
    start: int,
    token: int,
    confidence: float,
    readings: tuple[str, ...],
    features: dict[str, float],
) -> Spot:
    place = view.parse.ends[token]
    return Spot(code, start, token + 1, (place, place), confidence, readings, lead=" ", features=features)


def _noun_is_beside(view: LineView, token: int) -> bool:
    """Is the noun there after all (*both nuts*, *floor ten*), and the parse mistaken?"""
    parse = view.parse
    after = token + 1 < len(parse) and parse.pos[token + 1] in ("NOUN", "PROPN", "ADJ", "NUM")
    return after or (token > 0 and parse.tags[token] == "CD" and parse.pos[token - 1] in ("NOUN", "PROPN"))

"""TAC301: *Unplug the cable*, where a grey and a blue cable were named before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tacit.language.english.wordlists import words
from tacit.linter.candidates.antecedents import likeness
from tacit.linter.candidates.mentions import NounMention
from tacit.linter.candidates.model import LineView, Spot

CODE = "TAC301"
_BACK, _ALL = 8, 25
_SEVERAL = 2
_OF_ONE_SORT = 0.3
_TAKEN_FOR_CLEAR = 4
"""So often the text has named it without saying which, that it must be clear."""
_WHOLE = words("all both each of most half")
"""*all the pockets* are all, of whatever kind."""
_GENERAL = words("world people life way day night week year season internet market")
_ARTICLES = words("the this that your")
_NO_KINDS = words(
    "old new little more enough whole same delicious perfect nice good great finished remaining hot cold warm wet dry "
    "clean cool shaped rinsed large larger cup regular entire next own"
)
"""Where the new one takes the old one's place, it is clear which of them is there; the others tell how much."""
_MASS = words("water air heat light")
"""Warm or fresh, it is what is there now that is meant."""
_SAYS_HOW = words("with to into for by after before until")
"""Behind a noun these mostly belong to the verb, whatever the parser says: *turn the knob with care*."""
_PLACES = frozenset({"dobj", "pobj", "nsubj", "nsubjpass", "conj"})
_ACTED_ON, _ELSEWHERE = 0.85, 0.55
_BESIDE = {"pobj": 0.7, "dobj": 0.7}
"""Places of what one needs in order to act: *dip it into the bath*."""


def general_nouns(view: LineView) -> Iterator[Spot]:
    """Definite nouns without any modifier whose head was named with different ones."""
    parse = view.parse
    for token in range(1, len(parse)):
        if view.word(token - 1) not in _ARTICLES or parse.tags[token] not in ("NN", "NNS"):
            continue
        if view.word(token - 2) in _WHOLE or view.word(token) in _GENERAL:
            continue
        if parse.deps[token] not in _PLACES or any(_says_which(view, child) for child in parse.children[token]):
            continue
        same = [each for each in view.mentioned(token, back=_ALL, across=True) if _has_name(view, token, each)]
        kinds = _kinds(view, token, same)
        if len(kinds) > 1 and _contrast(same) and sum(not _kind(each) for each in same) < _TAKEN_FOR_CLEAR:
            yield _proposed(view, token, same, kinds)


def _has_name(view: LineView, token: int, mention: NounMention) -> bool:
    return mention.lemma == view.parse.lemmas[token].lower()


def _contrast(same: list[NounMention]) -> bool:
    """Are two of them told apart: named side by side, or by words of one sort (*left* and *right*, *grey* and *blue*)?

    *the delicious mixture* and, much later, *the hot mixture* are the same.
    """
    named = {(_kind(each) or each.of): each for each in same if _kind(each) or each.of}
    for (one, first), (other, second) in combinations(named.items(), 2):
        near = abs(first.sentence - second.sentence) <= 1
        if near or likeness(one.split()[-1], other.split()[-1]) >= _OF_ONE_SORT:
            return True
    return False


def _proposed(view: LineView, token: int, same: list[NounMention], kinds: list[str]) -> Spot:
    parse = view.parse
    plural, here = parse.tags[token] == "NNS", view.sentence(token)
    latest = [each for each in same if each.sentence >= here - 1]
    last = same[-1]
    narrow = _is_narrow(view, token, same, latest)
    acted_on = view.is_acted_on(token)
    features: dict[str, float] = {
        "kinds": len(kinds),
        "kinds of its number": len({_kind(each) for each in same if each.plural == plural} - {""}),
        "kinds lately": len({_kind(each) for each in latest} - {""}),
        "kinds by whole": len({each.of for each in same} - {""}),
        "named": len(same),
        "named bare": sum(not _kind(each) and not each.of for each in same),
        "last bare": not _kind(last),
        "last back": min(here - last.sentence, 12),
        "settled": _is_settled(latest),
        "settled here": _is_settled(view.in_sentence(token, latest)),
        "plural": plural,
        "mass": view.word(token) in _MASS,
        "acted on": acted_on,
        "topic": view.is_topic(parse.lemmas[token].lower()),
        "kind is topic": any(view.is_topic(word) for each in same for word in each.modifiers),
        f"role {parse.deps[token]}": 1,
        "commanded": any(parse.sentence_of[verb] == parse.sentence_of[token] for verb in view.commands),
        "the": view.word(token - 1) == "the",
        "across sections": same[0].sentence < view.discourse.section,
        "old rule": narrow,
    }
    confidence = _ACTED_ON if acted_on else _BESIDE.get(parse.deps[token], _ELSEWHERE)
    place = parse.starts[token]
    return Spot(
        CODE,
        token - 1,
        token + 1,
        (place, place),
        confidence if narrow else 0.0,
        tuple(kinds[:5]),
        trail=" ",
        features=features,
        topic=parse.lemmas[token].lower(),
    )


def _is_narrow(view: LineView, token: int, same: list[NounMention], latest: list[NounMention]) -> bool:
    """Does the old rule hold: two kinds of its number lately, and neither topic nor last sentence settles it?"""
    if view.word(token) in _MASS or view.word(token - 1) != "the":
        return False
    if _is_settled(latest) or _is_settled(view.in_sentence(token, latest)):
        return False
    if any(view.is_topic(each.lemma) and any(map(view.is_topic, each.modifiers)) for each in same):
        return False  # the text is about the shower head: that is 'the head'
    plural, here = view.parse.tags[token] == "NNS", view.sentence(token)
    return len({_kind(each) for each in same if each.plural == plural and each.sentence >= here - _BACK} - {""}) > 1


def _kinds(view: LineView, token: int, same: list[NounMention]) -> list[str]:
    """The modifiers, or else the wholes, that the noun was named with, the latest of its number first."""
    plural = view.parse.tags[token] == "NNS"
    ordered = sorted(same, key=lambda each: (each.plural != plural, -each.sentence, -each.token))
    kinds = dict.fromkeys(_kind(each) for each in ordered if _kind(each))
    kinds = {kind: None for kind in kinds if not any(kind.endswith(f" {other}") for other in kinds)}
    if len(kinds) < _SEVERAL:
        kinds |= dict.fromkeys(each.of for each in ordered if each.of)
    return list(kinds)


def _kind(mention: NounMention) -> str:
    """The modifiers that tell it from others of its name."""
    return " ".join(word for word in mention.modifiers if word not in _NO_KINDS)


def _says_which(view: LineView, child: int) -> bool:
    """Does it tell one from others: *the lid of the jar*?"""
    dep = view.parse.deps[child]
    return dep in ("relcl", "acl", "poss", "appos", "punct") or (dep == "prep" and view.word(child) not in _SAYS_HOW)


def _is_settled(latest: list[NounMention]) -> bool:
    """Was just one kind of it named right before, or is it taken up without a modifier as if it were clear?"""
    return len({each.modifiers for each in latest if not each.plural}) == 1

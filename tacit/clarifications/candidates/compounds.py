"""TAC301: *Unplug the cable*, where a grey and a blue cable were named before."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.clarifications.candidates.mentions import Mention
from tacit.clarifications.candidates.model import Spot, View
from tacit.clarifications.wordlists import words

CODE = "TAC301"
_BACK = 8
_NO_KINDS = words("old new little more enough whole same")
"""Where the new one takes the old one's place, it is clear which of them is there; the others tell how much."""
_MASS = words("water air heat light")
"""Warm or fresh, it is what is there now that is meant."""
_SAYS_HOW = words("with to into for by after before until")
"""Behind a noun these mostly belong to the verb, whatever the parser says: *turn the knob with care*."""
_PLACES = frozenset({"dobj", "pobj", "nsubj", "nsubjpass", "conj"})
_ACTED_ON, _ELSEWHERE = 0.85, 0.55
_BESIDE = {"pobj": 0.7, "dobj": 0.7}
"""Places of what one needs in order to act: *dip it into the bath*."""


def general_nouns(view: View) -> Iterator[Spot]:
    """Definite nouns without any modifier whose head was named with different ones."""
    parse = view.parse
    for token in range(1, len(parse)):
        if view.word(token - 1) != "the" or parse.tags[token] not in ("NN", "NNS") or parse.deps[token] == "compound":
            continue
        if parse.deps[token] not in _PLACES or view.word(token) in _MASS:
            continue
        if any(_says_which(view, child) for child in parse.children[token]):
            continue
        kinds = _kinds(view, token)
        if len(kinds) > 1:
            place = parse.starts[token]
            confidence = _ACTED_ON if view.is_acted_on(token) else _BESIDE.get(parse.deps[token], _ELSEWHERE)
            yield Spot(CODE, token - 1, token + 1, (place, place), confidence, tuple(kinds), trail=" ")


def _kinds(view: View, token: int) -> list[str]:
    """The modifiers that the noun was named with, the latest first; none where the last sentence settles it."""
    same = [each for each in view.mentioned(token, back=_BACK) if each.lemma == view.parse.lemmas[token].lower()]
    latest = [each for each in view.mentioned(token, back=1) if each in same]
    if not same or _is_settled(latest) or _is_settled(view.in_sentence(token, latest)):
        return []
    if any(view.is_topic(each.lemma) and any(map(view.is_topic, each.modifiers)) for each in same):
        return []  # the text is about the shower head: that is 'the head'
    plural = view.parse.tags[token] == "NNS"
    kinds = dict.fromkeys(_kind(each) for each in same[::-1] if each.plural == plural)
    return [kind for kind in kinds if kind and not any(kind.endswith(f" {other}") for other in kinds)]


def _kind(mention: Mention) -> str:
    """The modifiers that tell it from others of its name."""
    return " ".join(word for word in mention.modifiers if word not in _NO_KINDS)


def _says_which(view: View, child: int) -> bool:
    """Does it tell one from others: *the lid of the jar*?"""
    dep = view.parse.deps[child]
    return dep in ("relcl", "acl", "poss") or (dep == "prep" and view.word(child) not in _SAYS_HOW)


def _is_settled(latest: list[Mention]) -> bool:
    """Was just one kind of it named right before, or is it taken up without a modifier as if it were clear?"""
    return len({each.modifiers for each in latest if not each.plural}) == 1

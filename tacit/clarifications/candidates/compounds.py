"""TAC301: *Unplug the cable*, where a grey and a blue cable were named before."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.clarifications.candidates.mentions import Mention
from tacit.clarifications.candidates.model import Spot, View

CODE = "TAC301"
_BACK = 8
_IN_TURN = frozenset({"old", "new"})
"""No kinds: where one takes the other's place, it is clear which of them is there."""
_PLACES = frozenset({"dobj", "pobj", "nsubj", "nsubjpass", "conj"})
_ACTED_ON, _ELSEWHERE = 0.85, 0.45
_BESIDE = {"pobj": 0.7, "dobj": 0.7}
"""Places of what one needs in order to act: *dip it into the bath*."""


def general_nouns(view: View) -> Iterator[Spot]:
    """Definite nouns without any modifier whose head was named with different ones."""
    parse = view.parse
    for token in range(1, len(parse)):
        if view.word(token - 1) != "the" or parse.tags[token] != "NN" or parse.deps[token] == "compound":
            continue
        if parse.deps[token] not in _PLACES:
            continue
        if any(parse.deps[child] in ("relcl", "acl", "prep", "poss") for child in parse.children[token]):
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
    kinds = [" ".join(each.modifiers) for each in same[::-1] if each.modifiers and not each.plural]
    return [kind for kind in dict.fromkeys(kinds) if kind not in _IN_TURN]


def _is_settled(latest: list[Mention]) -> bool:
    """Was just one kind of it named right before, or is it taken up without a modifier as if it were clear?"""
    return len({each.modifiers for each in latest if not each.plural}) == 1

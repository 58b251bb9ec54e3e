"""TAC301: *Unplug the cable*, where a grey and a blue cable were named before."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.clarifications.candidates.mentions import Mention
from tacit.clarifications.candidates.model import Spot, View

CODE = "TAC301"
_BACK = 8


def general_nouns(view: View) -> Iterator[Spot]:
    """Definite nouns without any modifier whose head was named with different ones."""
    parse = view.parse
    for token in range(1, len(parse)):
        if view.word(token - 1) != "the" or parse.tags[token] != "NN" or parse.deps[token] == "compound":
            continue
        if not view.is_acted_on(token):
            continue
        if any(parse.deps[child] in ("relcl", "acl", "prep", "poss") for child in parse.children[token]):
            continue
        kinds = _kinds(view, token)
        if len(kinds) > 1:
            place = parse.starts[token]
            yield Spot(CODE, token - 1, token + 1, (place, place), 0.85, tuple(kinds), trail=" ")


def _kinds(view: View, token: int) -> list[str]:
    """The modifiers that the noun was named with, the latest first; none where the last sentence settles it."""
    same = [each for each in view.mentioned(token, back=_BACK) if each.lemma == view.parse.lemmas[token].lower()]
    if not same or _is_settled([each for each in view.mentioned(token, back=1) if each in same]):
        return []
    return list(dict.fromkeys(" ".join(each.modifiers) for each in same[::-1] if each.modifiers and not each.plural))


def _is_settled(latest: list[Mention]) -> bool:
    """Was just one kind of it named right before, or is it taken up without a modifier as if it were clear?"""
    return len({each.modifiers for each in latest}) == 1

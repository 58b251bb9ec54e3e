"""TAC102: *Fold to the edge.* A part or side is named, but not of what."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.clarifications.candidates import lexicon
from tacit.clarifications.candidates.model import Spot, View
from tacit.clarifications.wordlists import words

CODE = "TAC102"
_BACK = 1
_SETTLED = frozenset({"compound", "amod", "poss", "nummod", "relcl", "acl", "prep"})
_SAYS_WHICH = words("of where that which at between near")
_OPEN, _SETTLED_BY_TOPIC = 0.45, 0.35
"""Both below what is reported by default: readers mostly know of what a part is, even more so in a text about it."""


def missing_wholes(view: View) -> Iterator[Spot]:
    """Parts with a definite article and nothing that says of what."""
    parse = view.parse
    for token in range(1, len(parse)):
        if parse.lemmas[token].lower() not in lexicon.PARTS or view.word(token - 1) != "the":
            continue
        if parse.pos[token] != "NOUN" or any(parse.deps[child] in _SETTLED for child in parse.children[token]):
            continue
        if view.word(token + 1) in _SAYS_WHICH or parse.deps[token] in ("compound", "npadvmod"):
            continue
        rivals = [each for each in view.recent(token, back=_BACK) if each.lemma not in lexicon.PARTS]
        if len(rivals) > 1:
            settled = any(view.is_topic(rival.lemma) for rival in rivals) or not view.is_acted_on(token)
            confidence = _SETTLED_BY_TOPIC if settled else _OPEN
            readings = tuple(rival.phrase for rival in rivals)
            place = parse.ends[token]
            yield Spot(CODE, token - 1, token + 1, (place, place), confidence, readings, lead=" of ")

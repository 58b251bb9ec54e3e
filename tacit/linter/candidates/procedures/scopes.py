"""TAC606: *Do not open and shake.* Does the *not* hold for both? And *and/or*: for one, or for both?"""

from __future__ import annotations

from collections.abc import Iterator

from tacit.language.english.wordlists import words
from tacit.linter.candidates.model import LineView, Spot

CODE = "TAC606"
_NOT = words("not n't never")
_SUGGESTION = "say it in two sentences, or write 'neither … nor', 'either … or', 'or both'"
_NEGATED, _AND_OR = 0.5, 0.55


def unclear_scopes(view: LineView) -> Iterator[Spot]:
    """A negated command joined to another by *and*, and *and/or*."""
    parse = view.parse
    for verb in range(len(parse)):
        negated = [each for each in parse.dependents(verb, "neg") if view.word(each) in _NOT]
        joined = [each for each in parse.dependents(verb, "conj") if parse.tags[each] in ("VB", "VBP")]
        if not negated or not joined or (verb not in view.commands and view.word(verb - 2) not in ("do", "don")):
            continue
        other = joined[0]
        between = [view.word(each) for each in range(verb, other)]
        if "and" in between and not _NOT.intersection(between) and between[-1] == "and" and "," not in between:
            yield _spot(view, negated[0], other, _NEGATED)
    for token in range(len(parse)):
        if view.word(token) == "and/or":
            yield _spot(view, token, token, _AND_OR)
        elif view.word(token) == "/" and view.word(token - 1) == "and" and view.word(token + 1) == "or":
            yield _spot(view, token - 1, token + 1, _AND_OR)


def _spot(view: LineView, first: int, last: int, confidence: float) -> Spot:
    place = (view.parse.ends[last],) * 2
    topic = view.parse.text_between(first, last + 1).lower()
    return Spot(CODE, first, last + 1, place, confidence, suggestion=_SUGGESTION, topic=topic)

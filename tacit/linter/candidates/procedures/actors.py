"""TAC601: *The form must be signed.* Somebody has to do it, and nobody knows who."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.language.english.wordlists import words
from tacit.linter.candidates.model import LineView, Spot

CODE = "TAC601"
_MODALS, _TO_BE = words("must should shall"), words("need have be")
_HUMAN = words(
    "sign approve report submit review confirm notify record inform file pay order inspect authorise authorize "
    "document archive deliver collect forward convert assign appoint check verify enter upload update announce book "
    "agree complete send hand return register schedule decide"
)
"""What a person of a certain office does; a part must be *dried* by whoever reads."""
_SUGGESTION = "say who does it: name the person or the office, or write it as a command"
_CONFIDENCE, _SOMEONE = 0.5, 0.5
_SOMEBODY = words("someone somebody")


def missing_actors(view: LineView) -> Iterator[Spot]:
    """Passives of what a certain person must do, without that person; *someone* who has to do it."""
    parse = view.parse
    for verb in range(len(parse)):
        passive = parse.dependents(verb, "auxpass")
        human = passive and parse.lemmas[verb].lower() in _HUMAN and not parse.dependents(verb, "agent")
        if human and _is_required(view, verb) and not _is_condition(view, verb):
            first = min(parse.dependents(verb, "aux", "auxpass"))
            yield _spot(view, first, verb, _CONFIDENCE)
    for token in range(len(parse)):
        if view.word(token) in _SOMEBODY and parse.deps[token] == "nsubj":
            auxiliaries = [view.word(each) for each in parse.dependents(parse.heads[token], "aux")]
            if any(word in ("must", "should", "has", "needs") for word in auxiliaries):
                yield _spot(view, token, token, _SOMEONE)


def _is_required(view: LineView, verb: int) -> bool:
    """*must be signed*, *needs to be signed*, *is to be signed*."""
    parse = view.parse
    auxiliaries = [view.word(each) for each in parse.dependents(verb, "aux")]
    to_be = "to" in auxiliaries and parse.lemmas[parse.heads[verb]].lower() in _TO_BE and parse.deps[verb] == "xcomp"
    return to_be or any(word in _MODALS for word in auxiliaries)


def _is_condition(view: LineView, verb: int) -> bool:
    """*What must be signed*, *if it has to be signed*: nobody is told to do it here."""
    parse = view.parse
    marks = parse.dependents(verb, "mark")
    return parse.deps[verb] in ("relcl", "acl", "csubj") or any(view.word(each) in ("if", "when") for each in marks)


def _spot(view: LineView, first: int, last: int, confidence: float) -> Spot:
    place = (view.parse.ends[last],) * 2
    topic = view.parse.lemmas[last].lower()
    return Spot(CODE, first, last + 1, place, confidence, suggestion=_SUGGESTION, topic=topic)

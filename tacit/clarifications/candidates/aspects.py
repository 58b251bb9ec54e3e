"""TAC401: *Adjust the saddle.* A verb that is about one part or aspect of its object."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.clarifications.candidates import lexicon
from tacit.clarifications.candidates.model import Spot, View

CODE = "TAC401"
_SAYS_WHICH = frozenset({"for", "against", "as", "to", "so", "with", "by"})


def missing_aspects(view: View) -> Iterator[Spot]:
    """Such verbs with a thing as their object and nothing that says what about it."""
    parse = view.parse
    for verb in range(len(parse)):
        if parse.lemmas[verb].lower() not in lexicon.ASPECT_VERBS or verb not in view.commands:
            continue
        objects = parse.dependents(verb, "dobj")
        if len(objects) != 1 or parse.dependents(verb, "ccomp", "xcomp", "prt", "auxpass"):
            continue
        noun = objects[0]
        if not _is_plain_thing(view, noun) or _is_said(view, verb):
            continue
        article = next((child for child in parse.children[noun] if parse.deps[child] in ("det", "poss")), None)
        if article is not None:
            confidence = lexicon.ASPECT_VERBS[parse.lemmas[verb].lower()]
            place = (parse.starts[article],) * 2
            yield Spot(CODE, verb, noun + 1, place, confidence, (), lead="the ", trail=" of ")


def _is_plain_thing(view: View, noun: int) -> bool:
    parse = view.parse
    if parse.pos[noun] != "NOUN" or parse.lemmas[noun].lower() in lexicon.ASPECTS:
        return False
    children = parse.children[noun]
    if any(parse.deps[child] in ("prep", "relcl", "acl", "compound", "amod", "conj") for child in children):
        return False
    return any(view.word(child) in ("the", "your") for child in children)


def _is_said(view: View, verb: int) -> bool:
    parse = view.parse
    return any(view.word(child) in _SAYS_WHICH for child in parse.dependents(verb, "prep", "mark", "advmod", "agent"))

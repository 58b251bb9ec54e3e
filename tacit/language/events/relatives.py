"""Relative clauses: the noun they describe takes part in them."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.language.events import lexicon, verbs
from tacit.language.events.clause import NOMINAL, Clause
from tacit.language.parse import Parse


def find_antecedent(parse: Parse, clause: Clause) -> None:
    """Note the noun that the clause, or the one it completes, describes."""
    above = clause.above
    if clause.label == "relcl":
        noun = parse.heads[clause.verb]
        if parse.pos[noun] not in NOMINAL:
            return
        clause.antecedent = noun
        if not any(parse.words[token].lower() in lexicon.RELATIVE_ADVERBS for token in _fronted(parse, clause.verb)):
            clause.gap = noun
    elif above is not None and clause.label == "conj":
        clause.antecedent = above.antecedent
    elif above is not None and clause.label in ("xcomp", "ccomp") and above.governs_directly(parse, clause):
        # 'the coat she wanted to buy': what 'want' cannot place is passed on
        clause.antecedent, clause.gap, above.gap = above.antecedent, above.gap, None


def _fronted(parse: Parse, verb: int) -> Iterator[int]:
    """The words before the verb that depend on it, and on those."""
    for child in parse.children[verb]:
        if child < verb:
            yield child
            yield from parse.children[child]


def fill_gap(parse: Parse, clause: Clause) -> None:
    """Where no relative pronoun says it, put the noun where something is missing."""
    noun = clause.gap
    if noun is None:
        return
    if not (clause.own_subject or verbs.has_to(parse, clause.verb) or parse.tags[clause.verb] == "VBG"):
        clause.subjects, clause.own_subject = [noun], True
    elif clause.stranded:
        clause.fill_stranded(parse, noun)
    elif _has_complement(parse, clause.verb):
        return
    elif clause.misses_object(parse, noun):
        clause.objects = [noun]
    clause.gap = None


def _has_complement(parse: Parse, verb: int) -> bool:
    return any(
        parse.deps[child] in ("xcomp", "ccomp") and child > verb and parse.pos[child] in ("VERB", "AUX")
        for child in parse.children[verb]
    )

"""What coordinated verbs share: subjects, auxiliaries, objects, agents."""

from __future__ import annotations

from tacit.language.english.imperatives import is_bare
from tacit.language.events import lexicon, verbs
from tacit.language.events.clause import Clause
from tacit.language.parse import Parse


def share_auxiliaries(parse: Parse, clause: Clause) -> None:
    """'can't come and help', 'were washed and dried': the second verb shares voice, modal and negation."""
    first = clause.above
    if first is None or clause.own_subject or verbs.auxiliaries(parse, clause.verb):
        return
    tag = parse.tags[clause.verb]
    if tag == "VBN" and first.passive and not clause.objects:
        clause.passive = True
    if tag == parse.tags[first.verb] and tag in ("VB", "VBN", "VBG") and not first.imperative:
        clause.modality = clause.modality or first.modality
        contrasts = any(parse.words[child].lower() == "but" for child in parse.children[first.verb])
        clause.negated = clause.negated or (first.negated and not contrasts)


def share_subject(parse: Parse, clause: Clause) -> None:
    """'Ann came in and sat down': give the second verb the subject of the first."""
    first = _clause_to_share_with(parse, clause)
    if first is None:
        return
    clause.subjects = list(first.subjects)
    clause.imperative = first.imperative and is_bare(parse, clause.verb)
    if first.passive and not clause.passive and parse.tags[clause.verb] not in ("VBN", *verbs.FINITE_TAGS):
        clause.subjects = list(first.agents)


def _clause_to_share_with(parse: Parse, clause: Clause) -> Clause | None:
    """The clause before; for a finite verb the nearest finite one, whatever the parser hung it on."""
    first = clause.above
    if parse.tags[clause.verb] not in ("VBD", "VBZ"):
        return first
    shared = first
    while shared is not None and not (shared.imperative or verbs.is_finite(parse, shared.verb)):
        shared = shared.above
    return shared or first


def share_arguments(parse: Parse, clauses: dict[int, Clause]) -> None:
    """'washed and dried the cups', 'were washed and dried by Bob', 'the book that I bought and read'."""
    for verb in sorted(clauses, reverse=True):  # 'peel, slice and fry the onions': from the last one on
        second, first = clauses[verb], clauses.get(parse.heads[verb])
        if second.label != "conj" or first is None or first.passive != second.passive:
            continue
        side_by_side = _are_side_by_side(parse, first.verb, verb)
        if first.passive:
            if side_by_side and not first.agents:
                first.agents = list(second.agents)
        elif side_by_side and _may_share(parse, first) and second.objects and second.objects[0] > verb:
            first.objects = list(second.objects)
        elif first.antecedent in first.objects and not second.own_subject and _may_share(parse, second):
            second.objects = [token for token in first.objects if token == first.antecedent]


def _may_share(parse: Parse, clause: Clause) -> bool:
    return not clause.objects and parse.lemmas[clause.verb] not in lexicon.INTRANSITIVES


def _are_side_by_side(parse: Parse, first: int, second: int) -> bool:
    """Is there nothing but conjunctions, commas and adverbs between two verbs?"""
    return all(parse.pos[token] in ("CCONJ", "PUNCT", "ADV", "VERB") for token in range(first + 1, second))

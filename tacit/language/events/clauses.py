"""Who does what in each clause, worked out from the root of a sentence downwards.

A clause whose subject or object is not spelled out takes it from the clause or noun above it: shared subjects
in coordination, controlled infinitives, participles, relative clauses. As the clause above is always ready
first, no rule has to look twice or recurse.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacit.language.events import arguments, coordination, relatives, subjects, verbs
from tacit.language.events.clause import Clause
from tacit.language.parse import Parse


def find_clauses(parse: Parse) -> dict[int, Clause]:
    """The clauses of a text by their verb, with all participants that can be known."""
    clauses: dict[int, Clause] = {}
    for token in _top_down(parse):
        if verbs.is_clause(parse, token):
            clauses[token] = _read(parse, token, _clause_above(parse, token, clauses))
    coordination.share_arguments(parse, clauses)
    return clauses


def _top_down(parse: Parse) -> Iterator[int]:
    """All tokens, each after its head."""
    waiting = [token for token, head in enumerate(parse.heads) if head == token]
    for token in waiting:
        yield token
        waiting.extend(parse.children[token])


def _clause_above(parse: Parse, verb: int, clauses: dict[int, Clause]) -> Clause | None:
    """The nearest clause that governs this one."""
    token = verb
    while (head := parse.heads[token]) != token:
        if head in clauses:
            return clauses[head]
        token = head
    return None


def _read(parse: Parse, verb: int, above: Clause | None) -> Clause:
    clause = Clause(verb, verbs.clause_label(parse, verb), above)
    clause.passive = verbs.is_passive(parse, verb)
    clause.negated = verbs.is_negated(parse, verb)
    clause.modality = verbs.modal(parse, verb)
    relatives.find_antecedent(parse, clause)
    arguments.read_arguments(parse, clause)
    if clause.label == "conj":
        coordination.share_auxiliaries(parse, clause)
    relatives.fill_gap(parse, clause)
    if not clause.own_subject and not clause.subjects:
        subjects.supply(parse, clause)
    subjects.inherit_modality(parse, clause)
    return clause

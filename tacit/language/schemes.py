"""Universal Dependencies read as ClearNLP, so that the rest of tacit knows one scheme.

The two differ in labels and in what heads what:

    UD                                          ClearNLP
    obl/nmod with a `case` child                preposition (`prep`) heads the noun (`pobj`)
    obl:agent                                   `agent` heads `pobj`
    predicate heads its copula (`cop`)          the copula heads the predicate (`attr`, `acomp`, `prep`)
    aux:pass, nsubj:pass, compound:prt, …       auxpass, nsubjpass, prt, …
    `cc` hangs on the conjunct it precedes      `cc` hangs on the conjunct before
"""

from __future__ import annotations

_RENAMED = {
    "root": "ROOT",
    "obj": "dobj",
    "iobj": "dative",
    "nsubj:pass": "nsubjpass",
    "nsubj:outer": "nsubj",
    "csubj:pass": "csubjpass",
    "csubj:outer": "csubj",
    "aux:pass": "auxpass",
    "compound:prt": "prt",
    "nmod:poss": "poss",
    "acl:relcl": "relcl",
    "advcl:relcl": "relcl",
    "det:predet": "predet",
    "cc:preconj": "preconj",
    "flat": "compound",
    "flat:name": "compound",
    "fixed": "pcomp",
    "discourse": "intj",
    "vocative": "npadvmod",
    "obl:tmod": "npadvmod",
    "obl:unmarked": "npadvmod",
    "obl:npmod": "npadvmod",
    "nmod:tmod": "npadvmod",
    "nmod:unmarked": "npadvmod",
    "nmod:npmod": "npadvmod",
    "orphan": "dep",
    "list": "dep",
    "goeswith": "compound",
    "reparandum": "dep",
    "dislocated": "dep",
}
_ONLY_UNIVERSAL = frozenset({"obl", "obj", "iobj", "cop", "nsubj:pass", "aux:pass", "acl:relcl", "nmod:poss", "nmod"})
_ONLY_CLEARNLP = frozenset({"dobj", "pobj", "nsubjpass", "prt", "attr", "acomp", "dative", "agent"})
_MOVE_TO_COPULA = frozenset(
    {"nsubj", "nsubj:pass", "nsubj:outer", "csubj", "aux", "mark", "punct", "advmod", "advcl", "conj", "cc", "expl"}
)


def is_universal(deps: list[str]) -> bool:
    """Are these labels of Universal Dependencies? 'prep' alone does not tell: both lists decide by count."""
    universal = sum(label in _ONLY_UNIVERSAL or label == "root" for label in deps)
    return universal > sum(label in _ONLY_CLEARNLP or label == "ROOT" for label in deps)


def from_universal(pos: list[str], deps: list[str], heads: list[int], words: list[str]) -> tuple[list[str], list[int]]:
    """ClearNLP labels and heads for a text in Universal Dependencies."""
    deps, heads = list(deps), list(heads)
    _raise_copulas(pos, deps, heads)
    _raise_prepositions(deps, heads, words)
    _hang_conjunctions_left(deps, heads)
    return [_RENAMED.get(label, label.partition(":")[0]) for label in deps], heads


def _raise_copulas(pos: list[str], deps: list[str], heads: list[int]) -> None:
    for copula, label in enumerate(deps):
        if label != "cop":
            continue
        predicate = heads[copula]
        if deps[predicate] == "root":
            heads[copula] = copula
        else:
            heads[copula] = heads[predicate]
        deps[copula] = deps[predicate]
        for token, head in enumerate(heads):
            if head == predicate and token not in (copula, predicate) and deps[token] in _MOVE_TO_COPULA:
                if deps[token] == "advmod" and token > copula:
                    continue  # 'very tall': belongs to the predicate
                heads[token] = copula
        heads[predicate] = copula
        deps[predicate] = "acomp" if pos[predicate] == "ADJ" else "attr"


def _raise_prepositions(deps: list[str], heads: list[int], words: list[str]) -> None:
    cases: dict[int, int] = {}
    for token, label in enumerate(deps):
        if label == "case" and words[token].lower() not in ("'s", "’s", "'"):
            cases.setdefault(heads[token], token)
    for noun, preposition in cases.items():
        outer = deps[noun]
        if outer == "nmod:poss":
            continue
        heads[preposition] = preposition if heads[noun] == noun else heads[noun]
        if outer == "obl:agent":
            deps[preposition] = "agent"
        elif outer.partition(":")[0] in ("obl", "nmod", "attr", "acl", "advcl"):
            deps[preposition] = "prep"
        else:
            deps[preposition] = outer  # 'conj', 'root': the phrase keeps its place in the sentence
        heads[noun] = preposition
        deps[noun] = "pobj"


def _hang_conjunctions_left(deps: list[str], heads: list[int]) -> None:
    for token, label in enumerate(deps):
        if label == "cc" and deps[heads[token]] == "conj":
            heads[token] = heads[heads[token]]

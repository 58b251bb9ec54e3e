"""Universal Dependencies read as ClearNLP."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language.trees import tree

from tacit.language.parse import Parse
from tacit.language.schemes import from_universal, is_universal


def arcs(parse: Parse) -> set[str]:
    """Every dependency as 'word label head'."""
    return {
        f"{parse.words[token]} {parse.deps[token]} {parse.words[head] if head != token else '-'}"
        for token, head in enumerate(parse.heads)
    }


CASES = {
    "prepositional predicate": (
        """She she PRON PRP 5 nsubj
        was be AUX VBD 5 cop
        in in ADP IN 5 case
        the the DET DT 5 det
        garden garden NOUN NN 0 root""",
        ["was ROOT -", "She nsubj was", "in prep was", "garden pobj in", "the det garden"],
    ),
    "adjectives joined under one copula": (
        """He he PRON PRP 4 nsubj
        is be AUX VBZ 4 cop
        very very ADV RB 4 advmod
        tall tall ADJ JJ 0 root
        and and CCONJ CC 6 cc
        thin thin ADJ JJ 4 conj""",
        ["is ROOT -", "He nsubj is", "tall acomp is", "very advmod tall", "and cc tall", "thin conj tall"],
    ),
    "clauses joined after a copula": (
        """He he PRON PRP 3 nsubj
        is be AUX VBZ 3 cop
        tall tall ADJ JJ 0 root
        and and CCONJ CC 6 cc
        she she PRON PRP 6 nsubj
        sings sing VERB VBZ 3 conj""",
        ["is ROOT -", "tall acomp is", "and cc is", "sings conj is", "she nsubj sings"],
    ),
    "noun predicate in a subordinate clause": (
        """I I PRON PRP 2 nsubj
        know know VERB VBP 0 root
        Ann Ann PROPN NNP 6 nsubj
        is be AUX VBZ 6 cop
        a a DET DT 6 det
        cook cook NOUN NN 2 ccomp""",
        ["know ROOT -", "is ccomp know", "Ann nsubj is", "cook attr is", "a det cook"],
    ),
    "three conjuncts": (
        """ham ham NOUN NN 6 obj
        , , PUNCT , 3 punct
        eggs egg NOUN NNS 1 conj
        and and CCONJ CC 5 cc
        tea tea NOUN NN 1 conj
        want want VERB VBP 0 root""",
        ["ham dobj want", "eggs conj ham", "tea conj eggs", "and cc eggs"],
    ),
    "two prepositions": (
        """ran run VERB VBD 0 root
        out out ADP IN 4 case
        of of ADP IN 4 case
        houses house NOUN NNS 1 obl""",
        ["out prep ran", "of prep out", "houses pobj of"],
    ),
    "fixed preposition": (
        """left leave VERB VBD 0 root
        because because ADP IN 4 case
        of of ADP IN 2 fixed
        noise noise NOUN NN 1 obl""",
        ["because prep left", "of pcomp because", "noise pobj because"],
    ),
    "preposition repeated in a conjunct": (
        """lives live VERB VBZ 0 root
        in in ADP IN 3 case
        Rome Rome PROPN NNP 1 obl
        or or CCONJ CC 6 cc
        near near ADP IN 6 case
        Paris Paris PROPN NNP 3 conj""",
        ["in prep lives", "Rome pobj in", "near conj in", "Paris pobj near"],
    ),
    "possessive stays": (
        """Ann Ann PROPN NNP 3 nmod:poss
        's 's PART POS 1 case
        car car NOUN NN 4 nsubj
        broke break VERB VBD 0 root""",
        ["Ann poss car", "'s case Ann", "car nsubj broke"],
    ),
    "agent and passive": (
        """It it PRON PRP 3 nsubj:pass
        was be AUX VBD 3 aux:pass
        sung sing VERB VBN 0 root
        by by ADP IN 5 case
        boys boy NOUN NNS 3 obl:agent""",
        ["It nsubjpass sung", "was auxpass sung", "by agent sung", "boys pobj by"],
    ),
    "name": (
        """old old ADJ JJ 2 amod
        Ann Ann PROPN NNP 4 nsubj
        Lee Lee PROPN NNP 2 flat
        sang sing VERB VBD 0 root""",
        ["Lee nsubj sang", "Ann compound Lee", "old amod Lee"],
    ),
    "receiver with and without object": (
        """tell tell VERB VB 0 root
        him he PRON PRP 1 iobj
        give give VERB VB 1 parataxis
        her she PRON PRP 3 iobj
        tea tea NOUN NN 3 obj""",
        ["him dobj tell", "her dative give", "tea dobj give"],
    ),
}


@pytest.mark.parametrize(("lines", "expected"), CASES.values(), ids=CASES)
def test_conversion(lines: str, expected: list[str]) -> None:
    assert set(expected) <= arcs(tree(lines))


def test_words_of_both_schemes_do_not_decide() -> None:
    assert is_universal(["nsubj", "ROOT", "obj"]), "a spaCy pipeline for Universal Dependencies has ROOT too"
    assert is_universal(["nsubj", "root"])
    assert not is_universal(["nsubj", "ROOT", "dobj", "nmod", "case"])
    assert not is_universal(["ROOT", "punct"])


LABELS = ["root", "nsubj", "obj", "iobj", "obl", "nmod", "case", "cop", "conj", "cc", "flat", "acl:relcl", "mark"]


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from(LABELS)), min_size=1, max_size=10))
@settings(max_examples=150, deadline=None)
def test_a_tree_stays_a_tree(tokens: list[tuple[int, str]]) -> None:
    heads = [min(head, token - 1) if token else 0 for token, (head, _) in enumerate(tokens)]
    deps = ["root" if not token else label for token, (_, label) in enumerate(tokens)]
    size = len(tokens)
    labels, converted = from_universal(["PROPN"] * size, deps, heads, ["w"] * size)
    assert len(labels) == len(converted) == size
    for token in range(size):
        seen = set()
        while converted[token] != token:
            assert token not in seen, "a circle"
            seen.add(token)
            token = converted[token]
    assert sum(head == token for token, head in enumerate(converted)) == 1

"""Verb lemmas told apart by spelling."""

from __future__ import annotations

import pytest
from language.trees import tree

from tacit.language.lemmas import mended, with_lemmas_mended

VERBS = frozenset(
    ["hop", "hope", "hat", "hate", "star", "stare", "bath", "bathe", "plan", "plane", "visit", "push"],
)


@pytest.mark.parametrize(
    ("word", "lemma", "right"),
    [
        ("hopes", "hop", "hope"),
        ("hoping", "hop", "hope"),
        ("hopping", "hop", "hop"),
        ("hops", "hop", "hop"),
        ("hated", "hat", "hate"),
        ("stares", "star", "stare"),
        ("starred", "star", "star"),
        ("bathes", "bath", "bathe"),
        ("bathed", "bath", "bath"),
        ("planning", "plan", "plan"),
        ("visited", "visit", "visit"),
        ("pushes", "push", "push"),
        ("went", "go", "go"),
    ],
)
def test_mended(word: str, lemma: str, right: str) -> None:
    assert mended(word, lemma, VERBS) == right


def test_only_verbs_are_touched() -> None:
    parse = tree("hopes hop NOUN NNS 2 nsubj\nhated hat VERB VBD 0 ROOT")
    assert with_lemmas_mended(parse, VERBS).lemmas == ["hop", "hate"]
    assert with_lemmas_mended(parse, frozenset()) is parse

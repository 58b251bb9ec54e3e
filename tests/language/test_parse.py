"""Parses from rows and from spaCy documents."""

from __future__ import annotations

import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from language.trees import tree
from spacy.tokens import Doc, Span

from tacit.language.parse import Parse, ParsedPiece

KITCHEN = """The the DET DT 2 det
    cook cook NOUN NN 5 nsubj
    in in ADP IN 2 prep
    white white NOUN NN 3 pobj
    stirred stir VERB VBD 0 ROOT
    soup soup NOUN NN 5 dobj"""


def test_children_and_dependents() -> None:
    parse = tree(KITCHEN)
    assert parse.children[4] == [1, 5]
    assert parse.dependents(4, "dobj", "nsubj") == [1, 5]
    assert parse.dependents(4, "prep") == []


def test_edges_are_those_of_the_subtree() -> None:
    left, right = tree(KITCHEN).edges
    assert (left[1], right[1]) == (0, 3)
    assert (left[4], right[4]) == (0, 5)
    assert (left[5], right[5]) == (5, 5)


def test_text_between_keeps_what_stands_between_tokens() -> None:
    parse = Parse.from_rows("so  so ?", [(word, word, "X", "XX", 0, "dep") for word in ("so", "so", "?")])
    assert parse.text_between(0, 2) == "so  so"
    assert parse.text_between(1, 1) == ""
    assert parse.starts == [0, 4, 7]


def test_sentences_and_entities_by_token() -> None:
    rows = [
        (word, word, "X", "XX", number, "ROOT") for number, word in enumerate(["Ann", "Lee", "ran", ".", "Bob", "hid"])
    ]
    parse = Parse.from_rows("Ann Lee ran . Bob hid", rows, sentences=[(0, 4), (4, 6)], entities=[(0, 2, "PERSON")])
    assert parse.sentence_of == [0, 0, 0, 0, 1, 1]
    assert parse.entity_of == ["PERSON", "PERSON", "", "", "", ""]


def test_an_empty_parse() -> None:
    for parse in (Parse.from_rows("", []), Parse.from_spacy(spacy.blank("en")("")), Parse.from_pieces("  ", [])):
        assert len(parse) == 0
        assert (parse.sentences, parse.children, parse.edges) == ([], [], ([], []))


VOCABULARY = spacy.blank("en").vocab


def doc(words: list[str], spaces: list[bool], heads: list[int], deps: list[str]) -> Doc:
    return Doc(VOCABULARY, words=words, spaces=spaces, heads=heads, deps=deps, lemmas=words, tags=["T"] * len(words))


def test_white_space_tokens_are_left_out() -> None:
    made = doc(
        ["Ann", "\n\n", "slept", ".", " "], [False] * 5, [2, 0, 2, 2, 3], ["nsubj", "dep", "ROOT", "punct", "dep"]
    )
    made.set_ents([Span(made, 0, 2, "PERSON")])
    parse = Parse.from_spacy(made)
    assert parse.words == ["Ann", "slept", "."]
    assert parse.heads == [1, 1, 1]
    assert (parse.starts, parse.ends) == ([0, 5, 10], [3, 10, 11])
    assert (parse.sentences, parse.entities) == ([(0, 3)], [(0, 1, "PERSON")])


def test_a_word_that_hangs_on_white_space_becomes_a_root() -> None:
    parse = Parse.from_spacy(doc([" ", "Yes"], [False, False], [0, 0], ["ROOT", "dep"]))
    assert (parse.words, parse.heads) == (["Yes"], [0])


def test_pieces_are_joined_and_words_come_from_the_text() -> None:
    first = doc(["I", "slept"], [True, False], [1, 1], ["nsubj", "ROOT"])
    second = doc(["You", "woke"], [True, False], [1, 1], ["nsubj", "ROOT"])
    pieces = [ParsedPiece(first, [0, 2], [1, 7]), ParsedPiece(second, [9, 13], [12, 17])]
    parse = Parse.from_pieces("i slept\n\nyou woke", pieces)
    assert parse.words == ["i", "slept", "you", "woke"]
    assert parse.heads == [1, 1, 3, 3]
    assert parse.sentences == [(0, 2), (2, 4)]


def test_universal_labels_of_spacy_are_converted() -> None:
    made = doc(["Ann", "saw", "it"], [True, True, False], [1, 1, 1], ["nsubj", "ROOT", "obj"])
    assert Parse.from_spacy(made).deps == ["nsubj", "ROOT", "dobj"]


@given(st.lists(st.integers(0, 8), min_size=1, max_size=9))
@settings(max_examples=60, deadline=None)
def test_edges_hold_all_children(numbers: list[int]) -> None:
    """Any tree: each token hangs on one before it, so there is no circle."""
    heads = [min(number, token - 1) if token else 0 for token, number in enumerate(numbers)]
    parse = Parse.from_rows("x " * len(heads), [("x", "x", "X", "XX", head, "dep") for head in heads])
    left, right = parse.edges
    for token in range(1, len(parse)):
        assert left[heads[token]] <= left[token] <= token <= right[token] <= right[heads[token]]

"""Chains of event slots and their types, from parses and clusters by hand."""

from __future__ import annotations

import pytest
from language.trees import tree

from tacit.language.chains import ChainSlot, chain_of_heads, chain_type, find_chains, number_participants
from tacit.language.coreference.task import Mention
from tacit.language.events import find_events
from tacit.language.parse import Parse

STORY = tree(
    """Ann Ann PROPN NNP 2 nsubj
    saw see VERB VBD 0 ROOT
    dogs dog NOUN NNS 2 dobj
    and and CCONJ CC 2 cc
    fed feed VERB VBD 2 conj
    them they PRON PRP 5 dobj
    with with ADP IN 5 prep
    meat meat NOUN NN 7 pobj"""
)
DOGS = [Mention(2, 3, 2), Mention(5, 6, 5)]


def test_the_slots_of_a_cluster_in_text_order() -> None:
    assert find_chains(STORY, find_events(STORY), [DOGS]) == [
        ChainSlot(0, 0, "see", "OBJ", "", "dog", 2),
        ChainSlot(0, 1, "feed", "OBJ", "", "dog", 2),
    ]


def test_singletons_come_after_the_clusters() -> None:
    rows = find_chains(STORY, find_events(STORY), [DOGS], singletons=True)
    assert rows[2:] == [
        ChainSlot(1, 0, "see", "SUBJ", "", "ANY", 1),
        ChainSlot(1, 1, "feed", "SUBJ", "", "ANY", 1),
        ChainSlot(2, 1, "feed", "PREP", "with", "meat", 1),
    ]


def test_the_implied_addressee_is_one_chain() -> None:
    parse = tree("Go go VERB VB 0 ROOT\nand and CCONJ CC 1 cc\nrest rest VERB VB 1 conj")
    assert find_chains(parse, find_events(parse), []) == []
    assert [(row.chain, row.verb) for row in find_chains(parse, find_events(parse), [], singletons=True)] == [
        (0, "go"),
        (0, "rest"),
    ]


def test_numbers_of_heads() -> None:
    assert chain_of_heads([DOGS]) == {2: 0, 5: 0}
    assert number_participants(find_events(STORY), [DOGS]) == {2: 0, 5: 0, 0: 1, 7: 2}


def mentions(*words: str, entities: tuple[tuple[int, int, str], ...] = ()) -> Parse:
    """A parse of these heads alone: a pronoun in lower case, a name with a capital, a noun with a slash before."""
    rows = []
    for number, word in enumerate(words):
        pos = "NOUN" if word[0] == "/" else "PROPN" if word[0].isupper() and word != "I" else "PRON"
        rows.append((word.strip("/"), word.strip("/"), pos, "T", number, "ROOT"))
    return Parse.from_rows(" ".join(row[0] for row in rows), rows, entities=entities)


@pytest.mark.parametrize(
    ("parse", "expected"),
    [
        (mentions("/dog", "it", "/dog", "/animal"), "dog"),
        (mentions("/dog", "/animal", "it"), "THING"),
        (mentions("Lee", "he", entities=((0, 1, "PERSON"),)), "PERSON"),
        (mentions("Lee", "/cook", "he", entities=((0, 1, "PERSON"),)), "cook"),
        (mentions("Turkey", "Turkey", "it", entities=((0, 1, "GPE"), (1, 2, "ORG"))), "THING"),
        (mentions("Lee", "they", entities=((0, 1, "MISC"),)), "PEOPLE"),
        (mentions("I", "me", "she"), "SELF"),
        (mentions("she", "her"), "PERSON"),
        (mentions("she", "they"), "ANY"),
        (mentions("Lee"), "ANY"),
        (mentions("all"), "ANY"),
    ],
)
def test_chain_type(parse: Parse, expected: str) -> None:
    assert chain_type(parse, range(len(parse))) == expected


def test_the_type_of_the_addressee_alone_is_open() -> None:
    assert chain_type(STORY, [-1]) == "ANY"

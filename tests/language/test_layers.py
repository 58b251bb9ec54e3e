"""Layers of a document from a parse, its events and clusters."""

from __future__ import annotations

from tacit.documents import Document, Link
from tacit.language.coreference.task import Mention
from tacit.language.events import find_events
from tacit.language.layers import language_layers
from tacit.language.parse import Parse

TEXT = "Ann did n't pick them up . Rest !"
PARSE = Parse.from_rows(
    TEXT,
    [
        ("Ann", "Ann", "PROPN", "NNP", 3, "nsubj"),
        ("did", "do", "AUX", "VBD", 3, "aux"),
        ("n't", "not", "PART", "RB", 3, "neg"),
        ("pick", "pick", "VERB", "VB", 3, "ROOT"),
        ("them", "they", "PRON", "PRP", 3, "dobj"),
        ("up", "up", "ADP", "RP", 3, "prt"),
        (".", ".", "PUNCT", ".", 3, "punct"),
        ("Rest", "rest", "VERB", "VB", 7, "ROOT"),
        ("!", "!", "PUNCT", ".", 7, "punct"),
    ],
    sentences=[(0, 7), (7, 9)],
    entities=[(0, 1, "PERSON")],
)


def document(clusters: tuple[list[Mention], ...] = ()) -> Document:
    return Document(TEXT, layers=language_layers(PARSE, find_events(PARSE), clusters))


def test_sentences_tokens_and_entities() -> None:
    told = document()
    assert [told.text_of(sentence) for sentence in told.sentences] == ["Ann did n't pick them up .", "Rest !"]
    assert dict(told.tokens[5].features) == {"lemma": "up", "pos": "ADP", "tag": "RP", "dep": "prt", "head": -2}
    assert [(told.text_of(name), name.label) for name in told.layer("entities")] == [("Ann", "PERSON")]


def test_events_link_to_their_participants() -> None:
    told = document()
    pick, rest = told.layer("events")
    assert told.text_of(pick) == "pick … up"
    assert (pick.label, dict(pick.features)) == ("pick up", {"negated": True})
    ann, them = told.layer("participants")
    assert pick.links == (Link("SUBJ", ann.id), Link("OBJ", them.id))
    assert dict(rest.features) == {"imperative": True, "implied": ("SUBJ",)}
    assert told.text_of(told.by_id()[them.id]) == "them"


def test_participants_and_mentions_carry_the_chain() -> None:
    told = document(([Mention(4, 5, 4), Mention(0, 1, 0)],))
    ann, them = told.layer("participants")
    chain = {"chain": 0, "name": "Ann"}
    assert dict(ann.features) == {"lemma": "Ann", "number": "singular", "entity": "PERSON", **chain}
    assert dict(them.features) == {"lemma": "them", "number": "plural", "person": "third", **chain}
    assert [(told.text_of(m), dict(m.features)) for m in told.layer("mentions")] == [("Ann", chain), ("them", chain)]


def test_the_layers_survive_as_json() -> None:
    told = document()
    assert Document.from_json(told.to_json()) == told


def test_an_empty_parse_gives_empty_layers() -> None:
    layers = language_layers(Parse.from_rows("", []), [])
    assert {layer.name for layer in layers} == {"sentences", "tokens", "entities", "participants", "events", "mentions"}
    assert all(len(layer) == 0 for layer in layers)

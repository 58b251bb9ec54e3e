"""Who stands in the list of people of a reading."""

from __future__ import annotations

from tacit.documents import SENTENCES, TOKENS, Annotation, Document, Layer, Span
from tacit.language.capability import Language
from tacit.language.layers import ENTITIES
from tacit.values import Features


def people(text: str, *named: str) -> str:
    """The list of people of a text in which these words were taken for names of people."""
    tokens, place = [], 0
    for word in text.split():
        start = text.index(word, place)
        place = start + len(word)
        pos = "PROPN" if word.istitle() and word.lower() not in ("us", "it") else "X"
        tokens.append(Annotation((Span(start, place),), features=Features({"pos": pos})))
    found = [Annotation.of(text.index(name), text.index(name) + len(name), "PERSON", source="test") for name in named]
    document = Document(text).with_layer(Layer(TOKENS, tokens)).with_layer(Layer(ENTITIES, found))
    document = document.with_layer(Layer(SENTENCES, [Annotation.of(0, len(text), source="test")]))
    for block in Language().section(document).blocks:
        for row in getattr(block, "rows", ()):
            if row[0] == "people":
                return row[1]
    return ""


def test_pronouns_and_ingredients_are_no_people() -> None:
    assert people("Ann told us to peel Garlic and to crush garlic", "Ann", "us", "Garlic") == "Ann"


def test_a_name_is_listed() -> None:
    assert people("Then Ann met Mr Haddad", "Ann", "Haddad") == "Ann, Haddad"

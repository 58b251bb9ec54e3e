"""Salient entities: gold from mentions, predictions from roles."""

import pytest
from pytest import approx
from schemas.made_schemas import ARREST

from tacit.documents import Annotation, Document, Layer
from tacit.errors import InputError
from tacit.schemas.narrative import EventNarrative, Happening
from tacit.schemas.salience import Tale, evaluate, predicted, tales

TALE = Tale(
    EventNarrative(
        "ann",
        4,
        (
            Happening("rob", 0, 0, 3, (("SUBJ", 0), ("OBJ", 1))),
            Happening("flee", 1, 9, 12, (("SUBJ", 0), ("PREP", 9))),
            Happening("eat", 3, 20, 23, (("SUBJ", 2),)),
        ),
    ),
    {0: 5, 2: 2},
    {0: "ann", 1: "bank", 2: "dog"},
    frozenset({"ann", "dog"}),
    {"ann": 5, "bank": 1, "dog": 2},
    frozenset({"ann", "bank"}),
)


def test_the_roles_of_schemas_are_predicted():
    assert predicted(TALE, [ARREST], 1, minimum=1) == {"ann", "bank"}
    assert predicted(TALE, [ARREST], 1) == {"ann"}
    assert predicted(TALE, [ARREST], 1, minimum=6) == set()


@pytest.mark.parametrize(
    ("system", "precision", "recall", "f1"),
    [
        ("schemas", 1 / 2, 1 / 2, 1 / 2),
        ("frequent", 1.0, 1.0, 1.0),
        ("first-sentence", 1 / 2, 1 / 2, 1 / 2),
        ("arguments", 2 / 4, 1.0, 2 / 3),  # who flees where is no gold entity and counts as wrong
    ],
)
def test_scores_by_hand(system, precision, recall, f1):
    score = evaluate([TALE], [ARREST], system=system, minimum=1)
    assert (score.n, score.precision, score.recall) == (1, approx(precision), approx(recall))
    assert score.f1 == approx(f1)


def test_no_schema_predicts_nothing():
    assert evaluate([TALE], []).to_dict() == {"n": 1, "precision": 0, "recall": 0, "f1": 0}
    with pytest.raises(InputError, match="no text"):
        evaluate([], [])


def gold(text, *mentions):
    """A document with its words as tokens and mentions given as (words, entity, raters)."""
    tokens = []
    for word in text.replace(".", " .").split():
        start = text.index(word, tokens[-1].end if tokens else 0)
        tokens.append(Annotation.of(start, start + len(word), source="gold"))
    found = []
    for words, entity, salience in mentions:
        start = text.index(words, found[-1].start + 1 if found else 0)
        head = str(len(words.split()))
        end = start + len(words)
        found.append(Annotation.of(start, end, source="gold", chain=entity, salience=salience, minspan=head))
    sentences = [Annotation.of(0, text.index(".") + 1, source="gold")]
    return Document(
        text, "t", layers=[Layer("sentences", sentences), Layer("tokens", tokens), Layer("mentions", found)]
    )


@pytest.mark.models
@pytest.mark.parametrize("resolver", ["gold", "sieve"])
def test_gold_entities_are_found_in_our_own_parse(resolver):
    document = gold(
        "Ann robbed a bank. She fled, and an officer arrested her.",
        ("Ann", "ann", "sssns"),
        ("a bank", "bank", "nnnns"),
        ("She", "ann", "sssns"),
        ("an officer", "officer", "nnnnn"),
        ("her", "ann", "sssns"),
    )
    (tale,) = tales([document], raters=2, resolver=resolver)
    assert tale.salient == {"ann"}
    assert tale.mentions == {"ann": 3, "bank": 1, "officer": 1}
    assert tale.opening == {"ann", "bank"}
    assert "ann" in predicted(tale, [ARREST], 1)
    assert next(tales([document], raters=1, resolver=resolver)).salient == {"ann", "bank"}


def test_a_text_with_blanked_words_is_left_out_with_a_remark(caplog):
    assert list(tales([gold("___ ____ .", ("___", "ann", "sssss"))])) == []
    assert "'t' has underscores in place of words and is left out" in caplog.text


def test_a_text_without_gold_is_an_error():
    with pytest.raises(InputError, match="no gold salience"):
        list(tales([Document("Ann left.", "a")]))


@pytest.mark.models
def test_texts_without_a_salient_entity_are_passed_over():
    assert list(tales([gold("Ann left.", ("Ann", "ann", "nnnns"))], raters=2)) == []

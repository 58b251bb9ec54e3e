import pytest

from tacit.clarifications.task import Phenomenon
from tacit.language.analysis import analyse
from tacit.mining.mine import Revision, recognised
from tacit.mining.phenomena import classify

pytestmark = pytest.mark.models

REVISIONS = {
    ("Rinse before re-assembling.", "Rinse each piece before re-assembling."): Phenomenon.IMPLICIT_REFERENCE,
    ("Call for an appointment.", "Call the salon for an appointment."): Phenomenon.IMPLICIT_REFERENCE,
    ("Put the lid on.", "Put the lid on the jar."): Phenomenon.IMPLICIT_REFERENCE,
    ("Some like tricks.", "Some cyclists like tricks."): Phenomenon.FUSED_HEAD,
    ("Turn the second to the left.", "Turn the second screw to the left."): Phenomenon.FUSED_HEAD,
    ("Line a sheet with foil.", "Line a sheet with aluminium foil."): Phenomenon.NOUN_COMPOUND,
    ("Wash the cup.", "Wash the coffee cup."): Phenomenon.NOUN_COMPOUND,  # although a determiner stands before it
    ("Tape it to the pan.", "Tape it to the bottom of the pan."): Phenomenon.METONYMY,
    ("Wrap it around your baby.", "Wrap it around your baby's body."): Phenomenon.METONYMY,
    ("Wash the cup.", "Carefully wash the cup."): None,
    ("Wash the cup.", "Wash the red cup."): None,
    ("Wash the cup.", "Wash the cup and go home."): None,
    ("Wash it.", "Wash it on Monday, if you like."): None,
}


def test_the_patterns_of_table_2():
    found = recognised([Revision(*pair) for pair in REVISIONS])
    assert dict(zip(REVISIONS, found, strict=True)) == REVISIONS


def test_of_a_metonymy_the_filler_is_the_noun_alone():
    sentence = "Tape it to the inner rim of the pan."
    parse = analyse(sentence)
    start = sentence.index("the inner")
    found = classify(parse, start, sentence.index(" the pan"))
    assert parse.words[found.start : found.end] == ["rim"]


def test_an_insertion_without_words_clarifies_nothing():
    assert classify(analyse("Wash it."), 0, 0) is None

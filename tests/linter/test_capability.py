import pytest
from annotated import annotated
from linter.even_judge import EvenJudge

from tacit.capability import Facts, Passages, Table
from tacit.documents import Document
from tacit.formats import Source, open_source
from tacit.language.capability import Language
from tacit.linter.capability import CLARIFICATIONS, Clarifications
from tacit.linter.check import Checker

pytestmark = pytest.mark.models

TEXT = "# Clean a pump\n\n1. Take off the valve and the lid.\n2. Rinse before reassembling.\n"


@pytest.fixture
def clarifications():
    return Clarifications(Checker(EvenJudge()))


def document(text=TEXT):
    [found] = open_source(Source("pump.md", text.encode()))
    return found


def test_unclear_phrases_are_a_layer_with_readings(clarifications):
    read = annotated(clarifications, document())
    [found] = read.layer(CLARIFICATIONS)
    assert (read.text_of(found), found.label) == ("Rinse", "implicit reference")
    assert [each["text"] for each in found.features["readings"]] == ["the lid", "the valve"]
    assert found.features["conflict"]
    assert Document.from_json(read.to_json()) == read


def test_a_reading_fits_into_the_blank(clarifications):
    read = annotated(clarifications, document())
    features = read.layer(CLARIFICATIONS)[0].features
    (start, end), filler = features["blank"], features["lead"] + "the lid" + features["trail"]
    assert "Rinse the lid before reassembling." in read.text[:start] + filler + read.text[end:]


def test_they_are_shown_with_what_they_may_mean(clarifications):
    read = annotated(clarifications, annotated(Language(), document()))
    passages, table = clarifications.section(read).blocks
    assert passages == Passages(CLARIFICATIONS)
    assert isinstance(table, Table)
    assert table.rows[0][0] == "Rinse"
    assert table.rows[0][2].startswith("the lid (4.")


def test_a_story_is_no_instruction(clarifications):
    story = (
        "Ann took the valve and the lid. She rinsed them. Then she put the lid on the jar and shook it. Bob came in."
    )
    read = annotated(clarifications, Document(story))
    assert len(read.layer(CLARIFICATIONS)) == 0
    assert clarifications.section(read).blocks == (Facts((("unclear instruction", "no"),)),)
    assert len(annotated(clarifications, Document("")).layer(CLARIFICATIONS)) == 0

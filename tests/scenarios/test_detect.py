import pytest
from scenarios.keyword_system import KeywordSystem

from tacit.documents import Document
from tacit.scenarios.data import unlabelled
from tacit.scenarios.detect import annotate, annotate_whole, not_english, segment
from tacit.scenarios.segmenters import Segmenter

STORY = (
    "The kettle sang and the teapot was warm. I set out cups for the guests and the kettle sang again. "
    "It rained all day. Then I kneaded the dough."
)


class EveryThird(Segmenter):
    def starts(self, sentences):
        return list(range(0, len(sentences), 3))


def test_a_document_gets_its_passages():
    document = annotate(Document(STORY, "story"), KeywordSystem())
    found = [(passage.label, document.text_of(passage)[-6:]) for passage in document.layer("scenarios")]
    assert found == [("making tea", "again."), ("throwing a party", "again."), ("baking a cake", "dough.")]
    assert len(document.sentences) == 4
    assert document.layer("scenarios")[0].source == "keywords"


def test_least_confidence():
    sure = annotate(Document(STORY), KeywordSystem(), min_confidence=0.8)
    assert [passage.label for passage in sure.layer("scenarios")] == ["making tea", "baking a cake"]


def test_only_some_scenarios():
    document = annotate(Document(STORY), KeywordSystem(), only={"baking a cake"})
    [passage] = document.layer("scenarios")
    assert (passage.label, passage.features["alternatives"]) == ("baking a cake", ())


@pytest.mark.parametrize("text", ["", " \n", "Kettle", "?"])
def test_little_or_nothing_to_read(text):
    assert len(annotate(Document(text), KeywordSystem()).layer("scenarios")) == 0
    assert len(segment(Document(text), EveryThird(), source="x").layer("segments")) == bool(text.strip())


def test_another_language_is_named_and_left_alone():
    german = "Der kettle war heiß und ich goss den Tee auf, während draußen die Kinder spielten. " * 3
    document = annotate(Document(german, "tee"), KeywordSystem())
    assert len(document.layer("scenarios")) == 0
    assert "the text 'tee' does not look like English" in not_english(document)
    assert not_english(Document(STORY)) == ""


def test_segments_cover_all_sentences():
    document = segment(Document(STORY, "story"), EveryThird(), source="thirds")
    first, second = document.layer("segments")
    assert document.text_of(second) == "Then I kneaded the dough."
    assert (first.start, first.features["sentences"]) == (0, 3)


def test_how_many_sentences_a_scenario_may_be_expected_to_have():
    system = KeywordSystem()
    document = annotate_whole(Document(STORY, "story"), system)
    assert [each.label for each in document.layer("scenarios")] == [
        each.label for each in annotate(Document(STORY), system).layer("scenarios")
    ]
    [whole] = document.layer("likely_scenarios")
    assert document.text_of(whole) == STORY
    [detection] = system.detect([unlabelled(document)])
    for label, count in whole.features["sentences"].items():
        chances = [each.probability for ranking in detection.rankings for each in ranking if each.label == label]
        assert count == pytest.approx(sum(chances), abs=0.001)


def test_nothing_is_expected_of_an_empty_text():
    document = annotate_whole(Document(""), KeywordSystem())
    assert not document.layer("likely_scenarios")
    assert not document.layer("scenarios")

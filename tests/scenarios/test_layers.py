import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.documents import Annotation, Document, Layer, Span
from tacit.scenarios.inventory import load_inventory
from tacit.scenarios.layers import assigned, passages, segments_of, share_a_word
from tacit.scenarios.task import NONE, Detection, Scored

TEA, CAKE, PARTY = "making tea", "baking a cake", "throwing a party"


def ranking(**probabilities):
    names = {"tea": TEA, "cake": CAKE, "party": PARTY, "none": NONE}
    return tuple(Scored(names[name], probability) for name, probability in probabilities.items())


@pytest.mark.parametrize(
    ("ranked", "least", "labels"),
    [
        (ranking(tea=0.9, cake=0.6, none=0.1), 0.0, (TEA, CAKE)),
        (ranking(tea=0.9, cake=0.4, none=0.1), 0.0, (TEA,)),
        (ranking(tea=0.3, none=0.2), 0.0, (TEA,)),
        (ranking(tea=0.3, none=0.2), 0.5, ()),
        (ranking(tea=0.9, cake=0.6, none=0.1), 0.7, (TEA,)),
        (ranking(tea=0.9, none=0.6, cake=0.6), 0.0, (TEA,)),
        (ranking(none=0.6, tea=0.9), 0.0, ()),
        ((), 0.0, ()),
    ],
)
def test_what_a_sentence_is_said_to_be_about(ranked, least, labels):
    assert assigned(ranked, least) == labels


def test_runs_of_sentences_become_passages_that_may_nest():
    spans = [Span(10 * place, 10 * place + 9) for place in range(5)]
    rankings = (
        ranking(party=0.8, none=0.1),
        ranking(party=0.9, cake=0.7, none=0.1, tea=0.05),
        ranking(party=0.7, cake=0.6, none=0.1),
        ranking(none=0.9, tea=0.2),
        ranking(party=0.6, none=0.3),
    )
    layer = passages(spans, Detection(rankings, (0, 1, 3, 4)), source="me")
    assert [(a.label, a.start, a.end) for a in layer] == [(PARTY, 0, 29), (CAKE, 10, 29), (PARTY, 40, 49)]
    party, cake, _ = layer
    assert party.features["probability"] == 0.8
    assert cake.features["probability"] == 0.65
    assert [other["scenario"] for other in cake.features["alternatives"]] == [PARTY, TEA]
    assert party.source == "me"


def test_alternatives_are_of_the_same_scenarios_as_passages():
    rankings = (ranking(cake=0.9, tea=0.6, party=0.3), ranking(party=0.9, tea=0.2, none=0.1, cake=0.1))
    layer = passages([Span(0, 9), Span(10, 19)], Detection(rankings, (0, 1)), source="me", only={TEA, CAKE})
    assert [(each.label, each.start) for each in layer] == [(CAKE, 0), (TEA, 0)]
    assert [[other["scenario"] for other in each.features["alternatives"]] for each in layer] == [[TEA], [CAKE]]


def test_a_segment_for_each_label_and_span():
    annotation = Annotation((Span(0, 3), Span(8, 10)), (TEA, "None", "baking a cake"), source="ann")
    document = Document("Tea and cake", "", {}, [Layer("scenarios", [annotation])])
    found = segments_of(document, load_inventory(), "ann")
    assert [(each.label, each.span.start, each.annotator) for each in found] == [
        (TEA, 0, "ann"),
        (TEA, 8, "ann"),
        (CAKE, 0, "ann"),
        (CAKE, 8, "ann"),
    ]
    assert segments_of(Document("Tea"), None) == []


def test_spans_that_share_only_space_share_no_word():
    text = "Tea. Cake."
    assert not share_a_word(text, Span(0, 5), Span(4, 10))
    assert share_a_word(text, Span(0, 6), Span(4, 10))
    assert not share_a_word(text, Span(0, 4), Span(5, 10))


@given(st.text("a. ", min_size=1, max_size=6), st.data())
def test_sharing_a_word_is_the_same_from_both_sides(text, data):
    ends = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))
    first, second = (Span(*sorted(data.draw(ends))) for _ in range(2))
    assert share_a_word(text, first, second) == share_a_word(text, second, first)
    assert not share_a_word(text, first, second) or first.overlaps(second)

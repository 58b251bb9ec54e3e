import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenarios.annotation.double_annotation import CAKE, PARTY, TEA, annotated

from tacit.agreement import cohen_kappa
from tacit.documents import Annotation, Document, Layer
from tacit.scenarios.annotation.agreement import LabelMatch, agreement, match
from tacit.scenarios.annotation.annotators import Annotated


def test_the_five_classes_of_figure_1():
    text = annotated(
        anna=[(0, 0, TEA), (1, 1, TEA), (1, 1, CAKE), (2, 2, TEA), (3, 3, TEA)],
        ben=[(0, 0, TEA), (1, 1, TEA), (2, 2, CAKE)],
    )
    report = agreement(["anna", "ben"], [text])
    assert report.classes == {"identical": 1, "at least one": 1, "different": 1, "single": 1, "none": 2}
    [pair] = report.pairs
    assert pair.raw == pytest.approx(4 / 6)  # identical, at least one, and none
    # label sets: observed 3/6; anna T TC T T - -, ben T T C - - -
    expected = (3 * 2 + 1 * 0 + 2 * 3) / 36
    assert pair.kappa == pytest.approx((0.5 - expected) / (1 - expected))


def test_spans_count_by_a_common_word_and_label():
    text = annotated(anna=[(0, 3, TEA), (4, 5, CAKE)], ben=[(2, 2, TEA), (3, 3, TEA), (4, 5, PARTY)])
    [pair] = agreement(["anna", "ben"], [text]).pairs
    assert pair.span == pytest.approx(3 / 5)
    assert pair.span_overlap == pytest.approx(1 / 4)


def test_a_segment_that_is_marked_twice_counts_once():
    text = annotated(anna=[(0, 1, TEA), (0, 1, TEA), (4, 4, CAKE)], ben=[(0, 0, TEA)])
    [pair] = agreement(["anna", "ben"], [text]).pairs
    assert pair.span == pytest.approx(2 / 3)
    assert pair.span_overlap == pytest.approx(1 / 2)


@pytest.mark.parametrize(("first", "second"), [((3, 5), (3, 5)), ((3, 4), (3, 5)), ((3, 5), (4, 5))])
def test_segments_without_a_word_are_compared_too(first, second):
    versions = {
        name: Document("Tea  now", layers=[Layer("scenarios", [Annotation.of(*place, TEA, source=name)])])
        for name, place in (("anna", first), ("ben", second))
    }
    [pair] = agreement(["anna", "ben"], [Annotated("a", versions)]).pairs
    assert (pair.span, pair.span_overlap) == (1, 1)


def test_pairs_that_share_no_text_are_left_out():
    texts = [annotated("a", anna=[(0, 1, TEA)], ben=[(0, 1, TEA)]), annotated("b", sentences=5, ben=[], chris=[])]
    report = agreement(["anna", "ben", "chris"], texts)
    assert [(pair.first, pair.second, pair.documents) for pair in report.pairs] == [
        ("anna", "ben", 1),
        ("ben", "chris", 1),
    ]
    assert [each.document for each in report.documents] == ["a", "b"]
    assert report.pairs[0].kappa == 1
    assert report.pairs[1].kappa is None  # nobody labelled anything: chance alone agrees
    assert report.pairs[1].raw == 1
    assert report.pairs[1].span is None


def test_each_label():
    text = annotated(anna=[(0, 2, TEA), (5, 5, CAKE)], ben=[(0, 1, TEA)])
    tea, cake = agreement(["anna", "ben"], [text]).labels
    assert (tea.label, tea.both, tea.one) == (TEA, 2, 1)
    assert tea.kappa == pytest.approx(cohen_kappa([(True, True)] * 2 + [(True, False)] + [(False, False)] * 3))
    assert (cake.label, cake.both, cake.one, cake.kappa) == (CAKE, 0, 1, 0)


def test_a_report_is_plain_json():
    plain = agreement(["anna", "ben"], [annotated(anna=[], ben=[])]).to_dict()
    assert plain["pairs"][0]["classes"]["none"] == 6


label_sets = st.frozensets(st.sampled_from("abc"))


@given(label_sets, label_sets)
def test_classes_are_the_same_from_both_sides(first, second):
    assert match(first, second) == match(second, first)
    assert (match(first, second) is LabelMatch.IDENTICAL) == bool(first and first == second)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=20))
@settings(deadline=None, max_examples=50)
def test_kappa_agrees_with_scikit_learn(pairs):
    metrics = pytest.importorskip("sklearn.metrics")
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    if len(set(first) | set(second)) > 1:
        assert cohen_kappa(pairs) == pytest.approx(metrics.cohen_kappa_score(first, second))
    else:
        assert cohen_kappa(pairs) is None

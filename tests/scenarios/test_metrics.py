import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.scenarios.metrics import LabelCounts, pearson, pk, pmi, predicted, sentence_counts, window_size, windowdiff
from tacit.scenarios.task import NONE, Scored

HAIR, BATH, BED = "washing ones hair", "taking a bath", "getting ready for bed"


def ranking(*labels):
    return tuple(Scored(label, 1 / (place + 2)) for place, label in enumerate(labels))


def test_the_example_of_section_5_1():
    counts = sentence_counts((HAIR, BATH), predicted(ranking(BATH, BED, HAIR, NONE), (HAIR, BATH)))
    assert counts == LabelCounts(tp=0.5, fp=1, fn=0.5)


def test_as_many_predictions_as_gold_labels_and_one_for_none():
    found = ranking(BATH, NONE, BED)
    assert predicted(found, (HAIR, BATH)) == (BATH, BED)
    assert predicted(found, (HAIR,)) == predicted(found, ()) == (BATH,)
    assert predicted(ranking(NONE, BATH), (BATH,)) == predicted((), (BATH,)) == ()


def test_none_is_no_label():
    assert sentence_counts((), ()) == LabelCounts()
    assert sentence_counts((), (BATH,)) == LabelCounts(fp=1)
    assert sentence_counts((BATH,), ()) == LabelCounts(fn=1)


def test_rates_of_nothing_are_zero():
    assert (LabelCounts().precision, LabelCounts().recall, LabelCounts().f1) == (0, 0, 0)
    assert LabelCounts(tp=1, fp=1, fn=3).f1 == pytest.approx(1 / 3)


def test_pmi_is_in_bits_and_zero_without_a_common_text():
    assert pmi({1, 2, 3, 4}, {4}, 16) == 2
    assert pmi({1}, {2}, 16) == 0


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=8))
@settings(deadline=None, max_examples=60)
def test_pearson_agrees_with_scipy(pairs):
    stats = pytest.importorskip("scipy.stats")
    xs, ys = [float(x) for x, _ in pairs], [float(y) for _, y in pairs]
    if len(pairs) < 2 or len(set(xs)) == 1 or len(set(ys)) == 1:
        assert pearson(xs, ys) is None
    else:
        assert pearson(xs, ys) == pytest.approx(stats.pearsonr(xs, ys).statistic)


def starts(length):
    return st.sets(st.integers(1, max(1, length - 1)), max_size=length).map(lambda found: {0, *found})


@given(st.data(), st.integers(2, 30))
@settings(deadline=None, max_examples=60)
def test_segmentation_errors_agree_with_nltk(data, length):
    segmentation = pytest.importorskip("nltk.metrics.segmentation")
    gold, found = data.draw(starts(length)), data.draw(starts(length))
    window = data.draw(st.integers(1, length - 1))

    def gaps(places):
        return "".join("1" if place in places else "0" for place in range(1, length))

    assert pk(gold, found, length, window) == pytest.approx(segmentation.pk(gaps(gold), gaps(found), window))
    assert windowdiff(gold, found, length, window) == pytest.approx(
        segmentation.windowdiff(gaps(gold), gaps(found), window)
    )


@given(st.data(), st.integers(2, 30))
@settings(deadline=None, max_examples=60)
def test_segmentation_errors_are_fractions_and_zero_for_the_gold(data, length):
    gold, found = data.draw(starts(length)), data.draw(starts(length))
    for measure in (pk, windowdiff):
        error = measure(gold, found, length)
        assert error is None or 0 <= error <= 1
        assert measure(gold, gold, length) in (0, None)
    assert (pk(gold, found, length) or 0) <= (windowdiff(gold, found, length) or 0)


def test_the_window_is_half_a_gold_segment():
    assert window_size([0, 10, 20], 30) == 5
    assert window_size([0], 1) == 1
    assert pk([0], [0], 1) is None
    assert math.isclose(pk([0, 5], [0], 10, window=2), 2 / 8)

import pytest
from clarifications.passages import tea
from hypothesis import given
from hypothesis import strategies as st

from tacit.clarifications import CLASSES, Filler, Judgement, label_of_score


def test_filling_the_blank_joins_three_strings():
    assert tea().filled("the kettle") == "Fill the kettle with cold water."
    assert tea().sentence == "Fill ______ with cold water."


def test_other_fillers_carry_no_gold():
    step = tea().with_fillers(["the bucket", "it"])
    assert step.fillers == (Filler("the bucket"), Filler("it"))
    assert step.title == tea().title


@pytest.mark.parametrize(
    ("score", "label"),
    [(1.0, "IMPLAUSIBLE"), (2.5, "IMPLAUSIBLE"), (2.51, "NEUTRAL"), (3.99, "NEUTRAL"), (4.0, "PLAUSIBLE")],
)
def test_the_papers_thresholds(score, label):
    assert label_of_score(score) == label


shares = st.lists(st.floats(0.01, 1), min_size=3, max_size=3).map(lambda row: [each / sum(row) for each in row])


@given(shares)
def test_a_judgement_takes_the_most_probable_class(probabilities):
    judgement = Judgement.of(probabilities)
    assert judgement.probabilities[CLASSES.index(judgement.label)] == max(probabilities)


@given(shares, st.floats(-10, 10))
def test_scores_stay_between_one_and_five(probabilities, score):
    assert 1 <= Judgement.of(probabilities, score).score <= 5
    assert 1.75 <= Judgement.of(probabilities).score <= 4.5


def test_of_equal_classes_the_better_is_taken():
    assert Judgement(0.4, 0.2, 0.4, 3.0).label == "PLAUSIBLE"

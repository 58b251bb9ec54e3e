import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.agreement import krippendorff_alpha

N = None
KRIPPENDORFF = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, N, N, N],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, N, 3],
    [N, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, N],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, N],
]
"""Four observers and twelve units: the worked example of Krippendorff (2011), Computing Krippendorff's alpha."""


def test_the_worked_example():
    units = [[value for value in column if value is not None] for column in zip(*KRIPPENDORFF, strict=True)]
    assert krippendorff_alpha(units) == pytest.approx(0.815, abs=5e-4)


def test_nothing_can_be_said_of_one_value_or_one_rater():
    assert krippendorff_alpha([]) is None
    assert krippendorff_alpha([(1,), (5,)]) is None
    assert krippendorff_alpha([(3, 3), (3, 3)]) is None


def test_raters_who_disagree_by_chance_or_worse():
    assert krippendorff_alpha([(1, 5), (5, 1)]) < 0
    assert krippendorff_alpha([(1, 2), (5, 4)]) > krippendorff_alpha([(1, 4), (5, 2)])


ratings = st.lists(st.lists(st.integers(1, 5), min_size=0, max_size=4), max_size=12)


@given(ratings)
def test_it_is_what_the_definition_says(units):
    """One minus the mean distance within units over that between all ratings, pair by pair."""
    rated = [unit for unit in units if len(unit) > 1]
    values = [value for unit in rated for value in unit]

    def distance(one, other):
        low, high = min(one, other), max(one, other)
        between = sum(low <= value <= high for value in values)
        return (between - (values.count(low) + values.count(high)) / 2) ** 2 if low != high else 0

    found = krippendorff_alpha(units)
    expected = sum(distance(a, b) for a in values for b in values)
    if not expected:
        assert found is None
        return
    observed = sum(
        distance(a, b) / (len(unit) - 1)
        for unit in rated
        for i, a in enumerate(unit)
        for j, b in enumerate(unit)
        if i != j
    )
    assert found == pytest.approx(1 - (observed / len(values)) / (expected / (len(values) * (len(values) - 1))))

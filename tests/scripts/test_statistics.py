import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripts.made_scripts import BAG, BOIL, DRINK, MILK, POUR, WARM, tea

from tacit.scripts.statistics import TellingStatistics, gaps_without, statistics_of

TELLINGS = st.lists(st.lists(st.integers(0, 3), max_size=6).map(tuple), min_size=1, max_size=8)


def test_gaps_of_a_text_without_one_event():
    assert list(gaps_without([2, 2, 0, 1, 0], event=1, end=3)) == [
        (3, 2, False),
        (2, 0, False),
        (0, 0, True),
        (0, 3, False),
    ]
    assert list(gaps_without([], event=1, end=3)) == [(3, 3, False)]
    assert list(gaps_without([1], event=1, end=3)) == [(3, 3, True)]


@settings(deadline=None, max_examples=40)
@given(TELLINGS, st.lists(st.integers(0, 3), max_size=6).map(tuple))
def test_a_text_that_is_taken_away_leaves_nothing(tellings, extra):
    counted, changed = TellingStatistics(4, tellings), TellingStatistics(4, tellings)
    changed.add(extra)
    changed.add(extra, -1)
    for name, value in vars(counted).items():
        assert np.array_equal(value, getattr(changed, name)), name


@settings(deadline=None, max_examples=40)
@given(TELLINGS)
def test_counts_are_those_of_the_definitions(tellings):
    counted = TellingStatistics(4, tellings)
    for event in range(4):
        assert counted.told[event] == sum(event in telling for telling in tellings)
        for other in range(4):
            both = sum(event in telling and other in telling for telling in tellings)
            assert counted.together[event, other] == both
        gaps = [gap for telling in tellings for gap in gaps_without(telling, event, 4)]
        assert counted.gaps[..., event].sum() == len(gaps)
        assert counted.filled[..., event].sum() == sum(filled for _, _, filled in gaps)


def test_an_event_is_expected_where_it_stands_between_its_neighbours():
    expected = statistics_of(tea()).expected_in_gaps([BOIL, BAG, MILK])
    assert expected[POUR] > 0.9
    assert expected[POUR] > 1.5 * expected[WARM]


def test_what_goes_together_is_evidence():
    either = tea(*[(BOIL, WARM, MILK)] * 9, *[(BAG, POUR, DRINK)] * 9)
    told, untold = statistics_of(either).evidence([BOIL, MILK])
    assert told[WARM] > 0 > told[POUR]
    assert untold[WARM] > 0 > untold[POUR]


def test_odds_follow_the_counts():
    odds = statistics_of(tea()).log_odds()
    assert odds[DRINK] == pytest.approx(np.log(12.5 / 0.5))
    assert odds[WARM] < odds[MILK] < odds[DRINK]

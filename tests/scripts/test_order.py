import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import hypergeom
from scripts.made_scripts import BAG, BOIL, DRINK, MILK, POUR, WARM, tea

from tacit.scripts.order import _chance, _reduced, alternatives, arrows, levels, precedence, typical_order


def test_first_mentions_decide_precedence():
    assert precedence([(0, 2, 0), (2, 1)], 3).tolist() == [[0, 0, 1], [0, 0, 0], [0, 1, 0]]


@settings(deadline=None, max_examples=40)
@given(st.permutations(range(7)), st.lists(st.sets(st.integers(0, 6), min_size=2), max_size=8))
def test_texts_that_agree_give_their_order(order, chosen):
    tellings = [tuple(event for event in order if event in some) for some in chosen]
    tellings += [tuple(order)]
    assert typical_order(precedence(tellings, 7)) == list(order)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.permutations(range(5)), min_size=1, max_size=6))
def test_no_single_move_contradicts_fewer_texts(tellings):
    before = precedence([tuple(each) for each in tellings], 5)

    def contradicted(order):
        return sum(int(before[b, a]) for place, a in enumerate(order) for b in order[place + 1 :])

    found = typical_order(before)
    assert sorted(found) == list(range(5))
    for event in found:
        rest = [each for each in found if each != event]
        for place in range(5):
            assert contradicted(found) <= contradicted([*rest[:place], event, *rest[place:]])


def test_arrows_leave_out_what_follows_from_others():
    in_order = [(BOIL, WARM, BAG, POUR, MILK, DRINK)] * 3 + [(BAG, BOIL, POUR, DRINK)] * 2
    assert arrows(tea(*in_order)) == [(BOIL, WARM), (WARM, BAG), (BAG, POUR), (POUR, MILK), (MILK, DRINK)]
    seldom = arrows(tea((BOIL, WARM), (BOIL, WARM), (POUR, DRINK), (POUR, DRINK), (POUR, DRINK)))
    assert seldom == [(POUR, DRINK)]


@settings(deadline=None, max_examples=40)
@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda pair: pair[0] < pair[1])))
def test_a_reduction_reaches_the_same_and_nothing_in_it_is_spare(pairs):
    def reach(some):
        matrix = np.zeros((6, 6), dtype=bool)
        for i, j in some:
            matrix[i, j] = True
        for k in range(6):
            matrix |= np.outer(matrix[:, k], matrix[k])
        return matrix

    follows = np.zeros((6, 6), dtype=bool)
    for i, j in pairs:
        follows[i, j] = True
    found = _reduced(follows)
    assert np.array_equal(reach(found), reach(pairs))
    for spare in found:
        assert not np.array_equal(reach([each for each in found if each != spare]), reach(pairs))


def test_levels_are_longest_ways_and_what_has_no_arrow_stands_beside_its_neighbour():
    assert levels(5, [(0, 1), (0, 3), (1, 2), (2, 3)]) == [0, 1, 2, 3, 3]


def test_events_that_stand_in_for_each_other():
    script = tea(*[(BOIL, MILK, DRINK)] * 10, *[(BOIL, WARM, DRINK)] * 10, (BOIL, POUR, DRINK))
    [pair] = alternatives(script)
    assert (pair.first, pair.second, pair.together) == (WARM, MILK, 0)
    assert pair.expected == pytest.approx(100 / 21)
    assert alternatives(tea()) == []


@given(st.integers(1, 30), st.data())
def test_chance_is_hypergeometric(texts, data):
    ones, others = (data.draw(st.integers(0, texts)) for _ in range(2))
    together = data.draw(st.integers(0, min(ones, others)))
    assert _chance(texts, ones, others, together) == pytest.approx(hypergeom.cdf(together, texts, ones, others))

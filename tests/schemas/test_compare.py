"""Comparing sets of schemas: the worked examples of section 5, and the definition, pair by pair."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schemas.reference import jaccard

from tacit.errors import UsageError
from tacit.schemas.stability.compare import fuzzy_jaccard, jrf

ONE = [{"bear", "graduate", "marry", "retire", "die", "survive"}, {"rob", "flee", "chase", "arrest", "try", "jail"}]
OTHER = [{"bear", "graduate", "marry", "retire", "die", "mourn"}, {"rob", "flee", "chase", "arrest", "try", "free"}]


def test_two_schemas_of_six_events_that_share_five() -> None:
    assert fuzzy_jaccard(ONE[:1], OTHER[:1]) == jaccard(ONE[0], OTHER[0]) / (2 - jaccard(ONE[0], OTHER[0]))
    assert round(jaccard(ONE[0], OTHER[0]), 2) == 0.71


def test_two_sets_of_such_schemas() -> None:
    fuzzy = fuzzy_jaccard(ONE, OTHER)
    assert fuzzy == pytest.approx(5 / 9, abs=1e-12)
    assert round(2 * 0.71 / (4 - 2 * 0.71), 2) == 0.55  # the paper goes on with the rounded 0.71
    assert fuzzy == pytest.approx(0.55, abs=0.006)
    assert jrf(fuzzy) == pytest.approx(5 / 6, abs=1e-12)
    assert round(jrf(0.55), 2) == round(5 / 6, 2) == 0.83


def test_the_ends_of_the_scale() -> None:
    assert fuzzy_jaccard(ONE, ONE) == jrf(1.0) == 1.0
    assert fuzzy_jaccard(ONE, [{"sing"}]) == jrf(0.0) == 0.0


def test_as_printed_the_order_matters() -> None:
    few, many = [{"rob"}], [{"rob"}, {"sing"}, {"rob"}]
    assert fuzzy_jaccard(few, many) == 2 / (4 - 2)
    assert fuzzy_jaccard(many, few) == 1 / (4 - 1)
    assert fuzzy_jaccard(few, many, symmetric=True) == fuzzy_jaccard(many, few, symmetric=True) == (1 + 1 / 3) / 2


def test_an_event_counts_once() -> None:
    assert fuzzy_jaccard([["rob", "rob", "flee"]], [["flee", "rob"]]) == 1.0


@pytest.mark.parametrize("sets", [([], ONE), (ONE, [])])
def test_empty_sets_cannot_be_compared(sets: tuple[list[set[str]], list[set[str]]]) -> None:
    with pytest.raises(UsageError, match="a set of schemas to compare is empty"):
        fuzzy_jaccard(*sets)


SETS = st.lists(st.sets(st.sampled_from("abcdefgh"), min_size=1), min_size=1, max_size=8)


@settings(max_examples=60, deadline=None)
@given(SETS, SETS)
def test_it_is_the_printed_formula(one: list[set[str]], other: list[set[str]]) -> None:
    shared = sum(max(jaccard(schema, match) for schema in one) for match in other)
    assert fuzzy_jaccard(one, other) == pytest.approx(shared / (len(one) + len(other) - shared), abs=1e-12)


@settings(max_examples=30, deadline=None)
@given(st.floats(0.001, 1.0))
def test_jrf_inverts_equation_7(fuzzy: float) -> None:
    shared = jrf(fuzzy)  # as a share of a schema's events, so with σ' = 1
    assert shared / (4 - 3 * shared) == pytest.approx(fuzzy)

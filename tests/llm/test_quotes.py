"""Quotes of a model are found in the text exactly, then loosely, else dropped; every one is counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.llm.costs import Costs
from tacit.llm.quotes import align, numbered, parts

TEXT = "We sat down. The waiter “brought” the soup, at last!  We paid the waiter."
SENTENCES = [(0, 12), (13, 53), (55, 75)]


@pytest.mark.parametrize(
    "number, quote, found, exact",
    [
        (2, "the soup", "the soup", True),
        (2, 'the WAITER "brought"   the soup', "The waiter “brought” the soup", False),
        (1, "paid", "paid", False),  # the only sentence that has it
        (99, "sat down.", "sat down", False),
        (2, "the waiter then brought the soup", "The waiter “brought” the soup", False),
    ],
)
def test_exactly_then_loosely(number: int, quote: str, found: str, exact: bool) -> None:
    place = align(TEXT, SENTENCES, number, quote)
    assert place is not None
    assert (TEXT[place.start : place.end], place.exact) == (found, exact)


@pytest.mark.parametrize(
    "number, quote",
    [
        (2, "the police came"),
        (1, "we"),  # in two sentences, and in the named one only in other letters: that counts
        (2, ""),
        (2, "?!"),
        (0, "the waiter"),  # in two sentences, and which is not said
        (-5, "waiter"),
        (2, "soup " * 5000),
    ],
)
def test_what_is_not_there_is_dropped_and_counted(number: int, quote: str) -> None:
    costs = Costs("toy")
    place = align(TEXT, SENTENCES, number, quote, costs)
    if quote == "we":
        assert place is not None and place.start == 0
        return
    assert place is None and (costs.exact, costs.loose, costs.dropped) == (0, 0, 1)


@given(st.text(max_size=80), st.integers(-2, 9), st.text(max_size=40))
def test_a_place_is_always_inside_a_sentence(text: str, number: int, quote: str) -> None:
    half = len(text) // 2
    sentences = [(0, half), (half, len(text))]
    place = align(text, sentences, number, quote)
    if place is not None:
        assert any(start <= place.start < place.end <= end for start, end in sentences)
        assert not place.exact or text[place.start : place.end] == quote


@given(st.lists(st.integers(1, 40), max_size=12), st.integers(1, 60))
def test_long_texts_are_cut_between_sentences(lengths: list[int], most: int) -> None:
    places, start = [], 0
    for length in lengths:
        places.append((start, start + length))
        start += length + 1
    cut = list(parts(places, most))
    assert [place for part in cut for place in part] == places
    assert all(len(part) == 1 or part[-1][1] - part[0][0] <= most for part in cut)


def test_sentences_are_numbered_each_on_its_line() -> None:
    assert numbered("A\nb. C.", [(0, 4), (5, 7)]) == "[1] A b.\n[2] C."

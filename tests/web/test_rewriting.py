from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.documents import Annotation, Document, Layer
from tacit.errors import InputError
from tacit.web.rewriting import Replacement, rewritten

TEXT = "Rinse it before reassembling. Let dry."


def document(*spans: tuple[int, int]) -> Document:
    found = (Annotation.of(start, end, source="me", id=f"a{number}") for number, (start, end) in enumerate(spans))
    return Document(TEXT, layers=[Layer("x", found)])


def words(told: Document) -> list[str]:
    return [told.text_of(annotation) for annotation in told.layer("x")]


def test_an_insertion_stands_in_what_surrounds_it_and_beside_what_touches_it() -> None:
    told = document((0, 29), (0, 5), (6, 8), (16, 28), (30, 38))
    clear = rewritten(told, [Replacement(28, 28, " the parts"), Replacement(33, 33, " them")])
    assert clear.text == "Rinse it before reassembling the parts. Let them dry."
    assert words(clear) == [
        "Rinse it before reassembling the parts.",
        "Rinse",
        "it",
        "reassembling",
        "Let them dry.",
    ]


def test_what_covered_a_replaced_word_covers_the_new_ones() -> None:
    told = document((0, 8), (6, 8), (7, 8), (9, 15))
    clear = rewritten(told, [Replacement(6, 8, "the old pump")])
    assert words(clear) == ["Rinse the old pump", "the old pump", "the old pump", "before"]


def test_nothing_chosen_changes_nothing() -> None:
    told = document((0, 5))
    assert rewritten(told, []) is told


@pytest.mark.parametrize(
    "changes",
    [
        [Replacement(5, 99, "x")],
        [Replacement(3, 2, "x")],
        [Replacement(0, 5, "a"), Replacement(4, 6, "b")],
        [Replacement(5, 5, "a")] * 2,
    ],
)
def test_changes_that_do_not_fit_are_refused(changes: list[Replacement]) -> None:
    with pytest.raises(InputError):
        rewritten(document(), changes)


places = st.integers(0, len(TEXT))


@settings(deadline=None, max_examples=100)
@given(st.lists(places, min_size=2, max_size=6, unique=True), st.lists(st.tuples(places, places), max_size=5))
def test_characters_outside_of_changes_keep_their_annotations(cuts: list[int], pairs: list[tuple[int, int]]) -> None:
    cuts = sorted(cuts)
    changes = [Replacement(a, b, "<new>") for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    spans = [(min(pair), max(pair)) for pair in pairs]
    told = document(*spans)
    clear = rewritten(told, changes)
    for name, new in clear.by_id().items():
        old = told.by_id()[name]
        expected = "".join(
            character
            for place, character in enumerate(TEXT)
            if old.start <= place < old.end and not any(c.start <= place < c.end for c in changes)
        )
        assert clear.text_of(new).replace("<new>", "") == expected

"""Lines as editors count them, and places in a file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.documents import Annotation, Document, Layer, Span
from tacit.layout import Lines, Piece, Places, is_laid_out, prose


@given(st.text(alphabet="ab\r\n\u2028", max_size=30))
def test_lines_are_the_text_and_each_offset_has_a_place(text):
    lines = Lines(text)
    assert "".join(line for _, line in lines) == text
    assert len(lines) == len(list(lines))
    for offset in range(len(text) + 1):
        line, column = lines.place_of(offset)
        assert lines.starts[line - 1] + column - 1 == offset


def test_lines_around_a_stretch():
    lines = Lines("One.\r\nTwo.\rThree.\n")
    assert lines.around(Span(0, 3)) == (1, 0, "One.")
    assert lines.around(Span(6, 13)) == (2, 6, "Two.\rThree.")


@pytest.fixture
def places() -> Places:
    """Of `<p>Tea &amp;<b> milk</b>`."""
    made = Places()
    for piece in (Piece(0, 4, 3, 4), Piece(4, 1, 7, 5), Piece(5, 0, 12, 0), Piece(5, 5, 15, 5)):
        made.add(piece)
    return made


@pytest.mark.parametrize(
    ("span", "in_file"), [((0, 3), (3, 6)), ((4, 5), (7, 12)), ((3, 7), (6, 17)), ((6, 10), (16, 20)), ((0, 0), (3, 4))]
)
def test_a_stretch_stands_from_its_first_character_to_its_last(places, span, in_file):
    assert places.span(Span(*span)) == Span(*in_file)


def test_what_stands_nowhere_is_where_the_text_before_it_ends(places):
    assert places.span(Span(10, 12)) == Span(20, 20)
    assert Places().span(Span(0, 3)) == Span(0, 0)


def test_a_document_without_layout_is_prose_throughout():
    tokens = Layer("tokens", [Annotation.of(0, 3, source="me")])
    assert not is_laid_out(Document("Tea.", layers=[tokens]))
    assert prose(Document("Tea.", layers=[tokens])) == "Tea."
    assert is_laid_out(Document("Tea.", layers=[Layer("headings", [Annotation.of(0, 4, "h1", source="me", level=1)])]))

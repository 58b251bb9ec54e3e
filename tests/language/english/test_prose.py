"""Words, blocks and sentence starts of prose; no model is needed."""

from __future__ import annotations

import time

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.language.english.prose import LONGEST_PIECE, MAY, MUST, MUST_NOT, Words, blocks, read_words

ENGLISH = spacy.blank("en")


def words_of(text: str) -> Words:
    """All words of a text that fits in one piece."""
    (piece,) = read_words(text, ENGLISH)
    return piece


def marked(text: str) -> str:
    """The words as they stand in the text, '|' where a sentence must start and '?' where it may."""
    words = words_of(text)
    signs = {MUST: "|", MAY: "?", MUST_NOT: ""}
    places = zip(words.starts, words.ends, words.openings, strict=True)
    return " ".join(signs[opening] + text[start:end] for start, end, opening in places)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann left. Bob stayed.", "|Ann left . |Bob stayed ."),
        ("came in . sat down . slept .", "|came in . |sat down . |slept ."),
        ("It was fun!!! Really?! Yes", "|It was fun !!! |Really ?! |Yes"),
        ("so ... and then", "|so ... ?and then"),
        ('"Stop!" he said. "Why?"', '|" Stop ! " he said . |" Why ? "'),
        ("She won. (He lost.) They cried.", "|She won . |( He lost . ) |They cried ."),
        ("We won :) Then home", "|We won :) |Then home"),
        ("Done. :-( Then home", "|Done . :-( |Then home"),
        ("It is old. [12] It fell.", "|It is old . [ 12 ] |It fell ."),
        ("Come at 5 p.m. We wait.", "|Come at 5 p.m. ?We wait ."),
        ("1. Boil it. Drain it.", "|1 . Boil it . |Drain it ."),
        ("See http://example.org/a.b today. Go.", "|See http://example.org/a.b today . |Go ."),
    ],
)
def test_where_sentences_start(text: str, expected: str) -> None:
    assert marked(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One.\n\nTwo\n \n\nThree", ["One.", "Two", "Three"]),
        ("1. Boil\n2) Drain\n- Eat", ["1. Boil", "2) Drain", "- Eat"]),
        ("This line was wrapped by an\nold mail program which had\nlittle room.", [slice(None)]),
        ("My day\nI got up early and went to the market.", ["My day", "I got up early and went to the market."]),
        ("first half\nsecond half of a sentence that goes on", [slice(None)]),
        ("", []),
    ],
)
def test_blocks(text: str, expected: list[str | slice]) -> None:
    whole = [text[part] if isinstance(part, slice) else part for part in expected]
    assert [text[start:end] for start, end in blocks(text)] == whole


def test_the_parser_sees_tidied_words() -> None:
    words = words_of("i slept . it ’s late . did n't care .")
    assert words.forms == ["I", "slept", ".", "It", "'s", "late", ".", "Did", "n't", "care", "."]
    assert words.spaces[1] is False, "no space before the full stop"
    assert words.spaces[3] is False, "none before a clitic"


def test_lower_case_after_an_abbreviation_stays() -> None:
    assert words_of("Use oil, e.g. olive oil, in a pan. Stir.").forms[4:6] == ["olive", "oil"]


def test_text_without_marks_leaves_the_parser_free_after_a_while() -> None:
    openings = words_of("word " * 100).openings
    assert openings == [MUST] + [MAY] * 99
    assert words_of("word " * 30).openings == [MUST] + [MUST_NOT] * 29


def test_pieces_are_bounded() -> None:
    text = "A short line. " * 3_000 + "x" * (3 * LONGEST_PIECE)
    pieces = list(read_words(text, ENGLISH))
    assert all(piece.ends[-1] - piece.starts[0] <= LONGEST_PIECE for piece in pieces)
    places = [place for piece in pieces for place in zip(piece.starts, piece.ends, strict=True)]
    assert "".join(text[start:end] for start, end in places) == text.replace(" ", "")


@given(st.text(alphabet="abI.!?:)-('\"’ \n\t1é😀\u00a0\u2028", max_size=120))
@settings(max_examples=150, deadline=None)
def test_every_visible_character_is_in_one_word(text: str) -> None:
    covered: list[int] = []
    for piece in read_words(text, ENGLISH):
        assert len(piece.forms) == len(piece.spaces) == len(piece.openings)
        assert piece.openings[0] == MUST
        for form, start, end in zip(piece.forms, piece.starts, piece.ends, strict=True):
            assert len(form) == end - start
            covered.extend(range(start, end))
    assert covered == sorted(set(covered))
    missed = set(range(len(text))) - set(covered)
    assert all(text[place].isspace() for place in missed)


@pytest.mark.parametrize("crowd", ["'", "(", '"', "a", "-", "a'", "🍰"])
def test_what_has_no_spaces_takes_no_more_time_than_its_length(crowd: str) -> None:
    text = f"Ann said {crowd * (20_000 // len(crowd))} and left."
    started = time.monotonic()
    pieces = list(read_words(text, spacy.blank("en")))
    assert time.monotonic() - started < 10
    places = [place for words in pieces for place in zip(words.starts, words.ends, strict=True)]
    assert [text[start:end] for start, end in (*places[:2], *places[-3:])] == ["Ann", "said", "and", "left", "."]
    assert "".join(text[start:end] for start, end in places) == text.replace(" ", "")

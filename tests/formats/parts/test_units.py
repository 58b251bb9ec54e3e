"""Sentences that stand in where a document has none."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.documents import Document
from tacit.formats.parts.units import units

PLAIN_BUT_SLOW = re.compile(r"\S.*?(?:[.!?][\"'”’)\]]*(?=\s)|(?=\s*\n)|(?=\s*\Z))", re.DOTALL)


def sentences(text: str) -> list[str]:
    return [text[unit.sentence.start : unit.sentence.end] for unit in units(Document(text))]


def test_sentences_end_at_final_signs_and_line_ends() -> None:
    assert sentences(" Ann asked: “Tea?” Bob\tnodded  \n\n(Twice.) \x0b The end ") == [
        "Ann asked: “Tea?”",
        "Bob\tnodded",
        "(Twice.)",
        "The end",
    ]


@settings(deadline=None)
@given(st.text(st.sampled_from('ab.?") \t\n\r\x0b\x1c\u2028'), max_size=40))
def test_sentences_are_those_of_the_plain_expression(text: str) -> None:
    assert sentences(text) == [found for found in PLAIN_BUT_SLOW.findall(text) if re.search(r"\w|[^\w\s]", found)]


def test_a_long_stretch_of_spaces_comes_to_an_end() -> None:
    text = "Ann" + " " * 400_000 + "sat"
    assert sentences(text) == [text]

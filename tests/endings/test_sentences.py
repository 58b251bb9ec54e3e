from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.endings.sentences import is_english, split


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=80))
def test_sentences_hold_all_of_a_text_but_its_spaces(text):
    assert "".join("".join(split(text)).split()) == "".join(text.split())


@pytest.mark.parametrize(
    "text",
    [
        "El perro corrió por el parque y los niños lo siguieron hasta la vieja casa de su abuela.",
        "Кот спал на диване, и никто не хотел его будить до самого вечера.",
    ],
)
def test_other_languages_are_told_from_english(text):
    assert not is_english(text)


def test_english_and_what_is_too_short_to_tell():
    assert is_english("The dog ran through the park and the children followed it to the old house of her aunt.")
    assert is_english("Bonjour!")

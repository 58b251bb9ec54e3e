import pytest

from tacit.clarifications.pages import read_page
from tacit.clarifications.silence import silence_of
from tacit.errors import InputError
from tacit.formats import Source


def silent(text, name="a.md"):
    page = read_page(Source(name, text.encode()))
    silence = silence_of(page)
    return [
        (line, code)
        for line in range(1, page.line_count + 1)
        for code in ("TAC101", "TAC201")
        if silence.covers(line, code)
    ]


def test_a_comment_after_a_sentence_silences_its_line():
    assert silent("Rinse. <!-- tacit: ignore TAC101 -->\nDry.\n") == [(1, "TAC101")]


def test_a_comment_alone_silences_the_next_line():
    assert silent("One.\n\n<!-- tacit: ignore TAC2 -->\nTwo.\nThree.\n") == [(3, "TAC201"), (4, "TAC201")]


def test_a_stretch():
    text = "One.\n\n<!-- tacit: off TAC101 -->\n\nTwo.\n\n<!-- tacit: on -->\n\nThree.\n"
    assert [line for line, _ in silent(text)] == [3, 4, 5, 6]


def test_a_stretch_without_end_goes_to_the_end():
    assert silent("<!-- tacit: off -->\n\nOne.") == [
        (line, code) for line in (1, 2, 3) for code in ("TAC101", "TAC201")
    ]


def test_comments_of_other_formats():
    assert silent("Rinse.\n\n.. tacit: ignore TAC101\n\nDry.\n", "a.rst") == [(3, "TAC101"), (4, "TAC101")]
    assert silent("# tacit: ignore TAC101\nRinse.\n", "a.txt") == [(1, "TAC101"), (2, "TAC101")]


def test_unknown_words_and_codes():
    with pytest.raises(InputError, match="line 2: a comment can say 'tacit: ignore', 'off' or 'on', not 'mute'"):
        silent("A.\n<!-- tacit: mute -->\n")
    with pytest.raises(InputError, match="line 1: there is no code 'TAC9'"):
        silent("<!-- tacit: ignore TAC9 -->\n")

from __future__ import annotations

import io

import pytest
from formats.strategies import texts
from hypothesis import given, settings

from tacit.documents import Document
from tacit.errors import InputError
from tacit.formats import FormatOptions, Source, plain, recognise


def read(content):
    return list(plain.read(Source("tea.txt", content), FormatOptions()))


@settings(max_examples=60, deadline=None)
@given(texts())
def test_the_text_is_kept_to_the_character(text):
    stream = io.StringIO(newline="")
    plain.write([Document(text)], stream)
    assert read(stream.getvalue().encode()) == [Document(text, id="tea")]


@pytest.mark.parametrize("content", [b" \n\t", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_a_file_without_text_is_an_error(content):
    with pytest.raises(InputError, match="no text"):
        read(content)


def test_several_texts_are_set_apart():
    stream = io.StringIO()
    plain.write([Document("Tea."), Document("Milk.")], stream)
    assert stream.getvalue() == "Tea.\n\nMilk."


def test_any_text_is_recognised_but_nothing_is_not():
    assert recognise(Source("notes", b"tea")).name == "plain"
    with pytest.raises(InputError, match="not a format that tacit knows"):
        recognise(Source("notes", b"\xef\xbb\xbf"))

import pytest

from tacit.clarifications.pages import read_page
from tacit.documents import Span
from tacit.formats import Source
from tacit.linter.findings import Excerpt, Finding, Place
from tacit.linter.ignoring import applied, ignoring
from tacit.linter.silence import silence_of


def silenced(name, text, phrase="Rinse"):
    """The text with a comment for the phrase."""

    def read(content):
        return read_page(Source(name, content.encode()))

    page = read(text)
    start = text.index(phrase)
    span = Span(start, start + len(phrase))
    place = Place(*page.place_of(span.start), *page.place_of(span.end), span)
    finding = Finding(name, place, "TAC101", phrase, "", 0.5, excerpt=Excerpt(*page.lines_with(span)))
    edits = ignoring(page, finding, read)
    if not edits:
        return None
    changed = read(applied(text, edits))
    [line] = [number for number, (_, line) in enumerate(changed.lines_of_file(), 1) if phrase in line]
    assert silence_of(changed).covers(line, "TAC101")
    assert not silence_of(changed).covers(line, "TAC103")
    return changed.text


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.md", "Rinse well.  \nWait.\n", "Rinse well. <!-- tacit: ignore TAC101 -->  \nWait.\n"),
        ("a.md", "Rinse well.\\\nWait.\n", "Rinse well. <!-- tacit: ignore TAC101 -->\\\nWait.\n"),
        ("a.md", "Rinse", "Rinse <!-- tacit: ignore TAC101 -->"),
        ("a.html", "<p>Rinse.</p>\r\n", "<p>Rinse.</p> <!-- tacit: ignore TAC101 -->\r\n"),
        ("a.txt", "Wait.\n  Rinse.\n", "Wait.\n  # tacit: ignore TAC101\n  Rinse.\n"),
        ("a.rst", "Wait.\n\nRinse it.\n", "Wait.\n\n.. tacit: ignore TAC101\n\nRinse it.\n"),
        (
            "a.rst",
            "Wait.\r\nRinse it.\r\n\r\nEnd.\r\n",
            ".. tacit: off TAC101\r\n\r\nWait.\r\nRinse it.\r\n\r\n.. tacit: on TAC101\r\n\r\nEnd.\r\n",
        ),
        ("a.rst", "Wait.\nRinse.", ".. tacit: off TAC101\n\nWait.\nRinse.\n\n.. tacit: on TAC101\n"),
    ],
)
def test_each_format_has_its_comment(name, text, expected):
    assert silenced(name, text) == expected


def test_where_a_comment_would_not_be_one_nothing_is_written():
    assert silenced("a.md", "A `wide\nRinse\ncode` span.\n") is None

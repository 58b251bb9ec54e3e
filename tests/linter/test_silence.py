import pytest

from tacit.clarifications.pages import read_page
from tacit.errors import InputError
from tacit.formats import Source
from tacit.linter.silence import silence_of


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
    assert silent("Rinse.\n\n.. tacit: ignore TAC101\n\nDry.\n\nWait.\n", "a.rst") == [
        (line, "TAC101") for line in (3, 4, 5)
    ]
    assert silent("# tacit: ignore TAC101\nRinse.\n", "a.txt") == [(1, "TAC101"), (2, "TAC101")]


def test_unknown_words_and_codes():
    with pytest.raises(InputError, match="line 2: a comment can say 'tacit: ignore', 'off' or 'on', not 'mute'"):
        silent("A.\n<!-- tacit: mute -->\n")
    with pytest.raises(InputError, match="line 1: there is no code 'TAC9'"):
        silent("<!-- tacit: ignore TAC9 -->\n")


def test_an_empty_line_or_another_comment_may_follow_a_comment_that_stands_alone():
    text = "<!-- tacit: ignore TAC101 -->\n\n<!-- tacit: ignore TAC2 -->\n\nRinse both.\n\nDry both.\n"
    assert silent(text) == [
        *((line, "TAC101") for line in (1, 2)),
        *((line, code) for line in (3, 4, 5) for code in ("TAC101", "TAC201")),
    ]


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_lines_may_end_in_any_way(end):
    text = f"One.{end}{end}<!-- tacit: ignore TAC101 -->{end}Two.{end}Three.{end}"
    assert silent(text) == [(3, "TAC101"), (4, "TAC101")]


def test_two_comments_on_one_line():
    assert silent("<!-- tacit: off TAC2 --> Tighten both. <!-- tacit: on -->\n\nDry both.\n") == [(1, "TAC201")]
    assert silent("<!-- tacit: ignore TAC2--> <!-- tacit: ignore TAC101 -->\nRinse.\n\nDry.\n") == [
        (line, code) for line in (1, 2) for code in ("TAC101", "TAC201")
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "# tacit: design\n\n50 % tacit: what is known\n\n.. tacit: mute\n"),
        ("a.md", "```html\n<!-- tacit: off -->\n```\n\nRinse.\n"),
        ("a.md", "Write `<!-- tacit: off -->` there.\n\n    <!-- tacit: off -->\n\nRinse.\n"),
        ("a.md", "| how |\n|---|\n| `<!-- tacit: off -->` |\n\nRinse.\n"),
        ("a.html", "<script>x = '<!-- tacit: off -->'</script><p># tacit: off</p>"),
        ("a.rst", "Rinse.... tacit: off\n\n# tacit: off\n\nWrite this::\n\n   .. tacit: off\n\nRinse.\n"),
        ("a.txt", "Rinse. <!-- tacit: off -->\n\n.. tacit: off\n\nSee http://tacit: off.\n"),
    ],
)
def test_what_is_no_comment_in_its_format_silences_nothing(name, text):
    assert silent(text, name) == []


def test_a_comment_counts_in_what_is_not_read():
    text = "<head><!-- tacit: off TAC101 --></head><p>Rinse.</p>"
    assert silent(text, "a.html") == [(1, "TAC101")]

from __future__ import annotations

import pytest
from formats.strategies import texts
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.errors import InputError
from tacit.formats import FormatOptions, Source, markdown, recognise
from tacit.layout import prose


def read(text):
    [document] = markdown.read(Source("tea.md", text.encode()), FormatOptions())
    assert document.text == text
    return document


def parts(text, layer):
    document = read(text)
    return [(annotation.label, document.text_of(annotation)) for annotation in document.layer(layer)]


RECIPE = """\
# Tea

Some *words* first.

1. Boil water
   in a kettle.
   - Use cold water.
   - Fill it
     half.
2. Pour it.

   Then wait.
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_steps_know_their_number_level_and_parent(line_end):
    document = read(RECIPE.replace("\n", line_end))
    steps = document.layer("steps")
    gap = line_end + "   "
    assert [document.text_of(step) for step in steps] == [
        f"Boil water{gap}in a kettle.",
        "Use cold water.",
        f"Fill it{gap}  half.",
        "Pour it. … Then wait.",
    ]
    assert [step.label for step in steps] == ["step", "item", "item", "step"]
    assert [(step.features["number"], step.features["level"]) for step in steps] == [(1, 1), (1, 2), (2, 2), (2, 1)]
    assert [step.features["ordered"] for step in steps] == [True, False, False, True]
    parents = {step.id: [(link.role, link.target) for link in step.links] for step in steps}
    first = steps[0].id
    assert list(parents.values()) == [[], [("parent", first)], [("parent", first)], []]


def test_headings_of_both_kinds():
    assert parts("# Tea #\n\n###### Milk\n\nGreen\ntea\n===\n\nBlack\n---\n", "headings") == [
        ("h1", "Tea"),
        ("h6", "Milk"),
        ("h1", "Green\ntea"),
        ("h2", "Black"),
    ]
    assert parts("## # ##\n", "headings") == [("h2", "#")]


@pytest.mark.parametrize("marker", ["*", "-", "+", "1.", "1)", "7)"])
@pytest.mark.parametrize("space", [" ", "\t", "   "])
def test_every_list_marker(marker, space):
    document = read(f"{marker}{space}Boil.\n{marker}{space}Pour.\n")
    assert [document.text_of(step) for step in document.layer("steps")] == ["Boil.", "Pour."]
    first = int(marker[0]) if marker[0].isdigit() else 1
    assert [step.features["number"] for step in document.layer("steps")] == [first, first + 1]


def test_sub_lists_by_tabs_and_an_item_without_text():
    document = read("1.\tBoil.\n\t1. Fill.\n\t\t- Half.\n2.\n   - Pour.\n")
    steps = document.layer("steps")
    found = [(document.text_of(step), step.features["level"]) for step in steps]
    assert found == [("Boil.", 1), ("Fill.", 2), ("Half.", 3), ("Pour.", 1)]


def test_quotes_are_paragraphs_without_their_marks():
    document = read("> Tea is\n> hot\nand good.\n")
    assert parts(document.text, "paragraphs") == [("", "Tea is\n> hot\nand good.")]
    assert prose(document) == " \nTea is\n  hot\nand good.\n"


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("Tea\n\n```py\nx = 1\n```\n", "code", "```py\nx = 1\n```"),
        ("Tea\n\n~~~\nopen to the end\n", "code", "~~~\nopen to the end"),
        ("Tea\n\n    indented\n", "code", "    indented"),
        ("Use `x` now.", "code", "`x`"),
        ("Use ``a ` b`` now.", "code", "``a ` b``"),
        ("---\ntitle: Tea\n---\nTea\n", "front_matter", "---\ntitle: Tea\n---"),
        ("+++\ntitle = 'Tea'\n+++\nTea\n", "front_matter", "+++\ntitle = 'Tea'\n+++"),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\nTea", "table", "| a | b |\n|---|---|\n| 1 | 2 |"),
        ("Tea <!-- note --> now", "html", "<!-- note -->"),
        ("<div>\nx\n</div>\n\nTea", "html", "<div>\nx\n</div>"),
        ("Tea <em>hot</em>", "html", "<em>"),
        ("See [tea](http://a.example/b_(c) 'x') now", "link", "](http://a.example/b_(c) 'x')"),
        ("See [tea][ref] now", "link", "][ref]"),
        ("Tea\n\n[ref]: http://a.example\n", "link", "[ref]: http://a.example"),
        ("See https://a.example/x?y=1. Now", "url", "https://a.example/x?y=1"),
        ("See <https://a.example>", "html", "<https://a.example>"),
        ("An ![old pot](pot.png) here", "image", "![old pot](pot.png)"),
        ("- [x] Boil", "mark", "[x]"),
        ("Tea **very** hot", "mark", "**"),
        ("Tea[^1] hot", "note", "[^1]"),
    ],
)
def test_what_is_not_prose_is_marked(text, kind, found):
    assert (kind, found) in parts(text, "not_prose")


def test_prose_keeps_every_offset():
    text = "---\na: b\n---\n# Tea\n\n* Use `x` or [the pot](http://a.example), 2 * 3 snake_case \\*.\n"
    kept = prose(read(text))
    assert len(kept) == len(text)
    assert kept.split() == ["Tea", "Use", "or", "the", "pot", ",", "2", "*", "3", "snake_case", "*."]
    assert kept.index("the pot") == text.index("the pot")


def test_a_line_between_rules_is_no_front_matter():
    assert parts("---\n\nTea.\n\n---\n", "paragraphs") == [("", "Tea.")]
    assert parts("---\ntitle: open to the end\n", "paragraphs") == [("", "title: open to the end")]


@settings(max_examples=60, deadline=None)
@given(st.lists(texts() | st.sampled_from(["# ", "1. ", "- ", "> ", "\n\n", "```\n", "    ", "`", "\t"]), min_size=1))
def test_any_text_is_kept_and_its_layers_are_apart(pieces):
    text = "".join(pieces)
    if not text.strip():
        return
    document = read(text)
    assert len(prose(document)) == len(text)
    for layer in ("headings", "paragraphs"):
        for annotation in document.layer(layer):
            assert document.text_of(annotation).strip() == document.text_of(annotation) != ""


@pytest.mark.parametrize(
    "piece",
    ["`a``b", "[", "](", "<a", "<!--", "*", "_a", "![", "http://.", "> ", "1. ", "\\", "- a\n", "[a]: b\n", "|a"],
)
def test_hostile_text_returns(piece):
    """With steps that grow as the square of the text this would take minutes."""
    text = piece * (100_000 // len(piece)) + "x"
    assert len(prose(read(text))) == len(text)


def test_an_empty_page_is_an_error():
    with pytest.raises(InputError, match="no text"):
        list(markdown.read(Source("a.md", b"\n \n"), FormatOptions()))


def test_is_recognised_by_its_ending_alone():
    assert recognise(Source("README.MD", b"x")).name == "markdown"
    assert recognise(Source("a.txt", b"# Tea")).name != "markdown"

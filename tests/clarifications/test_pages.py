import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.clarifications.pages import page_of, read_page
from tacit.documents import Annotation, Document, Layer, Span
from tacit.errors import InputError
from tacit.formats import Source

MARKDOWN = """---
title: Settings
---
# Tea

Boil `water` and see [the manual](http://example.org/it).

```
rinse before drying
```

| a | b |
|---|---|
| rinse | dry |

1. Rinse.
2. Dry ![a cup](cup.png).
   - Or wait.
"""

HTML = """<html><head><title>x</title><script>rinse()</script></head><body>
<h1>Tea &amp; milk</h1><p>Boil <code>water</code>.</p>
<ol><li>Rinse.<ul><li>Or wait.</li></ul></li><li>Dry <b>it</b>.</ol>
<pre>rinse</pre><table><tr><td>rinse</td></tr></table><!-- rinse --><p>End</body></html>"""

RST = """Tea
===

Boil ``water`` and *rinse*; see `the manual <http://example.org>`_.

.. note::

   Be careful.

.. code-block:: sh

   rinse --before

Type this::

   rinse

#. Rinse
   well.
#. Dry.

* Or wait.

+-------+
| rinse |
+-------+

.. rinse before drying
"""


def read(name, text):
    page = read_page(Source(name, text.encode()))
    assert len(page.prose) == len(page.text) == len(text)
    return page


def lines(page):
    return [(line.marker, page.words_of(line), line.level) for line in page.lines]


def test_markdown_without_code_tables_front_matter_and_targets():
    assert lines(read("a.md", MARKDOWN)) == [
        ("", "Tea", 1),
        ("", "Boil Item and see the manual .", 0),
        ("1.", "Rinse.", 0),
        ("2.", "Dry Item .", 0),
        ("*", "Or wait.", 0),
    ]


def test_html_with_offsets_of_the_file():
    page = read("a.html", HTML)
    assert lines(page) == [
        ("", "Tea milk", 1),
        ("", "Boil Item .", 0),
        ("1.", "Rinse.", 0),
        ("*", "Or wait.", 0),
        ("2.", "Dry it .", 0),
        ("", "End", 0),
    ]
    line = page.lines[2]
    assert HTML[line.start : line.end] == "Rinse."
    assert page.place_of(line.start) == (3, 9)


def test_restructured_text():
    page = read("a.rst", RST)
    assert lines(page) == [
        ("", "Tea", 1),
        ("", "Boil Item and rinse ; see the manual .", 0),
        ("", "Be careful.", 0),
        ("", "Type this:", 0),
        ("1.", "Rinse well.", 0),
        ("2.", "Dry.", 0),
        ("*", "Or wait.", 0),
    ]
    assert page.title == "Tea"


def test_plain_text_with_title_and_list():
    page = read("a.txt", "How to make tea\n\nBoil water. Add tea\nand wait.\n\n1. Rinse.\n2) Dry.\n# tacit: off\n")
    assert lines(page) == [
        ("", "How to make tea", 1),
        ("", "Boil water. Add tea and wait.", 0),
        ("1.", "Rinse.", 0),
        ("2)", "Dry.", 0),
    ]


def test_code_and_links_are_shielded():
    page = read("a.md", MARKDOWN)
    for phrase in ("`water`", "the manual", "![a cup](cup.png)"):
        start = MARKDOWN.index(phrase)
        assert page.is_shielded(Span(start + 1, start + 3)), phrase
    start = MARKDOWN.index("Rinse.")
    assert not page.is_shielded(Span(start, start + 5))


def test_lines_and_columns_with_mixed_line_ends():
    page = read("a.md", "# A\r\nOne.\rTwo.\n\nThree.")
    assert [page.place_of(page.text.index(word)) for word in ("One", "Two", "Three")] == [(2, 1), (3, 1), (5, 1)]
    assert "\r" not in page.prose


@pytest.mark.parametrize("name", ["a.md", "a.html", "a.rst", "a.adoc", "a.dita", "a.txt"])
def test_a_file_without_text_is_an_empty_page(name):
    assert read(name, " \n ").lines == ()


def test_what_is_no_page():
    with pytest.raises(InputError, match="is no page of instructions"):
        read_page(Source("a.jsonl", b'{"text": "Rinse."}\n{"text": "Dry."}\n'))


def test_a_document_without_layout_is_plain_text():
    assert lines(page_of(Document("Rinse.\n\n* Dry."))) == [("", "Rinse.", 0), ("*", "Dry.", 0)]


@given(
    st.text(alphabet="ab .*`<>-=:#|[]()1\n\r&;/!", max_size=120),
    st.sampled_from(["a.md", "a.html", "a.rst", "a.adoc", "a.dita", "a.txt"]),
)
@settings(deadline=None, max_examples=150)
def test_any_text_keeps_its_offsets(text, name):
    page = read(name, text)
    for line in page.lines:
        assert 0 <= line.start <= line.end <= len(text)
    assert [line.start for line in page.lines] == sorted(line.start for line in page.lines)


def shielded(name, text, phrase):
    start = text.index(phrase)
    return read(name, text).is_shielded(Span(start, start + len(phrase)))


def test_code_in_a_link_does_not_hide_the_rest_of_it():
    text = "See [how `it` works and both](http://x) for all.\n"
    assert shielded("a.md", text, "how")
    assert shielded("a.md", text, "both")
    assert not shielded("a.md", text, "all")


def test_texts_of_links_are_shielded_in_every_format():
    rst = "Take `a` spoon, see `the other <http://x>`_ and `one more`_ of both.\n"
    assert [shielded("a.rst", rst, word) for word in ("spoon", "other", "more", "both")] == [False, True, True, False]
    html = "<nav><a href='a'>Home</a></nav><p><a name='b'>Take</a> some, see <A HREF='c'>the <b>other</b></A> of both."
    words = ("Take", "some", "other", "both")
    assert [shielded("a.html", html, word) for word in words] == [False, False, True, False]
    adoc = "Take some, see https://x[the other], <<y,one more>> of both.\n"
    assert [shielded("a.adoc", adoc, word) for word in ("some", "other", "more", "both")] == [False, True, True, False]
    dita = "<task><title>Take some, see <xref href='c'>the other</xref> of both.</title></task>"
    assert [shielded("a.dita", dita, word) for word in ("some", "other", "both")] == [False, True, False]
    inline = "Take some, see <a href='c'>the other</a> of both.\n\n[c]: http://x\n"
    assert [shielded("a.md", inline, word) for word in ("some", "other", "both")] == [False, True, False]


def test_a_simple_table_is_no_prose():
    text = "Before.\n\n=====  =====\nrinse  dry\n=====  =====\nboil   wait\n\nstir   rest\n=====  =====\n\nAfter.\n"
    assert lines(read("a.rst", text)) == [("", "Before.", 0), ("", "After.", 0)]
    without_header = "====  ====\nboil  wait\n====  ====\n\nBetween.\n\n====  ====\nstir  rest\n====  ====\n"
    assert lines(read("a.rst", without_header)) == [("", "Between.", 0)]
    assert lines(read("a.rst", "====  ====\n\nRinse.\n")) == [("", "Rinse.", 0)]


def test_a_table_in_a_table():
    text = "<table><tr><td><table><tr><td>rinse</table>dry</table><p>Boil.</p><table><table>wait</table><p>End.</p>"
    assert lines(read("a.html", text)) == [("", "Boil.", 0), ("", "End.", 0)]


def test_numbers_in_brackets_are_an_enumeration():
    assert lines(read("a.rst", "(1) Rinse.\n(2) Dry.\n")) == [("1.", "Rinse.", 0), ("2.", "Dry.", 0)]
    assert lines(read("a.txt", "(1) Rinse.\n(2) Dry.\n")) == [("(1)", "Rinse.", 0), ("(2)", "Dry.", 0)]


def test_lists_beyond_a_depth_are_not_told_apart():
    deep = 150
    text = "<ul><li>" * deep + "In" + "</li></ul>" * deep + "<ol><li>Out</li></ol>"
    assert lines(read("a.html", text)) == [("*", "In", 0), ("1.", "Out", 0)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.rst", "a" + " " * 200_000 + "b"),
        ("a.rst", "x " + ":a" * 100_000),
        ("a.txt", ("." * 7_000 + "b\n\n") * 60),
        ("a.html", "<ul><li>a" * 20_000),
        ("a.html", "<table><svg>" * 50_000),
    ],
    ids=["spaces", "roles", "dots", "lists", "tables"],
)
def test_hostile_texts_do_not_hang_the_linter(name, text):
    assert len(read(name, text).prose) == len(text)


def _of(start, end, **features):
    return Annotation.of(start, end, source="elsewhere", **features)


def test_a_layout_from_elsewhere_may_lack_levels_and_numbers():
    text = "Tea\nMilk\nBoil.\nWait."
    layers = [
        Layer("headings", [_of(0, 3), _of(4, 8, level="big")]),
        Layer("paragraphs", [_of(9, 14), _of(15, 20)]),
        Layer("steps", [_of(9, 14, ordered=True), _of(15, 20, ordered=True, number="two")]),
    ]
    assert lines(page_of(Document(text, layers=layers))) == [
        ("", "Tea", 1),
        ("", "Milk", 1),
        ("1.", "Boil.", 0),
        ("1.", "Wait.", 0),
    ]


def test_a_word_that_a_reference_divides_is_one_word():
    text = "<p>Don&rsquo;t rinse the caf&eacute; cup &amp; lid. <code>a&amp;b</code></p>"
    page = read_page(Source("a.html", text.encode()))
    assert page.prose.split()[:7] == ["Don’t", "rinse", "the", "café", "cup", "lid.", "Item"]
    assert len(page.prose) == len(text)
    assert page.prose.index("rinse") == text.index("rinse")

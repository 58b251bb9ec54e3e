import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.clarifications.pages import page_of, read_page
from tacit.documents import Document, Span
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


@pytest.mark.parametrize("name", ["a.md", "a.html", "a.rst", "a.txt"])
def test_a_file_without_text_is_an_empty_page(name):
    assert read(name, " \n ").lines == ()


def test_what_is_no_page():
    with pytest.raises(InputError, match="is no page of instructions"):
        read_page(Source("a.jsonl", b'{"text": "Rinse."}\n{"text": "Dry."}\n'))


def test_a_document_without_layout_is_plain_text():
    assert lines(page_of(Document("Rinse.\n\n* Dry."))) == [("", "Rinse.", 0), ("*", "Dry.", 0)]


@given(
    st.text(alphabet="ab .*`<>-=:#|[]()1\n\r&;/!", max_size=120), st.sampled_from(["a.md", "a.html", "a.rst", "a.txt"])
)
@settings(deadline=None, max_examples=150)
def test_any_text_keeps_its_offsets(text, name):
    page = read(name, text)
    for line in page.lines:
        assert 0 <= line.start <= line.end <= len(text)
    assert [line.start for line in page.lines] == sorted(line.start for line in page.lines)

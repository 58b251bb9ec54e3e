from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tacit.documents import Document, Span
from tacit.errors import InputError
from tacit.formats import FormatOptions, Source, html, recognise
from tacit.formats.parts.markup import tokens
from tacit.layout import prose


def read(page):
    [document] = html.read(Source("tea.html", page.encode()), FormatOptions())
    return document


def text(page):
    return read(page).text


def test_text_is_what_a_reader_sees():
    page = "<p>Tea   &amp;\n milk&hellip;<br> are <b>ho</b>t &#x1F642;<p>Drink it.</p>"
    assert text(page) == "Tea & milk…\nare hot 🙂\n\nDrink it."


@pytest.mark.parametrize(
    "boilerplate",
    [
        "<script>if (a < b) document.write('<p>Buy now.</p>')</script>",
        "<style>p { color: red. }</style>",
        "<nav><p>Buy now.</p></nav>",
        "<header><p>Buy now.</p></header>",
        "<footer><p>Buy now.</p></footer>",
        "<aside><p>Buy now.</p></aside>",
        "<form><p>Buy now.</p></form>",
        "<p hidden>Buy now.</p>",
        "<div aria-hidden='true'><p>Buy now.</p></div>",
        "<div style='Display : None'><p>Buy now.</p></div>",
        "<div role=navigation><p>Buy now.</p></div>",
        "<template><p>Buy now.</p></template>",
        "<svg><title>Buy now.</title><text>Buy now.</text></svg>",
        "<!-- <p>Buy now.</p> -->",
        "<ul><li><a href=x>Buy now and here and there.</a></ul>",
        "<select><option>Buy now.</select>",
    ],
)
def test_boilerplate_is_left_out(boilerplate):
    assert text(f"<p>Tea is hot and good.</p>{boilerplate}<p>Drink it while it is hot.</p>") == (
        "Tea is hot and good.\n\nDrink it while it is hot."
    )


@pytest.mark.parametrize("element", ["main", "article", "div role=main"])
def test_the_main_element_is_the_text(element):
    name = element.split()[0]
    page = f"<div><p>Around it.</p></div><{element}><header><h1>Tea</h1></header>Hot tea.</{name}><p>After it.</p>"
    assert text(page) == "Tea\n\nHot tea."


def test_without_one_short_blocks_far_from_prose_are_left_out():
    page = "<div>Menu</div><div>Shop</div><div>Cart</div><h1>Tea</h1><div>By Ann</div><p>Tea is hot.</p>"
    assert text(page) == "Tea\n\nBy Ann\n\nTea is hot."


def test_a_page_of_short_blocks_is_kept():
    assert text("<div>Tea</div><div>Milk</div>") == "Tea\n\nMilk"


def test_a_page_that_is_one_form_is_kept():
    assert text("<form><p>Tea is hot.</p><button>Go</button></form>") == "Tea is hot."


def test_lists_and_headings_are_layers():
    page = """<main><h2>Tea</h2><ol start=3><li>Boil.<ul><li>Fill<li>Heat</ul><li><p>Pour.</p><p>Wait.</p>
    <li value=9>Drink.</ol></main>"""
    document = read(page)
    assert [(a.label, document.text_of(a)) for a in document.layer("headings")] == [("h2", "Tea")]
    steps = document.layer("steps")
    assert [(a.label, a.features["number"], a.features["level"], document.text_of(a)) for a in steps] == [
        ("step", 3, 1, "Boil."),
        ("item", 1, 2, "Fill"),
        ("item", 2, 2, "Heat"),
        ("step", 4, 1, "Pour. … Wait."),
        ("step", 9, 1, "Drink."),
    ]
    assert [link.target for link in steps[1].links] == [steps[0].id]
    assert document.text == "Tea\n\nBoil.\nFill\nHeat\nPour.\nWait.\nDrink."


def test_the_title_goes_to_the_metadata():
    page = "<title>Tea\n &amp; milk</title><body><p>Hot.</p>"
    assert dict(read(page).metadata) == {"title": "Tea & milk"}
    assert text(page) == "Hot."


def test_code_is_not_prose():
    document = read("<p>Run <code>make  tea</code> now.</p><pre>a\n  b\n</pre>")
    assert document.text == "Run make tea now.\n\na\n  b"
    assert [document.text_of(a) for a in document.layer("not_prose")] == ["make tea", "a\n  b"]
    assert prose(document).split() == ["Run", "now."]


def test_rows_of_a_table_are_lines():
    assert text("<main><table><tr><td>Cup<td>1<tr><th>Milk</th><td>2</td></table></main>") == "Cup 1\n\nMilk 2"


def test_stray_end_tags_do_no_harm():
    assert text("<main></b><p>Tea </i></div>is</p></p> hot.</main><p>x") == "Tea\n\nis\n\nhot."


def test_attributes_may_hold_anything():
    [tag, inside, _] = tokens("<a title='a > b' data-x=\"<p>\" HREF = x disabled>y</a>")
    assert tag.attributes() == {"title": "a > b", "data-x": "<p>", "href": "x", "disabled": ""}
    assert inside.text == "y"


@pytest.mark.parametrize("page", ["<p>Tea < milk & 3 <3</p>", "<p>Tea &lt; milk &amp; 3 &lt;3"])
def test_signs_that_are_no_tags_are_text(page):
    assert text(page) == "Tea < milk & 3 <3"


@pytest.mark.parametrize("page", ["", "<p></p>", "<script>Tea.", "<!-- Tea.", "<p title='", "<nav>Tea.</nav>"])
def test_a_page_without_visible_text_is_an_error(page):
    with pytest.raises(InputError, match=r"no visible text|empty"):
        read(page)


TAGS = ("p", "li", "ol", "ul", "table", "td", "tr", "pre", "h1", "br", "a", "code", "main", "script", "title", "div")
SIGNS = ("Tea.", " ", "\n", "&amp;", "&#0;", "&#xD800;", "<", ">", '"', "'", "<!", "<!--", "-->", "</", "<div ")


@settings(max_examples=80, deadline=None)
@example(["<pre>", " ", "Tea."])
@example(["<pre>", "\n", "Tea."])
@given(
    st.lists(
        st.sampled_from(SIGNS) | st.sampled_from(TAGS).map("<{}>".format) | st.sampled_from(TAGS).map("</{}>".format),
        min_size=1,
        max_size=30,
    )
)
def test_any_markup_is_a_document_or_an_error(pieces):
    try:
        document = read("".join(pieces))
    except InputError:
        return
    assert document.text.strip("\n") == document.text  # code may begin with spaces
    assert document.text.strip()
    assert len(prose(document)) == len(document.text)


@pytest.mark.parametrize(
    "piece", ["<", "<a ", "<!--", "</", "<![CDATA[", "&", "<a b='", '<a b="', "<script>", "<div>", "<ul><li>a", "<td>"]
)
def test_hostile_pages_return(piece):
    """With steps that grow as the square of the page this would take minutes."""
    try:
        document = read(piece * (200_000 // len(piece)))
    except InputError as error:
        assert "no visible text" in str(error)
    else:
        assert len(prose(document)) == len(document.text)


@pytest.mark.parametrize(
    "piece", ["&", "&amp;", "a<br>", "<code>a</code>", "<code>a</code><br>", "<b>a", "<table>", "<ul><li>a"]
)
def test_the_layout_of_hostile_files_returns(piece):
    page = "a" + piece * (40_000 // len(piece))
    assert len(prose(Document(page, layers=html.layout_of(page)))) == len(page)


PAGE = (
    "<main><h1>Tea  &amp;\n milk</h1><p>Don&rsquo;t <b>ra</b>ise <code>a&lt;b</code><br>it&nbsp;!</p>"
    "<pre>\n\n a\n  b</pre></main>"
)
INLINE = ("<p>", "</p>", "<b>", "</b>", "<pre>", "<br>", "<code>", "</code>")


def test_places_lead_from_the_visible_text_to_the_file():
    _, shown = html.visible(PAGE)
    found = [(word.group(), shown.places.span(Span(*word.span()))) for word in re.finditer(r"\S+", shown.text)]
    assert [PAGE[span.start : span.end] for _, span in found] == [
        *("Tea", "&amp;", "milk", "Don&rsquo;t", "ra</b>ise", "a&lt;b", "it", "!", "a", "b")
    ]


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from([*SIGNS, *INLINE]), max_size=25))
def test_every_word_stands_in_the_file_where_the_places_say(pieces):
    page = "<main>" + "".join(pieces)
    _, shown = html.visible(page)
    for word in re.finditer(r"[A-Za-z.]+", shown.text):
        span = shown.places.span(Span(*word.span()))
        assert re.sub(r"<[^>]*>|\s", "", unescape(page[span.start : span.end])) == word.group()


def test_is_recognised_by_ending_or_beginning():
    assert recognise(Source("a.HTM", b"x")).name == "html"
    assert recognise(Source("standard-input", b" <!DOCTYPE html><p>Tea")).name == "html"
    assert recognise(Source("standard-input", b"<html lang=en>")).name == "html"
    assert recognise(Source("a.txt", b"<p>Tea")).name != "html"

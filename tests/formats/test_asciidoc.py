from __future__ import annotations

import pytest
from formats.damage import survive_damage
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.errors import InputError
from tacit.formats import FormatOptions, Source, asciidoc, recognise
from tacit.layout import prose

PAGE = """= Make tea
Ann Smith <ann@a.example>
:toc:
:product: tea

Boil `water`; see https://a.example[the manual], <<pots,the pots>> and {product}. +
Rinse *it* and _dry_ it.
// a comment
And wait.

.Procedure
. Take the cup and the lid.
.. Rinse.
+
[source,sh]
----
rinse --all
----
+
This belongs to rinsing.
. Dry.

== Things

* One
** [x] Two

Cup:: What you drink from.
Lid::
  What covers it.

NOTE: Be careful.

====
In an example.
====

|===
| rinse | dry
|===

 literal text

image::cup.png[A cup]

Notes
-----

Press kbd:[Ctrl+C]. See xref:a.adoc[]. "`Quoted`" text.
"""


def read(text):
    [document] = asciidoc.read(Source("tea.adoc", text.encode()), FormatOptions())
    assert document.text == text
    return document


def said(text):
    """The words of the prose."""
    return " ".join(prose(read(text)).split())


def test_headings_with_the_titles_of_blocks():
    document = read(PAGE)
    assert [(a.label, document.text_of(a)) for a in document.layer("headings")] == [
        ("h1", "Make tea"),
        ("h2", "Procedure"),
        ("h2", "Things"),
        ("h2", "Notes"),
    ]


def test_prose_is_what_a_reader_reads():
    assert said(PAGE) == (
        "Make tea Boil ; see the manual , the pots and . Rinse it and dry it. And wait. Procedure Take the cup and the "
        "lid. Rinse. This belongs to rinsing. Dry. Things One Two Cup What you drink from. Lid What covers it. "
        "Be careful. In an example. Notes Press . See . Quoted text."
    )


def test_steps_with_what_is_attached_to_them():
    document = read(PAGE)
    steps = document.layer("steps")
    assert [(a.label, a.features["number"], a.features["level"], document.text_of(a)) for a in steps] == [
        ("step", 1, 1, "Take the cup and the lid."),
        ("step", 1, 2, "Rinse. … This belongs to rinsing."),
        ("step", 2, 1, "Dry."),
        ("item", 1, 1, "One"),
        ("item", 1, 2, "Two"),
    ]
    assert [link.target for link in steps[1].links] == [steps[0].id]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("----\nrinse\n----\nDry.\n", "Dry."),
        ("----\nrinse, never closed\n\nDry.\n", ""),
        ("....\nrinse\n....\n", ""),
        ("```sh\nrinse\n```\nDry.", "Dry."),
        ("////\nrinse\n////\nDry.", "Dry."),
        ("[source]\nrinse\nall\n\nDry.", "Dry."),
        ("[source]\n--\nrinse\n\nall\n--\nDry.", "Dry."),
        ("--\nDry.\n--\n", "Dry."),
        ("****\nDry.\n****\n", "Dry."),
        ("include::a.adoc[]\nifdef::x[]\nDry.\nendif::[]\n", "Dry."),
        (":a: b \\\nc\nDry.", "Dry."),
        ("Use `a`, +b+, ++c++ and {d}.", "Use , , and ."),
        ("See http://a.example. Dry footnote:[Not wet.] it (((index, term))).", "See . Dry it ."),
        ("Wait image:a.png[A cup] here.", "Wait here."),
        ("1 * 2 and a_b_c and C++", "1 * 2 and a_b_c and C++"),
        ("== Title ==\n", "Title"),
        ("1. One\n2. Two\na. A\n<1> Note", "One Two A Note"),
        ("Text\n* no item", "Text\n* no item".replace("\n", " ")),
        ("[#id]\n[[b]]\n'''\nDry.", "Dry."),
    ],
)
def test_what_is_prose(text, words):
    assert said(text) == words


def test_crlf_line_ends():
    document = read("= Tea\r\n\r\n. Boil.\r\n. Pour\r\nit.\r\n")
    assert [document.text_of(a) for a in document.layer("steps")] == ["Boil.", "Pour\r\nit."]


def test_it_is_told_by_its_ending():
    assert recognise(Source("a.asciidoc", b'{"text": 1}')).name == "asciidoc"


def test_a_file_without_text_is_an_error():
    with pytest.raises(InputError, match="no text"):
        list(asciidoc.read(Source("a.adoc", b" \n"), FormatOptions()))


def test_damaged_files_are_read_or_refused():
    survive_damage(asciidoc, "tea.adoc", PAGE)


@given(st.text(alphabet="ab .*`<>-=:#|[]()1\n\r+/_{}\"',", max_size=120))
@settings(deadline=None, max_examples=150)
def test_any_text_is_a_document(text):
    if text.strip():
        document = read(text)
        assert len(prose(document)) == len(text)


HOSTILE = [
    *("*", "_", "`", '"`', "+", "{a", "[[", "[#", "<<a", "<<a,", "(((", "link:", "link:a", "http://", "http://a["),
    *("kbd:[", "image:a[", "footnote:[", "a::", "* a\n", ". a\n", "= a\n", "a\n--\n", "----\n\n", "|===\n", "[a]\n"),
    *(".a\n", "+\n", ":a: \\\n", "// a\n", " a\n\n", "a:: b\n", "\n", " ", "- ", "link:a[b", "menu:a"),
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_files_return(piece):
    """With steps that grow as the square of the file this would take minutes."""
    document = read("a" + piece * (40_000 // len(piece)))
    assert len(prose(document)) == len(document.text)

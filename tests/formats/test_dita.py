from __future__ import annotations

import pytest
from formats.damage import survive_damage
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.documents import Document
from tacit.errors import InputError
from tacit.formats import FormatOptions, Source, dita, recognise
from tacit.layout import prose

TASK = """<?xml version="1.0"?>
<!DOCTYPE task PUBLIC "-//OASIS//DTD DITA Task//EN" "task.dtd">
<task id="tea"><title>Making <ph>tea</ph></title>
<prolog><author>Ann</author></prolog>
<taskbody><context><p>You need a cup<fn>Any cup.</fn> &amp; a lid.</p></context>
<steps><step><cmd>Take the cup.</cmd>
<info>Use <codeph>make tea</codeph> or <xref href="a.dita">another way</xref>.</info>
<substeps><substep><cmd>Rinse it.</cmd></substep></substeps></step>
<step><cmd>Press <uicontrol>OK</uicontrol>.</cmd><stepxmp><codeblock>rinse
  &lt;all></codeblock></stepxmp></step></steps>
<result><ul><li><p>Done.<image href="x"><alt>picture</alt></image></p></li></ul><![CDATA[Raw <b>.]]></result>
</taskbody><topic id="x"><title>More</title><body><section><title>Cups</title><p>Two <b>big</b> ones.</p>
<table><tgroup cols="2"><tbody><row><entry>a</entry><entry>b</entry></row></tbody></tgroup></table></section></body>
</topic></task>
"""


def read(page, name="tea.dita"):
    [document] = dita.read(Source(name, page.encode()), FormatOptions())
    return document


def test_the_text_is_what_a_reader_sees():
    assert read(TASK).text == (
        "Making tea\n\nYou need a cup & a lid.\n\nTake the cup.\nUse make tea or another way.\nRinse it.\nPress OK.\n"
        "rinse\n  <all>\nDone.\n\nRaw <b>.\n\nMore\n\nCups\n\nTwo big ones.\n\na b"
    )
    assert dict(read(TASK).metadata) == {"title": "Making tea"}


def test_titles_have_the_level_of_their_topic():
    document = read(TASK)
    assert [(a.label, document.text_of(a)) for a in document.layer("headings")] == [
        ("h1", "Making tea"),
        ("h2", "More"),
        ("h3", "Cups"),
    ]


def test_steps_and_substeps():
    document = read(TASK)
    steps = document.layer("steps")
    assert [(a.label, a.features["number"], a.features["level"], document.text_of(a)) for a in steps] == [
        ("step", 1, 1, "Take the cup. … Use make tea or another way."),
        ("step", 1, 2, "Rinse it."),
        ("step", 2, 1, "Press OK. … rinse\n  <all>"),
        ("item", 1, 1, "Done."),
    ]
    assert [link.target for link in steps[1].links] == [steps[0].id]


def test_code_is_not_prose():
    document = read(TASK)
    assert [document.text_of(a) for a in document.layer("not_prose")] == ["make tea", "rinse\n  <all>"]


def test_the_layout_of_the_file_has_its_offsets():
    layout = Document(TASK, layers=dita.layout_of(TASK))
    assert " ".join(prose(layout).split()) == (
        "Making tea You need a cup a lid. Take the cup. Use or another way . Rinse it. Press OK . Done. Raw <b>. "
        "More Cups Two big ones."
    )
    assert [layout.text_of(a) for a in layout.layer("headings")] == ["Making <ph>tea", "More", "Cups"]


def test_a_list_in_a_paragraph():
    document = read("<topic><title>T</title><body><p>Take <ul><li>a cup</li></ul> and go.</p></body></topic>")
    assert document.text == "T\n\nTake\n\na cup\n\nand go."
    assert len(document.layer("steps")) == 1


@pytest.mark.parametrize("root", ["task", "dita", "glossentry", "installation"])
def test_topics_of_any_kind(root):
    inner = "<topic><title>T</title></topic>" if root == "dita" else "<title>T</title>"
    assert read(f"<{root}>{inner}</{root}>").text == "T"


def test_it_is_told_by_its_ending_or_by_its_topic():
    assert recognise(Source("a.dita", b"x")).name == "dita"
    assert recognise(Source("a.xml", TASK.encode())).name == "dita"
    with pytest.raises(InputError, match="not a format"):
        recognise(Source("a.xml", b"<task><name>x</name></task>"))


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("", "empty"),
        ("<map><topicref href='a'/></map>", "no text in it"),
        ("<task/>", "no text in it"),
        ('<!DOCTYPE task [<!ENTITY a "b">]><task><title>&a;</title></task>', "declares entities"),
    ],
)
def test_what_cannot_be_read_is_an_error(page, why):
    with pytest.raises(InputError, match=why):
        read(page)


def test_a_document_type_of_its_own_is_passed_over():
    page = '<!DOCTYPE task [<!ELEMENT task ANY> <!ATTLIST task id CDATA "]">]><task><title>Tea</title></task>'
    assert read(page).text == "Tea"


def test_damaged_files_are_read_or_refused():
    survive_damage(dita, "tea.dita", TASK)


TAGS = (
    "task",
    "title",
    "p",
    "steps",
    "step",
    "cmd",
    "ul",
    "li",
    "codeph",
    "codeblock",
    "table",
    "entry",
    "fn",
    "image",
)
SIGNS = (
    "Tea.",
    " ",
    "\n",
    "&amp;",
    "<![CDATA[",
    "]]>",
    "<",
    ">",
    "<?",
    "?>",
    "<!--",
    "-->",
    "</",
    "<p/>",
    "<!DOCTYPE a [",
)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.sampled_from(SIGNS) | st.sampled_from(TAGS).map("<{}>".format) | st.sampled_from(TAGS).map("</{}>".format),
        max_size=30,
    )
)
def test_any_markup_is_a_document_or_an_error(pieces):
    page = "<task>" + "".join(pieces)
    try:
        document = read(page)
    except InputError:
        pass
    else:
        assert len(prose(document)) == len(document.text)
    layout = Document(page, layers=dita.layout_of(page))
    assert len(prose(layout)) == len(page)


@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "<p ",
        "<!--",
        "</",
        "<![CDATA[",
        "&",
        "<p a='",
        "<ul><li>a",
        "<p>a",
        "<!DOCTYPE a [",
        "<?",
        "<codeph>a",
        "<fn>",
    ],
)
def test_hostile_files_return(piece):
    """With steps that grow as the square of the file this would take minutes."""
    page = "<task>" + piece * (40_000 // len(piece))
    try:
        document = read(page)
    except InputError as error:
        assert "no text" in str(error)
    else:
        assert len(prose(document)) == len(document.text)
    dita.layout_of(page)

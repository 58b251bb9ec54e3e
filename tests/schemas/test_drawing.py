"""Drawings and pages of schemas: what they show, and that nothing in them can run."""

import re
from dataclasses import replace
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from schemas.made_schemas import ARREST, WEDDING, made_schemas, slots

from tacit.report.schemas import pages as schema_pages
from tacit.report.schemas import terminal as schema_terminal
from tacit.report.schemas.drawing import PALETTE, drawing, shape_of, write_drawing
from tacit.schemas.evidence import EvidenceQuote
from tacit.schemas.task import Chain, Schema

SVG = "{http://www.w3.org/2000/svg}"


def test_a_mark_for_each_linked_slot_a_dotted_box_for_the_rest():
    picture = ElementTree.fromstring(drawing([(1, ARREST)]))
    titles = [title.text for title in picture.iter(f"{SVG}title")]
    assert len(titles) == 6
    assert "OBJ of arrest: PERSON, man" in titles
    dotted = [box for box in picture.iter(f"{SVG}rect") if box.get("class") == "unlinked"]
    assert len(dotted) == 2  # rob OBJ stands alone in its chain; flee PREP in none
    words = [text.text for text in picture.iter(f"{SVG}text")]
    assert words[:5] == ["1", "SUBJ", "OBJ", "PREP", "rob"]


def test_same_chain_same_colour():
    picture = ElementTree.fromstring(drawing([(1, ARREST)]))
    circles = list(picture.iter(f"{SVG}circle"))
    assert len(circles) == 4 + 1  # and one in the legend
    assert {circle.get("fill") for circle in circles} == {PALETTE[0]}


def test_chains_never_look_alike():
    assert len({shape_of(number) for number in range(64)}) == 64


def test_rows_of_drawings_and_none_at_all(tmp_path):
    three = ElementTree.fromstring(drawing([(1, ARREST), (2, WEDDING), (3, ARREST)], columns=2))
    one = ElementTree.fromstring(drawing([(1, ARREST)], columns=2))
    assert int(three.get("width")) == 2 * int(one.get("width"))
    assert int(three.get("height")) > int(one.get("height"))
    assert ElementTree.fromstring(drawing([])).tag == f"{SVG}svg"
    write_drawing([(1, ARREST)], tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == drawing([(1, ARREST)])


anything = st.text(st.characters(blacklist_categories=("Cs",)), min_size=1, max_size=30)


@settings(max_examples=40, deadline=None)
@given(anything, anything)
def test_any_name_gives_well_formed_svg(verb, kind):
    schema = Schema((verb,), (1.0,), (Chain(slots(f"{verb} SUBJ", f"{verb} OBJ"), {kind: 1.0}),))
    ElementTree.fromstring(drawing([(1, schema)]))


EVIL = '"><script>alert(1)</script>'


def test_the_page_runs_its_own_script_only():
    chain = Chain(slots("marry SUBJ", "meet SUBJ"), {EVIL: 1.0})
    evil = replace(WEDDING, events=("marry", "meet"), chains=(chain,), documents=(EVIL,))
    quotes = [{"marry": [EvidenceQuote(EVIL, f"She {EVIL} him", 4, 8, True)]}]
    html = schema_pages.page([(1, evil)], settings={"corpus": EVIL}, evidence=quotes)
    assert html.count("<script>") == 1
    assert "alert(1)</script>" not in html
    assert re.search(r"script-src 'sha256-[A-Za-z0-9+/=]{44}'", html)
    assert "http://" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in html


def test_the_hash_is_that_of_the_script():
    import hashlib
    from base64 import b64encode

    html = schema_pages.page([(1, WEDDING)], settings={})
    script = html.partition("<script>")[2].partition("</script>")[0]
    assert b64encode(hashlib.sha256(script.encode()).digest()).decode() in html


def test_the_page_marks_the_verb_in_its_sentence():
    quotes = [{"marry": [EvidenceQuote("d1", "She married him.", 4, 11, True)], "meet": []}]
    html = schema_pages.page([(7, WEDDING)], settings={"discount": False}, evidence=quotes)
    assert "She <b>married</b> him. <cite>d1</cite>" in html
    assert 'data-number="7"' in html
    assert "discount <b>no</b>" in html


@settings(max_examples=20, deadline=None)
@given(made_schemas())
def test_the_terminal_shows_any_schema_in_80_columns(schema):
    console = Console(width=80, highlight=False)
    with console.capture() as captured:
        console.print(schema_terminal.schemas([(1, schema)]))
    assert captured.get()


def test_the_terminal_shows_marks():
    console = Console(width=80, highlight=False)
    with console.capture() as captured:
        console.print(schema_terminal.schemas([(3, ARREST)]))
    rows = [line.split() for line in captured.get().splitlines()]
    assert rows[0] == ["3", "SUBJ", "OBJ", "PREP", "score"]
    assert rows[1] == ["rob", "●", "□", "●", "PERSON,", "man"]
    assert rows[3] == ["arrest", "■", "●", "7.25"]

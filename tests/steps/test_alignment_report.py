from __future__ import annotations

from xml.etree import ElementTree

from rich.console import Console

from tacit.report.alignment import drawing as alignment_drawing
from tacit.report.alignment import terminal as alignment_terminal
from tacit.steps.knowledge import Association
from tacit.steps.task import Pair

PAIR = Pair(("drain", "the", "pasta"), ("put", "a", "sieve", "in", "the", "sink", "<&>"))
PLACES = (0, 0, 0, 2, 2, 2, 2)
SVG = "{http://www.w3.org/2000/svg}"


def shown(renderable):
    console = Console(width=80)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


def test_the_drawing_is_svg_with_a_box_for_each_word_that_has_any():
    tree = ElementTree.fromstring(alignment_drawing.drawing(PAIR, PLACES))
    texts = [element.text for element in tree.iter(f"{SVG}text")]
    assert texts == ["drain", "put a sieve", "the", "pasta", "in the sink <&>"]
    assert len(list(tree.iter(f"{SVG}line"))) == 2
    assert tree.find(f"{SVG}title").text.startswith("drain the pasta: put a sieve")


def test_wide_alignments_go_on_below():
    long = Pair(tuple(f"word{number}" for number in range(30)), ("stir",) * 30)
    tree = ElementTree.fromstring(alignment_drawing.drawing(long, tuple(range(30))))
    assert float(tree.get("width")) <= alignment_drawing.BAND_WIDTH + 100
    assert len({element.get("y") for element in tree.iter(f"{SVG}text")}) > 2


def test_control_characters_do_not_reach_the_picture():
    hostile = Pair(("a\x1b[2J",), ("b\x00" * 50,))
    drawn = alignment_drawing.drawing(hostile, (0,))
    ElementTree.fromstring(drawn)
    assert "\x1b" not in drawn


def test_the_file_is_the_drawing(tmp_path):
    alignment_drawing.write_drawing(PAIR, PLACES, tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text() == alignment_drawing.drawing(PAIR, PLACES)


def test_the_terminal_shows_a_line_a_word():
    lines = shown(alignment_terminal.alignment(PAIR, PLACES)).splitlines()
    assert [line.split() for line in lines] == [
        ["drain", "┃", "put", "a", "sieve"],
        ["the"],
        ["pasta", "┃", "in", "the", "sink", "<&>"],
    ]


def test_associations_in_one_direction():
    found = {"eggs": [Association("eggs", "whisk", 3, 1.0), Association("eggs", "bowl", 2, 0.5)], "snow": []}
    text = shown(alignment_terminal.associations(found, to_concrete=True, top=1))
    assert "whisk" in text
    assert "bowl" not in text
    assert "–" in text

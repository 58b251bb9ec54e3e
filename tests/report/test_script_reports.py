import itertools
from io import StringIO
from xml.etree import ElementTree

from rich.console import Console
from scripts.made_scripts import BAG, BOIL, DRINK, MILK, POUR, WARM, tea

from tacit.report.scripts.drawing import BOX, _placed, drawing, write_drawing
from tacit.report.scripts.terminal import nouns, script
from tacit.scripts.order import arrows, levels
from tacit.scripts.task import Script, ScriptEvent

EITHER = tea(*[(BOIL, MILK, DRINK)] * 10, *[(BOIL, WARM, DRINK)] * 10)
SVG = "{http://www.w3.org/2000/svg}"


def test_every_event_has_a_box_and_every_arrow_a_path(tmp_path):
    write_drawing(tea(), tmp_path / "tea.svg")
    root = ElementTree.parse(tmp_path / "tea.svg").getroot()
    boxes = root.findall(f"{SVG}g")
    assert [box.findtext(f"{SVG}text") for box in boxes] == [event.name for event in tea().events]
    assert "told by 100%; subj: person; obj: water" in boxes[0].findtext(f"{SVG}title")
    assert len(root.findall(f"{SVG}path[@class='arrow']")) == len(arrows(tea()))
    assert drawing(tea()) == (tmp_path / "tea.svg").read_text()


def test_alternatives_are_joined_by_a_dashed_line():
    root = ElementTree.fromstring(drawing(EITHER))
    assert len(root.findall(f"{SVG}path[@class='either']")) == 1
    assert root.findtext(f"{SVG}text[@class='or']") == "or"


def test_arrows_point_down_and_boxes_do_not_overlap():
    for made in (tea(), EITHER, tea((BOIL, BAG), (POUR, DRINK))):
        order = arrows(made)
        boxes = _placed(made, levels(len(made.events), order), order)
        assert all(boxes[second].y >= boxes[first].y + BOX for first, second in order)
        for row in {box.y for box in boxes}:
            line = sorted((box for box in boxes if box.y == row), key=lambda box: box.x)
            assert all(left.x + left.width < right.x for left, right in itertools.pairwise(line))


def test_what_strangers_call_an_event_is_only_shown():
    evil = Script("x</svg><script>", (ScriptEvent("a<b & \x1b[2J", {}), ScriptEvent("c" * 90, {})), ((0, 1),) * 3)
    text = "".join(ElementTree.fromstring(drawing(evil)).itertext())
    assert "a<b & �[2J" in text
    assert "c" * 40 not in text


def test_terminal_table():
    console = Console(file=StringIO(), width=90)
    console.print(script(EITHER))
    shown = console.file.getvalue()
    assert "making tea   20 texts" in shown
    milk = next(line for line in shown.splitlines() if "add milk" in line)
    assert milk.split()[:1] == ["5"]
    assert milk.rstrip().endswith("2")  # or: warm pot


def test_the_most_frequent_nouns_come_first_without_the_teller():
    event = ScriptEvent("pay", {}, {"SUBJ": {"person": 9, "guest": 2}, "OBJ": {"bill": 5}, "PREP:to": {"guest": 1}})
    assert nouns(event) == ["bill", "guest"]

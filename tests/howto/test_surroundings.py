"""Answers that fit the text that an instruction stands in, and those that do not."""

import numpy as np
import pytest

from tacit.howto.answering import HowToReader
from tacit.howto.collection import Collection
from tacit.howto.differences import contradicts
from tacit.howto.finding import Finder
from tacit.howto.phrases import read_phrase
from tacit.howto.surroundings import SurroundingText
from tacit.howto.task import HowTo

BICYCLE = "How to mend a puncture. Turn the bike upside down. Take off the wheel. Pull out the tube."
CAR = "Swap the tyres of the car. Loosen the nuts. Take off the wheel. Put on the other wheel."
MACHINE = "Clean the filter of the washing machine. Open the flap. Unscrew the filter. Close the flap."
WHEEL = HowTo(
    "take off the bicycle wheel",
    ("Open the brake.", "Turn the nuts."),
    ("remove the front wheel", "take the wheel out"),
)
ENVELOPE = HowTo("seal the envelope", ("Wet the flap.", "Press."), ("close the envelope", "stick down the flap"))
HANDS = HowTo("wash your hands", ("Wet them.", "Rinse."), thing="hands")
CLOTHES = HowTo("wash clothes by hand", ("Fill the basin.", "Rinse."), thing="clothes")
OVER = HowTo("turn it upside down", ("Lay a plate on it.", "Turn."), ("flip it over",), like=("jar",))
RACK = HowTo("cool it on a wire rack", ("Set up the rack.", "Lay it on."), ("cool the cake on a rack",))


@pytest.mark.parametrize(
    ("text", "instruction", "entry", "fits"),
    [
        (BICYCLE, "Take off the wheel.", WHEEL, True),
        (CAR, "Take off the wheel.", WHEEL, False),
        (MACHINE, "Close the flap.", ENVELOPE, False),
        ("Fold the letter. Stick down the flap.", "Stick down the flap.", ENVELOPE, True),
        ("Fry the pancake. Flip it when it is brown.", "Flip it when it is brown.", OVER, False),
        ("Bake the cake. Cool it on a rack.", "Cool it on a rack.", RACK, True),
    ],
)
def test_an_answer_is_about_what_the_text_is_about(text, instruction, entry, fits):
    assert SurroundingText(text).allows(read_phrase(instruction), entry) is fits


def encode(sentences):
    words = ["wash", "hand", "clothes", "hands", "your", "turn", "bike", "it", "upside", "down"]
    rows = [[float(word in sentence.lower().split()) for word in words] for sentence in sentences]
    vectors = np.array(rows, dtype=np.float32) + 0.01
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def reader(*entries):
    vectors = encode([wording for entry in entries for wording in entry.wordings])
    return HowToReader(Finder(Collection(entries, vectors, {"bias": -4.0, "cosine": 8.0}), encode))


def test_what_everybody_knows_is_not_told_within_a_text():
    text = "Wash your hands. Wash the clothes by hand."
    assert reader(HANDS, CLOTHES).answer("Wash your hands.").entry == "wash your hands"
    assert not reader(HANDS, CLOTHES).within(text, [text]).answer("Wash your hands.").known


def test_another_thing_is_no_jar():
    assert not reader(OVER).answer("Turn the bike upside down.").known
    assert reader(OVER).answer("Turn it upside down.").known


def test_put_somewhere_else_is_another_thing():
    wire = HowTo("wire a plug", ("Strip the wires.", "Fasten them."), ("put a plug on the cable",), thing="plug")
    found = Finder(Collection([wire], encode(wire.wordings), {"bias": 5.0}), encode)
    assert found.find(read_phrase("Put the plug on the cable"))[0].probability > 0.9
    assert found.find(read_phrase("Put the plug in the sink"))[0].probability < 0.4


def test_taken_off_something_else_is_another_thing():
    gum = HowTo("get chewing gum off clothes", ("Freeze it.", "Break it off."), ("remove chewing gum",))
    found = Finder(Collection([gum], encode(gum.wordings), {"bias": 5.0}), encode)
    assert found.find(read_phrase("Remove chewing gum from clothes"))[0].probability > 0.9
    assert found.find(read_phrase("Remove chewing gum from a carpet"))[0].probability < 0.4


@pytest.mark.parametrize(
    ("instruction", "do", "opposite"),
    [
        ("Swap the winter tyres for summer ones", "change to winter tyres", True),
        ("Swap the summer tyres for winter ones", "change to winter tyres", False),
        ("Change to summer tyres", "change to winter tyres", True),
        ("Turn the water on and check for leaks", "turn off the water", True),
        ("Put the wheel back in", "take out the wheel", True),
        ("Pull out the wheel", "take out the wheel", False),
    ],
)
def test_the_other_way_round_is_no_answer(instruction, do, opposite):
    assert contradicts(read_phrase(instruction), HowTo(do, ("Do it.", "Look."))) is opposite

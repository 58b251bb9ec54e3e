import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.kinds import INSTRUCTIONS, KINDS, MIXED, NEWS, SIGNS, STORY, WEIGHTS, kind_of, probabilities, split

DIARY = """I overslept and missed the early ferry. My neighbour laughed when she saw me run. We waited an hour on the
pier, and I bought us two coffees. Then the fog came in, and nobody knew when the next boat would leave."""
FAIRY_TALE = """The old woman found a door behind the oven. She pushed it open and her cat went in first. They climbed
down forty steps and saw a lake. Nobody in the village had ever spoken of it."""
RECIPE = """1. Peel the potatoes and cut them into cubes.
2. Boil them in salted water until they are soft.
3. Drain the water, but keep a cup of it.
4. Mash everything with butter."""
MANUAL = """Switch the mower off before you clean it. Remove the plug so that nobody can start it. If your blade is
blunt, take it to a workshop. Then tilt the mower to the side and brush the grass out."""
REPORT = """Shares of the Harland ferry company fell 12 percent on Tuesday after it reported a loss of $4 million for
the third quarter. The chief executive said the board would close two routes. According to officials, the government had
offered a loan of 9 million in March, but the company declined."""


@pytest.mark.parametrize(
    ("text", "kind"),
    [(DIARY, STORY), (FAIRY_TALE, STORY), (RECIPE, INSTRUCTIONS), (MANUAL, INSTRUCTIONS), (REPORT, NEWS)],
)
def test_kinds(text, kind):
    found = kind_of(text)
    assert found.kind == kind
    assert max(found.probabilities, key=found.probabilities.get) == kind


def test_a_story_with_a_recipe_is_mixed():
    assert kind_of(f"{DIARY} {FAIRY_TALE}\n{RECIPE}\n{MANUAL}").kind == MIXED


def test_steps_are_recognised_behind_numbers_and_adverbs():
    texts = ("3) Finally, carefully rinse the brush.", "Step 2: Please close the lid.", "- Whisk the eggs")
    assert all(SIGNS["command"](split(text)[0]) for text in texts)
    assert not SIGNS["command"](split("The lid was closed.")[0])


def test_nothing_is_of_no_kind():
    assert kind_of(" \n … ").kind == MIXED


def test_there_is_a_weight_for_each_sign_and_a_bias():
    assert all(len(weights) == len(SIGNS) + 1 for weights in WEIGHTS.values())


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=400))
def test_any_text_has_a_kind(text):
    found = kind_of(text)
    assert found.kind in (*KINDS, MIXED)
    assert sum(found.probabilities.values()) == pytest.approx(1)


@given(st.lists(st.floats(0, 1), min_size=len(SIGNS), max_size=len(SIGNS)))
def test_probabilities_sum_to_one(shares):
    assert sum(probabilities(shares).values()) == pytest.approx(1)


SLOW_SENTENCE = re.compile(r"[^.!?\n]*[^\s.!?\n][^.!?\n]*[.!?]*")


@settings(deadline=None)
@given(st.text(st.sampled_from("ab'.!? \t\n\r\x0b\x1c\u2028-"), max_size=60) | st.text(max_size=60))
def test_sentences_are_those_of_the_plain_expression(text):
    assert [sentence.text for sentence in split(text)] == [
        found for found in SLOW_SENTENCE.findall(text) if re.search("[A-Za-z]", found)
    ]


@pytest.mark.parametrize("end", ["", ".", "\n", "I slept."])
def test_a_long_stretch_of_spaces_comes_to_an_end(end):
    assert len(split("Ann sat." + " " * 400_000 + end)) == 1 + (end == "I slept.")

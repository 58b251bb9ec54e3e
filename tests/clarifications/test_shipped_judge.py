"""The shipped judge on sentences of our own: about as good as its card says."""

from __future__ import annotations

import pytest

from tacit.clarifications import Filler, Instruction, Phenomenon
from tacit.clarifications.evaluate import evaluate
from tacit.clarifications.train import load

REFERENCE, HEAD, COMPOUND, METONYMY = Phenomenon

PLAUSIBLE, IMPLAUSIBLE = ("PLAUSIBLE", 4.5), ("IMPLAUSIBLE", 1.5)


def place(kind, title, previous, sentence, following, *, good, bad):
    """A sentence with a blank and fillers that anyone would find good or bad."""
    before, after = sentence.split(Instruction.BLANK)
    fillers = *(Filler(text, *PLAUSIBLE) for text in good), *(Filler(text, *IMPLAUSIBLE) for text in bad)
    return Instruction(title, kind, before, after, fillers, title, "", previous, following)


PLACES = [
    place(
        REFERENCE,
        "How to Clean a Bicycle Chain",
        "Brush the links with soapy water.",
        "Rinse ______ with a hose.",
        "Dry it with a rag.",
        good=("the chain", "the soap"),
        bad=("your teeth", "the question"),
    ),
    place(
        REFERENCE,
        "How to Bake Bread",
        "Knead the dough for ten minutes.",
        "Let ______ rest under a towel.",
        "It should double in size.",
        good=("the dough", "the mixture"),
        bad=("the moon", "the window"),
    ),
    place(
        REFERENCE,
        "How to Repot a Plant",
        "Fill the new pot with soil.",
        "Water ______ well.",
        "Put it in a bright place.",
        good=("the plant", "the soil"),
        bad=("the spade", "your phone"),
    ),
    place(
        HEAD,
        "How to Adopt a Cat",
        "Visit the shelter and meet the cats.",
        "Some ______ are shy at first.",
        "Give them time.",
        good=("cats", "animals"),
        bad=("walls", "recipes"),
    ),
    place(
        HEAD,
        "How to Choose Running Shoes",
        "Try on several pairs of shoes.",
        "The lightest ______ are not always the best.",
        "Walk a few steps.",
        good=("shoes", "pairs"),
        bad=("sandwiches", "clouds"),
    ),
    place(
        HEAD,
        "How to Plan a Party",
        "Invite your guests two weeks before.",
        "Most ______ answer within a few days.",
        "Call those who have not.",
        good=("guests", "people"),
        bad=("spoons", "rivers"),
    ),
    place(
        COMPOUND,
        "How to Roast Vegetables",
        "Heat the oven.",
        "Line the tray with ______ paper.",
        "Spread the vegetables on it.",
        good=("baking", "parchment"),
        bad=("news", "letter"),
    ),
    place(
        COMPOUND,
        "How to Wash a Car",
        "Fill a bucket with warm water.",
        "Add some ______ soap.",
        "Start with the roof.",
        good=("car", "dish"),
        bad=("opera", "garlic"),
    ),
    place(
        COMPOUND,
        "How to Set Up a Tent",
        "Find level ground.",
        "Hammer the ______ pegs into the soil.",
        "Tie the ropes to them.",
        good=("tent", "metal"),
        bad=("sugar", "email"),
    ),
    place(
        METONYMY,
        "How to Paint a Door",
        "Take off the handle.",
        "Start at the ______ of the door.",
        "Work downwards.",
        good=("top", "upper edge"),
        bad=("price", "taste"),
    ),
    place(
        METONYMY,
        "How to Fix a Leaky Tap",
        "Close the valve.",
        "Check the ______ of the pipe for rust.",
        "Replace it if needed.",
        good=("inside", "end"),
        bad=("music", "birthday"),
    ),
    place(
        METONYMY,
        "How to Write a Thank You Note",
        "Choose a nice card.",
        "Write the ______ of the giver on top.",
        "Then say what you liked.",
        good=("name", "address"),
        bad=("colour", "engine"),
    ),
]


@pytest.fixture(scope="module")
def judge():
    return load()


@pytest.mark.models
def test_the_shipped_judge_is_about_as_good_as_its_card_says(judge):
    found = evaluate(PLACES, judge.judge(PLACES))
    assert found.spearman is not None
    assert found.spearman > 0.7
    assert found.accuracy > 0.65


@pytest.mark.models
def test_nothing_of_what_is_judged_stays_on_disk(judge, monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path))
    assert [len(judgements) for judgements in judge.judge(PLACES[:2])] == [4, 4]
    assert not list(tmp_path.rglob("*"))

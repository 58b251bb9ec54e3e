import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.errors import InputError
from tacit.language.english.kinds import (
    EVERY_KIND,
    INSTRUCTIONS,
    KINDS,
    MIXED,
    NEWS,
    OTHER,
    STORY,
    KindClassifier,
    kind_of,
    shipped,
    stretches,
)
from tacit.language.english.signs import SIGNS, plain_sentences, shares

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


DESCRIPTION = """The abbey stands on a low hill above the river. Its church has a square tower and three bells. Most
walls are built of yellow stone that is found in the valley. The cloister is open to visitors, but the garden is not.
There are usually few people in winter."""
ESSAY = """It is often said that money cannot buy time. But this is only half true, because people who can afford help
have more free hours than those who cannot. Perhaps the question is rather what such hours are worth. If one does not
know what to do with them, they are hardly a gain."""
BIOGRAPHY = """Edith Crane was a Scottish painter. She was born in Perth in 1869 and studied in Glasgow and Paris. Her
works are known for their strong colours. In 1911 she was appointed professor in Dundee. She died in 1940."""
LETTER = """Dear Mrs Cole, thank you for your letter of 3 June. I am pleased to inform you that the room is free. The
fee is 40 pounds and includes heating. I enclose a form. Please confirm the date. Yours sincerely, P. Marsh"""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (DIARY, STORY),
        (FAIRY_TALE, STORY),
        (RECIPE, INSTRUCTIONS),
        (MANUAL, INSTRUCTIONS),
        (REPORT, NEWS),
        (DESCRIPTION, OTHER),
        (ESSAY, OTHER),
        (BIOGRAPHY, OTHER),
        (LETTER, OTHER),
    ],
)
def test_kinds(text, kind):
    found = kind_of(text)
    assert found.kind == kind
    assert max(found.probabilities, key=found.probabilities.get) == kind


def test_a_story_with_a_recipe_is_mixed():
    assert kind_of(f"{DIARY} {FAIRY_TALE}\n{RECIPE}\n{MANUAL}").kind == MIXED


def test_a_story_that_describes_for_a_while_is_a_story():
    assert kind_of(f"{DIARY} {FAIRY_TALE} {DIARY}\n\n{DESCRIPTION}").kind == STORY


def test_the_names_of_kinds_are_what_others_rely_on():
    assert EVERY_KIND == ("story", "instructions", "news", "other", "mixed")


def test_steps_are_recognised_behind_numbers_and_adverbs():
    texts = ("3) Finally, carefully rinse the brush.", "Step 2: Please close the lid.", "- Whisk the eggs")
    assert all(SIGNS["command"](plain_sentences(text)[0]) for text in texts)
    assert not SIGNS["command"](plain_sentences("The lid was closed.")[0])


@pytest.mark.parametrize(
    ("sign", "shows", "does_not"),
    [
        ("past", "They left at noon.", "They need a red bed."),
        ("second person", "You’re late.", "We are late."),
        ("what somebody did", "She took the bus.", "The minister said he took the bus."),
        ("year", "It was founded in 1821.", "It has 18210 pages."),
        ("name", "The bridge in Verona is old.", "The old bridge is closed."),
        ("day", "It closed on Monday.", "It closed in May."),
        ("letter", "I look forward to it.", "I look at it."),
    ],
)
def test_signs(sign, shows, does_not):
    assert SIGNS[sign](plain_sentences(shows)[0])
    assert not SIGNS[sign](plain_sentences(does_not)[0])


def test_a_wrapped_line_does_not_end_a_sentence():
    assert len(plain_sentences(REPORT)) == 3


def test_nothing_is_of_no_kind():
    assert kind_of(" \n … ").kind == MIXED


def test_there_is_a_weight_for_each_sign_and_a_bias():
    assert set(shipped().weights) == set(KINDS)
    assert all(len(weights) == len(SIGNS) + 1 for weights in shipped().weights.values())


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=400))
def test_any_text_has_a_kind(text):
    found = kind_of(text)
    assert found.kind in EVERY_KIND
    assert sum(found.probabilities.values()) == pytest.approx(1)


@given(st.lists(st.floats(0, 1), min_size=len(SIGNS), max_size=len(SIGNS)))
def test_probabilities_sum_to_one(shown):
    assert sum(shipped().probabilities(shown).values()) == pytest.approx(1)


@given(st.integers(1, 200))
def test_stretches_hold_all_sentences_and_are_alike(length):
    found = stretches(range(length))
    assert [each for stretch in found for each in stretch] == list(range(length))
    assert max(map(len, found)) - min(map(len, found)) <= 1


def test_shares_are_shares():
    assert all(0 <= share <= 1 for share in shares(plain_sentences(REPORT)))


def test_a_model_with_other_signs_is_one_sentence(tmp_path):
    row = [0.0] * (len(SIGNS) + 1)
    config = {"kind": "kinds", "signs": ["height", *list(SIGNS)[1:]], "weights": dict.fromkeys(KINDS, row)}
    (tmp_path / "config.json").write_text(json.dumps(config))
    with pytest.raises(InputError, match="other signs"):
        KindClassifier.load(tmp_path)


@pytest.mark.parametrize("end", ["", ".", "\n", "I slept."])
def test_a_long_stretch_of_spaces_comes_to_an_end(end):
    assert len(plain_sentences("Ann sat." + " " * 400_000 + end)) == 1 + (end == "I slept.")

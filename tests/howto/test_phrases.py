"""Short instructions taken apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.howto.phrases import alternatives, joined_by, read_phrase, singular, things


@pytest.mark.parametrize(
    ("text", "verb", "particle", "head"),
    [
        ("Wash the dog.", "wash", "", "dog"),
        ("turn on the tap", "turn", "on", "tap"),
        ("Turn the tap off", "turn", "off", "tap"),
        ("Then carefully wipe the kitchen counters dry", "wipe", "", "counter"),
        ("Turn the music down", "turn", "down", "music"),
        ("Turn the bike upside down", "turn", "upside down", "bike"),
        ("Put the wheel back in", "put", "back", "wheel"),
        ("Turn the water on and check for leaks", "turn", "on", "water"),
        ("Put the spare wheel on at the roadside", "put", "on", "wheel"),
        ("Turn the light on in the hall", "turn", "on", "light"),
        ("Put the plug in the sink", "put", "", "plug"),
        ("Pour the water in slowly", "pour", "in", "water"),
        ("Wash your hair again", "wash", "", "hair"),
        ("Tighten the nuts firmly", "tighten", "", "nut"),
        ("Loosen the nuts a little", "loosen", "", "nut"),
        ("Water the plant the day before", "water", "", "plant"),
        ("Get rid of the mould in the shower", "remove", "", "mould"),
        ("Invite the whole family", "invite", "", "family"),
        ("Listen to the radio", "listen", "", "radio"),
        ("1. Change the light bulb in the hall", "change", "", "bulb"),
        ("Plug it in", "plug", "in", "it"),
        ("", "", "", ""),
    ],
)
def test_verb_and_thing(text, verb, particle, head):
    phrase = read_phrase(text)
    assert (phrase.verb, phrase.particle, phrase.head) == (verb, particle, head)


@pytest.mark.parametrize("text", ["Do not open the door", "Don't shake it", "Never leave it alone", "Avoid hot water"])
def test_negation_is_seen(text):
    assert read_phrase(text).negated


def test_a_negative_opener_is_no_negation():
    assert not read_phrase("Don't forget to lock the door").negated
    assert read_phrase("Don't forget to lock the door").verb == "lock"


def test_conditions_are_kept_apart():
    assert read_phrase("If it rains, take in the washing").condition == "If it rains"
    assert read_phrase("Take in the washing if it rains").condition == "if it rains"
    assert read_phrase("Take in the washing if it rains").core == "take in the washing"


def test_what_is_to_be_told_is_no_condition():
    assert read_phrase("Tell if an egg is fresh").condition == ""


def test_two_actions_are_two():
    assert [each.core for each in alternatives("Peel and chop the onions")] == ["peel the onions", "chop the onions"]
    assert joined_by("Peel and chop the onions") == "and"
    assert len(alternatives("Chop the onions and the garlic")) == 1
    assert [each.core for each in alternatives("Unblock the sink or call a plumber.")] == [
        "unblock the sink",
        "call a plumber",
    ]
    assert [each.core for each in alternatives("Mow the lawn, then rake it.")] == ["mow the lawn", "rake the lawn"]


def test_two_things_are_two():
    assert [each.core for each in things("Chop the onions and the garlic")] == ["chop the onions", "chop the garlic"]
    assert joined_by("Chop the onions or the garlic") == "or"
    assert len(things("Chop the onions")) == 1


@given(st.text(max_size=80))
def test_anything_can_be_taken_apart(text):
    for phrase in (read_phrase(text), *alternatives(text)):
        assert isinstance(phrase.head, str)
        assert isinstance(phrase.words, tuple)


@given(st.from_regex(r"[a-z]{1,12}", fullmatch=True))
def test_a_singular_stays(noun):
    assert singular(singular(noun)) == singular(noun) or singular(noun).endswith("s")

"""Schemas in a text: presence, roles, what is left out."""

from hypothesis import given
from hypothesis import strategies as st
from pytest import approx
from schemas.made_schemas import ARREST, WEDDING

from tacit.schemas.match import match, presence
from tacit.schemas.narrative import EventNarrative, Happening
from tacit.schemas.task import Schema, Slot

# Ann robbed a bank. She fled. … An officer arrested her.
STORY = EventNarrative(
    "ann",
    8,
    (
        Happening("rob", 0, 4, 10, (("SUBJ", 0), ("OBJ", 1))),
        Happening("flee", 1, 20, 24, (("SUBJ", 0),)),
        Happening("eat", 2, 30, 33, (("SUBJ", 0),)),
        Happening("arrest", 4, 60, 68, (("SUBJ", 2), ("OBJ", 0))),
    ),
    {0: "Ann", 1: "a bank", 2: "An officer"},
)


def test_density_and_dispersion_by_hand():
    found = match([ARREST], STORY)[0]
    assert found.presence.density == approx(3 / 8)
    # sentences 0, 1, 4: nearest others are 1, 1 and 3 sentences away
    assert found.presence.inverse_dispersion == approx(3 / 5)
    assert found.presence.score == approx(9 / 40)


def test_who_plays_which_role_and_what_is_left_out():
    found = match([ARREST], STORY)[0]
    assert list(found.told) == ["rob", "flee", "arrest"]
    assert found.left_out == ("charge",)
    roles = [(filler.chain, filler.name, filler.slots) for filler in found.fillers]
    assert roles == [
        (0, "Ann", (Slot("rob", "SUBJ"), Slot("flee", "SUBJ"), Slot("arrest", "OBJ"))),
        (1, "An officer", (Slot("arrest", "SUBJ"),)),
        (2, "a bank", (Slot("rob", "OBJ"),)),
    ]


def test_who_fills_most_slots_comes_first():
    other = Happening("flee", 5, 80, 84, (("SUBJ", 3),))
    story = EventNarrative("two", 8, (other, *STORY.events), {**STORY.names, 3: "a dog"})
    people = [filler.name for filler in match([ARREST], story)[0].fillers if filler.chain == 0]
    assert people == ["Ann", "a dog"]


def test_order_limits_and_single_event_schemas():
    single = Schema(("rob",), (0.3,), ())
    late = Schema(("rob", "arrest"), (0.3, 1.0), ())
    found = match([single, WEDDING, late, ARREST], STORY)
    assert [one.number for one in found] == [3, 2]
    assert [one.number for one in match([late, ARREST], STORY, top=1)] == [1]
    assert match([ARREST], STORY, minimum_events=4) == []
    assert match([ARREST], EventNarrative("empty", 0, ())) == []


def test_json_counts_from_one_and_has_places():
    plain = match([WEDDING, ARREST], STORY)[0].to_dict()
    assert plain["schema"] == 2
    assert plain["told"]["flee"] == [[20, 24]]
    assert plain["left_out"] == ["charge"]
    assert plain["participants"][0] == {
        "chain": 1,
        "name": "Ann",
        "slots": [["rob", "SUBJ"], ["flee", "SUBJ"], ["arrest", "OBJ"]],
    }


@given(st.lists(st.integers(0, 30), min_size=1, max_size=20), st.integers(31, 60))
def test_presence_against_the_definition(sentences, length):
    """As the authors' program defines it: for each sentence the distance to the nearest other one."""
    places = set(sentences)
    distances = [min([length, *(abs(one - other) for other in places - {one})]) for one in places]
    found = presence(sentences, length)
    assert found.density == approx(len(sentences) / length)
    assert found.inverse_dispersion == approx(len(places) / sum(distances))
    assert 0 < found.inverse_dispersion <= 1


def test_nothing_matched_is_no_presence():
    assert presence([], 5).score == 0

import pytest

from tacit.clarifications.conflicts import Conflict, conflict, conflicts
from tacit.clarifications.task import Instruction, Phenomenon

REFERENCE = Instruction("1", Phenomenon.IMPLICIT_REFERENCE, "Refrigerate for a week to infuse ", ".")
HEAD = Instruction("1", Phenomenon.FUSED_HEAD, "Most ", " hate scary movies.")
ASPECT = Instruction("1", Phenomenon.METONYMY, "Measure the ", " of sunlight.")
COMPOUND = Instruction("1", Phenomenon.NOUN_COMPOUND, "Buy a ", " bike.")


@pytest.mark.parametrize(
    ("instruction", "first", "second", "kind"),
    [
        (REFERENCE, "the oil", "the ingredients", Conflict.PART_WHOLE),
        (REFERENCE, "your life", "your heart", Conflict.DIFFERENT_ENTITY),
        (HEAD, "people", "teenagers", Conflict.GROUP_SUBGROUP),
        (HEAD, "medications", "people", Conflict.DIFFERENT_QUESTION),
        (ASPECT, "absorption", "amount", Conflict.DIFFERENT_ASPECT),
        (COMPOUND, "road", "racing", Conflict.DIFFERENT_QUESTION),
        (COMPOUND, "guitar", "audio", Conflict.DIFFERENT_ENTITY),
    ],
)
def test_the_papers_examples(instruction, first, second, kind):
    assert conflict(instruction, first, second) is kind
    assert conflict(instruction, second, first) is kind


def test_readings_that_come_to_the_same_are_no_conflict():
    assert conflict(REFERENCE, "the oil", "your oil") is None
    assert conflict(REFERENCE, "the oil", "the olive oil") is None
    assert conflict(REFERENCE, "the film", "the movie") is None
    assert conflict(REFERENCE, "the", "the oil") is None


def test_different_kinds_of_one_thing_exclude_each_other():
    assert conflict(REFERENCE, "the red cable", "the blue cable") is Conflict.DIFFERENT_ENTITY


def test_the_text_can_say_what_is_part_of_what():
    said = Instruction("1", Phenomenon.IMPLICIT_REFERENCE, "Rinse ", ".", previous="Take off the filter of the pump.")
    assert conflict(said, "the filter", "the pump") is Conflict.PART_WHOLE
    possessive = Instruction("1", Phenomenon.IMPLICIT_REFERENCE, "Rinse ", ".", previous="Open the pump's filter.")
    assert conflict(possessive, "the pump", "the filter") is Conflict.PART_WHOLE


def test_all_pairs_in_order():
    found = conflicts(REFERENCE, ["the oil", "the olive oil", "the bottle"])
    assert [(each.first, each.second) for each in found] == [("the oil", "the bottle"), ("the olive oil", "the bottle")]


def test_words_that_mean_the_same_are_told_apart_where_the_text_names_both():
    both = Instruction("1", Phenomenon.IMPLICIT_REFERENCE, "Wash ", ".", previous="Cut the fabric. Take a cloth.")
    assert conflict(REFERENCE, "the fabric", "the cloth") is None
    assert conflict(both, "the fabric", "the cloth") is Conflict.DIFFERENT_ENTITY


@pytest.mark.parametrize(("one", "several"), [("box", "boxes"), ("cup", "cups"), ("berry", "berries")])
def test_one_and_several_of_a_thing_are_no_conflict(one, several):
    assert conflict(REFERENCE, f"the {one}", f"the {several}") is None
    assert conflict(REFERENCE, f"the red {one}", f"the {several}") is None
    assert conflict(REFERENCE, f"the red {one}", f"the blue {several}") is Conflict.DIFFERENT_ENTITY


@pytest.mark.parametrize("people", ["babies", "teachers", "guests"])
def test_people_are_people_in_the_plural_too(people):
    assert conflict(HEAD, people, "medications") is Conflict.DIFFERENT_QUESTION


def test_not_every_word_in_ing_says_for_what():
    for word in ("string", "ceiling", "spring"):
        assert conflict(COMPOUND, word, "steel") is not Conflict.DIFFERENT_QUESTION
        assert conflict(COMPOUND, word, "cooking") is Conflict.DIFFERENT_QUESTION


def test_two_parts_of_one_thing_are_no_part_and_whole():
    assert conflict(REFERENCE, "the lid", "the valve") is Conflict.DIFFERENT_ENTITY
    assert conflict(REFERENCE, "the lid", "the valves") is Conflict.DIFFERENT_ENTITY
    assert conflict(REFERENCE, "the lid", "the pan") is Conflict.PART_WHOLE
    assert conflict(REFERENCE, "the lids", "the pans") is Conflict.PART_WHOLE

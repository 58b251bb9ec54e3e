import pytest

from tacit.clarifications import conflicts as conflict_rules
from tacit.clarifications import word_classes
from tacit.clarifications.conflicts import Conflict, conflict, conflicts
from tacit.clarifications.task import Instruction, Phenomenon
from tacit.language.english.wordlists import words

REFERENCE = Instruction("1", Phenomenon.IMPLICIT_REFERENCE, "Refrigerate for a week to infuse ", ".")
HEAD = Instruction("1", Phenomenon.FUSED_HEAD, "Most ", " hate scary movies.")
ASPECT = Instruction("1", Phenomenon.METONYMY, "Measure the ", " of sunlight.")
COMPOUND = Instruction("1", Phenomenon.NOUN_COMPOUND, "Buy a ", " bike.")


@pytest.mark.parametrize(
    ("instruction", "first", "second", "kind"),
    [
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


def test_an_example_of_the_paper_that_no_list_knows():
    # The paper calls it part and whole. That oil is one of the ingredients would have to be known.
    assert conflict(REFERENCE, "the oil", "the ingredients") is Conflict.DIFFERENT_ENTITY


def test_no_list_has_a_word_because_it_is_an_example_of_the_paper():
    examples = words(
        "ingredient ingredients mixture oil life heart soul protest teenager teenagers project purpose process "
        "medication medications absorption amount hair hairs skin skins pelt belly body road racing dance class guitar "
        "audio amp cyclist cyclists races aluminium bronze foil wood bottom piece hands posture walking core gym target"
    )
    general = words("bottom piece")  # table 2 has them; they are parts of anything
    lists = [conflict_rules._PARTS, conflict_rules._COMPONENTS, conflict_rules._WHOLES, conflict_rules._GROUPS,
             conflict_rules._TIMES, word_classes._PLACES, word_classes._OTHERS, word_classes.PEOPLE]  # fmt: skip
    assert {word for each in lists for word in each & examples} <= general


@pytest.mark.parametrize("noun", ["teenager", "cyclist", "lawyer", "chef", "grandmother", "swimmer"])
def test_people_that_no_list_has_are_people(noun):
    assert noun not in word_classes.PEOPLE
    assert word_classes.is_person(noun)


@pytest.mark.parametrize("noun", ["medication", "movie", "process", "dog", "xyzzy", "ingredient"])
def test_other_nouns_are_no_people(noun):
    assert not word_classes.is_person(noun)


@pytest.mark.parametrize(("noun", "expected"), [("road", True), ("lake", True), ("guitar", False), ("dance", False)])
def test_places_are_told_from_pastimes(noun, expected):
    assert word_classes.is_place(noun) is expected


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

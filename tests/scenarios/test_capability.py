import pytest
from annotated import annotated
from scenarios.keyword_system import KeywordSystem

from tacit.capability import Facts, Passages, Table
from tacit.documents import Document
from tacit.scenarios import capability
from tacit.scenarios.capability import Scenarios


@pytest.fixture
def scenarios(monkeypatch):
    monkeypatch.setattr(capability, "load", KeywordSystem)
    return Scenarios()


def test_passages_in_colour_and_a_line_each(scenarios):
    document = annotated(scenarios, Document("The kettle sang for the guests. It rained."))
    section = scenarios.section(document)
    passages, table = section.blocks
    assert passages == Passages("scenarios")
    assert isinstance(table, Table)
    assert [row[1:] for row in table.rows] == [
        ("making tea", "90%", "throwing a party, baking a cake"),
        ("throwing a party", "70%", "making tea, baking a cake"),
    ]
    assert section.to_dict()["blocks"][0]["kind"] == "passages"


def test_long_passages_show_their_ends(scenarios):
    document = annotated(
        scenarios, Document("The kettle sang and sang and sang until at last somebody came to turn it off.")
    )
    [row] = scenarios.section(document).blocks[1].rows
    assert row[0] == "The kettle sang and … came to turn it off."


def test_a_text_about_nothing_says_so(scenarios):
    section = scenarios.section(annotated(scenarios, Document("It rained.")))
    assert section.blocks == (Facts((("passage about a known scenario", "no"),)),)
    german = "Der Kessel war heiß und ich goss den Tee auf, während draußen die Kinder spielten. " * 3
    section = scenarios.section(annotated(scenarios, Document(german)))
    assert section.blocks == (Facts((("English text", "no"),)),)


def test_instructions_are_about_one_thing_or_nothing(scenarios):
    steps = "Fill the kettle with water. Sweep the floor. Wipe the shelves with a cloth. Lock the door."
    assert not annotated(scenarios, Document(steps)).layer("scenarios")
    [passage] = annotated(scenarios, Document("Fill the kettle with water and switch it on. Wait.")).layer("scenarios")
    assert passage.label == "making tea"


def test_where_nothing_could_look_it_does_not_say_that_there_is_nothing(scenarios):
    [facts] = scenarios.section(Document("It rained.")).blocks
    assert facts == Facts((("scenarios", "not looked for:"),))

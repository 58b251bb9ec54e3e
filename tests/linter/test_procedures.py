import pytest

from tacit.clarifications.pages import read_page
from tacit.formats import Source
from tacit.linter.candidates import find_candidates

pytestmark = pytest.mark.models


def found(text, code):
    page = read_page(Source("a.md", text.encode()))
    return [page.text[each.span.start : each.span.end] for each in find_candidates(page, codes=[code])]


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("Add a little oil to the pan.", ["a little oil"]),
        ("Pour in a couple of spoons.", ["a couple of spoons"]),
        ("Top it up until the pressure is back to normal.", ["back to normal"]),
        ("Brush it on, not too thick.", ["not too thick"]),
        ("Add a splash of milk.", ["a splash of milk"]),
        ("Add 20 ml of oil.", []),
        ("Some people like it hot.", []),
        ("Take some of the screws out.", []),
        ("Cut it small enough to fit.", []),
        ("It lasts a few years.", []),  # nobody is told to do anything
    ],
)
def test_vague_quantities(text, phrases):
    assert found(text, "TAC501") == phrases


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("Leave it for a while.", ["for a while"]),
        ("If it only clicks, wait a bit longer.", ["a bit longer"]),
        ("Run it for a minute, wait, and read the gauge.", ["wait"]),
        ("Do not shower until it has cured.", ["until it has cured"]),
        ("Stir now and then.", ["now and then"]),
        ("Wait for ten minutes.", []),
        ("Wait until the lamp is green.", []),
        ("Wait ten minutes and open the lid.", []),
        ("Beat the cream until soft peaks form.", []),
        ("Take some time to read this.", []),
        ("Tell them as soon as the lamp is on.", []),
    ],
)
def test_vague_times(text, phrases):
    assert found(text, "TAC502") == phrases


@pytest.mark.parametrize(
    ("code", "text", "phrases"),
    [
        ("TAC503", "Replace the belt if necessary.", ["if necessary"]),
        ("TAC503", "Tighten the nut properly.", ["properly"]),
        ("TAC503", "Use a suitable tool.", ["a suitable tool"]),
        ("TAC503", "Turn the right knob as far as possible.", []),
        ("TAC504", "Put the lid somewhere safe.", ["somewhere safe"]),
        ("TAC504", "Wind the string towards the outside.", ["towards the outside"]),
        ("TAC504", "Put the lid on the table.", []),
    ],
)
def test_vague_manners_and_places(code, text, phrases):
    assert found(text, code) == phrases


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("The form must be signed before Friday.", ["must be signed"]),
        ("The invoice should be approved.", ["should be approved"]),
        ("Someone has to check the door.", []),
        ("Someone must check the door.", ["Someone"]),
        ("The form must be signed by your manager.", []),
        ("The lid must be dried.", []),
        ("If the form must be signed, sign it.", []),
        ("It takes a week for the unit to be returned.", []),
    ],
)
def test_missing_actors(text, phrases):
    assert found(text, "TAC601") == phrases


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("Check whether the lamp is green.", ["Check whether"]),
        ("Probe the soup; it must be over 63 degrees.", ["it must be over 63"]),
        ("Pull the rope. It must retract by itself.", ["It must retract by itself"]),
        ("Check whether the lamp is green. If it is red, press Reset.", []),
        ("It must be over 63 degrees, otherwise heat it again.", []),
        ("Check the lamp.", []),
    ],
)
def test_conditions_without_the_other_case(text, phrases):
    assert found(text, "TAC602") == phrases


def test_things_that_nothing_introduced():
    assert found("# Build\n\nEdit the schema. Run the generator.", "TAC603") == ["the generator"]
    assert found("# Build\n\nWrite a generator. Run the generator.", "TAC603") == []
    assert found("# The generator\n\nRun the generator.", "TAC603") == []
    assert found("Fill the kettle with the water.", "TAC603") == ["the kettle"]


@pytest.mark.parametrize(
    "needed",
    ["You need a brush, a cloth and a clamp.", "## You need\n\n- a brush\n- a cloth\n- a clamp\n\n## Steps"],
)
def test_listed_things_that_are_never_used(needed):
    steps = "Brush off the dust.\n\nWipe the board with the cloth."
    assert found(f"# Dust a board\n\n{needed}\n\n{steps}", "TAC604") == ["clamp"]
    assert found(f"# Dust a board\n\n{needed}\n\n{steps}\n\nFix it with the clamp.", "TAC604") == []
    assert found(f"# Dust a board\n\n{needed}\n\nTake everything and begin.", "TAC604") == []


def test_other_sentences_are_no_lists():
    assert found("Add leaves and other organic materials such as straw.\n\nMix well.", "TAC604") == []
    assert found("You need to open the lid and the door.\n\nMix well.", "TAC604") == []


def test_steps_that_do_not_exist_or_come_later():
    steps = "1. Open the lid.\n2. Pour the oil in.\n3. {}\n4. Close the lid.\n"
    assert found(steps.format("After step 4, wait."), "TAC605") == ["step 4"]
    assert found(steps.format("Repeat step 7."), "TAC605") == ["step 7"]
    assert found(steps.format("Repeat steps 1 to 2."), "TAC605") == []
    assert found(steps.format("After step 2, wait."), "TAC605") == []
    assert found(steps.format("If it is dry, go to step 4."), "TAC605") == []
    assert found("Do step 9 first.", "TAC605") == []  # steps without numbers, or on another page
    assert found("1. Open it.\n1. Close it.\n1. Repeat step 2.\n1. Repeat step 9.\n", "TAC605") == ["step 9"]


def test_what_a_not_covers():
    assert found("Do not open and shake the bottle.", "TAC606") == ["not open and shake"]
    assert found("Do not open the bottle. Shake it.", "TAC606") == []
    assert found("Do not open or shake the bottle.", "TAC606") == []
    assert found("Oil the chain and/or the hub.", "TAC606") == ["and/or"]


def test_references_that_lead_nowhere():
    assert found("Clean the lens.\n\nThen repeat the above.", "TAC607") == ["repeat the above"]
    assert found("Then repeat the above two steps.", "TAC607") == []
    assert found("Press the keys shown in the figure.", "TAC607") == ["shown in the figure"]
    assert found("Press the keys shown in the figure.\n\n![keys](keys.png)\n", "TAC607") == []
    assert found("Open the lid.\n\nDo the following steps.", "TAC607") == ["the following steps"]
    assert found("Do the following:\n\n- Open the lid.\n", "TAC607") == []


def test_each_finding_has_a_suggestion_and_its_sentence():
    page = read_page(Source("a.md", b"# Tea\n\n1. Boil it. After step 3, wait a while.\n2. Pour.\n"))
    for each in find_candidates(page, codes=["TAC502", "TAC605"]):
        assert each.suggestion
        assert each.instruction.filled("").replace("  ", " ").strip() == "After step 3, wait a while."

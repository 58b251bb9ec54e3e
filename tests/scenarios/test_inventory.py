import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.errors import InputError
from tacit.scenarios.inventory import Inventory, Scenario, load_inventory


def test_the_paper_has_200_scenarios_in_8208_sentences():
    inventory = load_inventory()
    assert len(inventory) == len(set(inventory.labels)) == len({each.slug for each in inventory}) == 200
    assert sum(each.sentences for each in inventory) == 8208
    restaurant = inventory.scenario("eating in a restaurant")
    assert (restaurant.documents, restaurant.sentences) == (21, 387)
    assert sum(each.sentences > 0 for each in inventory) == 181
    assert sum(each.sentences >= 2 for each in inventory) == 179


@pytest.mark.parametrize(
    ("spelling", "label"),
    [
        ("washing one’s hair", "washing ones hair"),  # MCScript
        ("going on vacation/going on a holiday trip", "going on vacation"),
        ("sending food back (in a restaurant)", "sending food back"),
        ("removing and replacing a garbage bag", "remove and replace garbage bag"),
        ("attending a wedding ceremony", "attend a wedding ceremony"),
        ("esds/second_esd/repairing a flat bicycle tire", "repairing a bicycle"),  # DeScript
        ("flying in an airplane", "flying in a plane"),
        ("getting a hair cut", "getting a haircut"),
        ("flight", "flying in a plane"),  # InScript
        ("grocery", "going grocery shopping"),
        ("Answering the doorbell", "answering the doorbell"),  # as the appendix has it
        ("buying_a_dvd_player", "buying a DVD player"),
    ],
)
def test_spellings_of_the_data_sets(spelling, label):
    assert load_inventory().scenario(spelling).label == label


def test_every_slug_and_alias_leads_to_its_scenario():
    inventory = load_inventory()
    for scenario in inventory:
        for name in (scenario.slug, scenario.label.upper(), *scenario.aliases):
            assert inventory.scenario(name) is scenario


def test_scenarios_name_those_that_are_related():
    inventory = load_inventory()
    assert "going shopping" in inventory.scenario("shopping for clothes").more_specific_than
    assert "flying in a plane" in inventory.scenario("checking in at the airport").part_of


def test_no_scenario_is_more_specific_than_itself_by_a_detour():
    inventory = load_inventory()

    def above(label, seen=()):
        assert label not in seen
        for other in inventory.scenario(label).more_specific_than:
            above(other, (*seen, label))

    for label in inventory.labels:
        above(label)


def test_an_unknown_name_gets_similar_ones():
    with pytest.raises(InputError, match=r"no scenario 'bake a cake'.*similar: baking a cake"):
        load_inventory().scenario("bake a cake")


@pytest.mark.parametrize(
    ("second", "name"),
    [(Scenario("Making Tea!"), "Making Tea!"), (Scenario("tea", aliases=("making_tea",)), "making_tea")],
)
def test_a_name_that_stands_for_two_is_an_error(second, name):
    with pytest.raises(InputError, match=f"'{name}' names both 'making tea' and"):
        Inventory([Scenario("making tea"), second])


def test_a_file_of_ones_own(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        '[[scenario]]\nlabel = "feeding chickens"\nevents = ["scatter grain", "fill the trough"]\n'
        '[[scenario]]\nlabel = "keeping animals"\n'
        '[[scenario]]\nlabel = "collecting eggs"\npart_of = ["feeding chickens"]\n'
    )
    inventory = load_inventory(path)
    assert inventory.scenario("feeding-chickens").events == ("scatter grain", "fill the trough")
    assert inventory.labels == ("feeding chickens", "keeping animals", "collecting eggs")


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_plain_list_of_labels(tmp_path, line_end):
    path = tmp_path / "own.txt"
    path.write_bytes(line_end.join(["# farm", "feeding chickens", "", "milking a cow", ""]).encode())
    assert load_inventory(path).labels == ("feeding chickens", "milking a cow")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("label = 3", "needs \\[\\[scenario\\]\\] tables"),
        ("[[scenario]]\nslug = 'a'", "scenario 1 needs a label"),
        ("[[scenario]]\nlabel = 'a'\ncolour = 'red'", "unknown key 'colour'"),
        ("[[scenario]]\nlabel = 'a'\naliases = 'b'", "'aliases' has the wrong kind"),
        ("[[scenario]]\nlabel = 'a'\nsentences = -1", "'sentences' has the wrong kind"),
        ("[[scenario]]\nlabel = 'a'\n[[scenario]]\nlabel = 'A'", "names both"),
        ("[[scenario]]\nlabel = 'a'\npart_of = ['b']", "related to 'b', which is no scenario"),
        ("[[scenario]]\nlabel = '…'", "has no letters"),
        ("[[scenario]", "not TOML"),
        (f"a = {'1' * 5000}", "not TOML"),
        (f"a = {'[' * 100_000}", "not TOML"),
        ("scenario = []", "there is no scenario"),
    ],
)
def test_bad_files_are_named_with_what_is_wrong(tmp_path, text, problem):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=problem) as error:
        load_inventory(path)
    assert str(error.value).startswith(str(path))


@given(st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=6))
def test_any_labels_are_found_again_or_refused(labels):
    try:
        inventory = Inventory(map(Scenario, labels))
    except InputError:
        return
    assert [inventory.scenario(label).label for label in labels] == labels

import pytest

from tacit.errors import InputError
from tacit.linter.verbs import Uses, VerbTable, count_uses, shipped, table_of

COUNTS = {
    ("rinse", True, "object"): 18,
    ("rinse", True, "bare"): 2,
    ("sleep", False, "bare"): 20,
    ("hope", False, "clause"): 9,
    ("rare", True, "object"): 4,
    ("3d", True, "object"): 9,
}


def test_rates_and_counts():
    table = table_of(COUNTS)
    assert table.object_rate("rinse") == pytest.approx((18 + 1.2) / (20 + 2))
    assert table.object_rate("sleep") < 0.1
    others = {("dry", True, "object"): 10, ("dry", False, "bare"): 50}
    assert table_of(others).object_rate("dry") == pytest.approx((10 + 1.2) / (10 + 2))
    assert table.object_rate("unheard") == pytest.approx(0.6)
    assert (table.seen("rinse"), table.seen("hope")) == (20, 0)
    assert table.known_as("rinse", least=8) == "rinse"
    assert table.known_as("rerinse", least=8) == "rinse"
    assert table.known_as("rinse off", least=8) == "rinse"
    assert table.known_as("unheard", least=8) == ""
    assert "rare" not in table.commands
    assert "3d" not in table.commands


def test_saving_and_loading(tmp_path):
    table = table_of(COUNTS)
    table.save(tmp_path / "verbs")
    assert VerbTable.load(tmp_path / "verbs") == table
    with pytest.raises(InputError, match="there is no such table of verbs"):
        VerbTable.load(tmp_path)
    (tmp_path / "counts.json").write_text("[]")
    with pytest.raises(InputError, match="is not a table of verbs"):
        VerbTable.load(tmp_path)


@pytest.mark.models
def test_counting_in_texts(tacit, tmp_path):
    table = count_uses(["Rinse the cup. Rinse well. He sleeps."] * 5)
    assert table.commands["rinse"] == Uses(object=5, bare=5)
    assert table.others["sleep"] == Uses(bare=5)
    (tmp_path / "a.txt").write_text("Rinse the cup. " * 6)
    assert tacit("clarify", "learn-verbs", tmp_path / "a.txt", "--out", tmp_path / "verbs", "-q").code == 0
    assert VerbTable.load(tmp_path / "verbs").commands["rinse"] == Uses(object=6)


def test_the_shipped_table_knows_what_needs_an_object():
    table = shipped()
    for verb in ("remove", "attach", "place"):
        assert table.object_rate(verb) > 0.8, verb
    for verb in ("wait", "sit", "go"):
        assert table.object_rate(verb) < 0.4, verb

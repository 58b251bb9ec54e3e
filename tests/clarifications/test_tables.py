import json

import pytest
from clarifications.passages import shed, tea

from tacit import systems
from tacit.clarifications import Filler, Judgement, train, write_instructions
from tacit.clarifications.conflict_analysis import several_plausible
from tacit.clarifications.tables import (
    class_distribution,
    confusions,
    distributions,
    serious_errors,
    several_by_phenomenon,
)
from tacit.errors import InputError
from tacit.mining.build import Built, write_built

STEPS = [tea(), shed()]
SURE, DOUBTFUL = Judgement.of([0.05, 0.0, 0.95]), Judgement.of([0.6, 0.0, 0.4])
JUDGEMENTS = [(DOUBTFUL, SURE, SURE), (SURE, SURE)]


def test_classes_and_plausible_ones_of_a_sentence():
    found = class_distribution(STEPS)
    assert (found.sentences, found.n) == (2, 5)
    assert found.classes == {"IMPLAUSIBLE": 2, "NEUTRAL": 1, "PLAUSIBLE": 2}
    assert found.plausible_per_sentence == 1
    assert {name: each.n for name, each in distributions(STEPS).items()} == {
        "implicit reference": 3,
        "noun compound": 2,
    }
    with pytest.raises(InputError, match="no sentence"):
        class_distribution([])


def test_sentences_with_several_plausible_ones_by_phenomenon():
    two = shed(fillers=(Filler("garden", None, 5.0), Filler("kitchen", None, 4.5)))
    found = several_by_phenomenon(several_plausible([tea(), two]))
    assert {name: (each.sentences, each.clarifications) for name, each in found.items()} == {
        "noun compound": (1, 2),
        "all": (1, 2),
    }


def test_confusions_by_phenomenon():
    found = confusions(STEPS, JUDGEMENTS)
    assert found["implicit reference"].matrix == ((0, 0, 1), (0, 0, 1), (1, 0, 0))
    assert found["noun compound"].matrix == ((0, 0, 1), (0, 0, 0), (0, 0, 1))
    assert found["all"].accuracy == 1 / 5
    assert found["noun compound"].recalls == {"IMPLAUSIBLE": 0.0, "NEUTRAL": None, "PLAUSIBLE": 1.0}


def test_serious_errors_are_those_between_the_extremes_surest_first():
    found = serious_errors(STEPS, JUDGEMENTS, most=5, human={"tea": 1})
    assert [(each.id, each.filler, each.predicted, each.label) for each in found] == [
        ("tea", "the spoon", "PLAUSIBLE", "IMPLAUSIBLE"),
        ("tea", "the kettle", "IMPLAUSIBLE", "PLAUSIBLE"),
        ("shed", "soup", "PLAUSIBLE", "IMPLAUSIBLE"),
    ]
    assert [each.human for each in found] == ["the kettle", "the kettle", None]
    assert [each.filler for each in serious_errors(STEPS, JUDGEMENTS, most=1)] == ["the spoon", "soup"]


@pytest.fixture
def lengths(monkeypatch):
    monkeypatch.setattr(systems, "_REGISTERED", {})
    monkeypatch.setattr(systems, "TASKS", {"clarifications": "json"})
    systems.register("clarifications", "lengths", about="lengths", load="clarifications.lengths_system:Lengths")


def test_the_command(tacit, tmp_path):
    write_instructions(STEPS, tmp_path / "own")
    found = json.loads(tacit("clarify", "statistics", tmp_path, "--json").stdout)
    assert list(found) == ["system", "table_3", "table_4", "table_5", "table_7", "table_8", "seen_in_training"]
    assert found["table_3"]["all"]["classes"]["PLAUSIBLE"] == 2
    assert found["table_4"]["all"] == {"sentences": 0, "clarifications": 0}
    assert found["table_7"] is None
    assert "2 (40%)" in tacit("clarify", "statistics", tmp_path).stdout


def test_the_command_with_a_judge(tacit, tmp_path, lengths):
    human = {"tea": 1, "shed": 1}
    write_built(Built(STEPS, human, 0), tmp_path / "own")
    train.train("lengths", STEPS).save(tmp_path / "model")
    arguments = ("clarify", "statistics", tmp_path / "own", "--system", f"lengths:{tmp_path / 'model'}")
    found = json.loads(tacit(*arguments, "--json").stdout)
    assert found["table_7"]["noun compound"]["matrix"] == [[0, 0, 1], [0, 0, 0], [0, 0, 1]]
    assert [(each["filler"], each["human"]) for each in found["table_8"]] == [
        ("the spoon", "the kettle"),
        ("soup", "garden"),
    ]
    shown = " ".join(tacit(*arguments).stdout.split())
    assert "Table 7, all: accuracy" in shown
    assert "soup; the writer's: garden. plausible for implausible" in shown

"""The experiment of the command, called as a notebook calls it."""

import pytest
from clarifications.passages import shed, tea

from tacit import systems
from tacit.clarifications import write_instructions
from tacit.clarifications.experiment import ClarificationOptions, run
from tacit.clarifications.train import EncoderOptions
from tacit.errors import UsageError


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setattr(systems, "_REGISTERED", {})
    monkeypatch.setattr(systems, "TASKS", {"clarifications": "json"})
    systems.register("clarifications", "lengths", about="lengths", load="clarifications.lengths_system:Lengths")


def test_a_result_prints_as_json_and_as_a_frame(tmp_path):
    write_instructions([tea()], tmp_path / "train")
    write_instructions([tea(), shed()], tmp_path / "new")
    told = []
    options = ClarificationOptions(
        test=[tmp_path / "new"], system="lengths", train=[tmp_path / "train"], against="lengths"
    )
    found = run(options, remarks=told.append)
    plain = found.to_dict()
    assert (plain["sentences"], plain["seen_in_training"]) == (1, 1)
    assert plain["comparison"]["metrics"][0]["difference"] == 0
    assert found.to_frame().set_index("phenomenon").loc["all", "accuracy"] == plain["accuracy"]
    assert told == ["1 of 2 sentences stand in what lengths has learnt from and are left out; `keep_seen` keeps them"]


def test_options_of_training_need_training():
    with pytest.raises(UsageError, match="so they need `train`"):
        ClarificationOptions(test=["new"], encoder=EncoderOptions(context="whole"))

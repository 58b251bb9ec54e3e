"""The cloze of instructions, as a notebook measures it."""

import pytest
from steps.made_steps import templates, write

from tacit.errors import UsageError
from tacit.steps.experiment import StepOptions, run


def test_a_result_prints_as_json_and_as_a_frame(tmp_path):
    kitchen = write(tmp_path / "kitchen.tsv", templates())
    told = []
    options = StepOptions(test=[kitchen], system="lm", train=[kitchen], training={"epochs": 1}, keep_seen=True)
    found = run(options, remarks=told.append)
    plain = found.to_dict()
    assert (plain["system"], plain["answers"], plain["decoding"]) == ("lm", "restricted", "marginal")
    assert plain["seen_in_training"] == found.seen == plain["n"]
    assert found.to_frame().set_index("condition").loc["oracle", "match"] == plain["oracle_match"]
    assert "proves little" in told[0]


def test_conditions_that_exclude_each_other(tmp_path):
    kitchen = write(tmp_path / "kitchen.tsv", templates())
    options = {"test": [kitchen], "system": "lm", "train": [kitchen], "training": {"epochs": 1}, "keep_seen": True}
    with pytest.raises(UsageError, match="leave out `approved`"):
        run(StepOptions(**options, answers="open", approved=kitchen))
    with pytest.raises(UsageError, match="'lm' does not have; take a transducer"):
        run(StepOptions(**options, decoding="paper"))

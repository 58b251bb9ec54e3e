"""One system in depth, as a notebook measures it."""

import csv

import pytest
from endings.made_stories import HEADER, clozes

from tacit.endings.experiment import EndingOptions, plan, run
from tacit.errors import UsageError
from tacit.llm import Asking


@pytest.fixture
def answered(tmp_path):
    path = tmp_path / "val.csv"
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(HEADER if isinstance(HEADER, list | tuple) else HEADER.strip().split(","))
        for each in clozes(24):
            writer.writerow([each.id, *each.story, *each.endings, (each.answer or 0) + 1])
    return str(path)


def test_a_result_prints_as_json_and_as_a_frame(answered):
    found = run(EndingOptions(test=[answered], system="ending_only", folds=3, against="constant"))
    plain = found.to_dict()
    assert (plain["system"], plain["n"], plain["seen_in_training"]) == ("ending_only", 24, 0)
    assert plain["comparison"]["second"] == "constant" and "subset" not in plain
    frame = found.to_frame()
    assert frame.loc[0].tolist() == ["all", "", 24, found.figures.accuracy]
    assert set(frame["by"]) == {"all", "sentiment", "length", "negation"}


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"system": "llm:a@b", "folds": 2}, "learns nothing: leave out `train` and `folds`"),
        ({"system": "ukp:x", "folds": 2}, "`folds` trains anew"),
        ({"system": "msap:x", "language_model": "y"}, "leave out `language_model`"),
    ],
)
def test_options_that_exclude_each_other(given, wrong):
    with pytest.raises(UsageError, match=wrong):
        EndingOptions(test=["val.csv"], **given)


def test_what_asking_would_take_is_known_beforehand(answered):
    asking = Asking("llm:some@http://127.0.0.1:9/v1")
    alone = plan(EndingOptions(test=[answered], system="llm:some@http://127.0.0.1:9/v1"))
    some = plan(EndingOptions(test=[answered], system="constant", folds=2, asking=asking, ask=0.5))
    assert (alone.questions, some.questions) == (48, 24)

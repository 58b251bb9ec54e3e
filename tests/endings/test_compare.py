"""Table 4 as a notebook makes it."""

import csv

import pytest
from endings.made_stories import HEADER, clozes

from tacit.endings.compare import CompareOptions, run
from tacit.errors import UsageError


@pytest.fixture
def answered(tmp_path):
    path = tmp_path / "val.csv"
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(HEADER if isinstance(HEADER, list | tuple) else HEADER.strip().split(","))
        for each in clozes(24):
            writer.writerow([each.id, *each.story, *each.endings, (each.answer or 0) + 1])
    return str(path)


def test_systems_are_measured_side_by_side(answered, tmp_path):
    heard = []
    options = CompareOptions(test=[answered], systems=["constant", "ending_only"], folds=3, keep=tmp_path / "said")
    found = run(options, on_system=lambda row: heard.append(row.name))
    assert heard == ["constant", "ending_only"] == list(found.figures)
    plain = found.to_dict()
    assert (plain["n"], plain["folds"], len(plain["mcnemar"])) == (24, 3, 1)
    assert found.to_frame()["system"].tolist() == heard
    again = run(options).to_dict()
    for row in [*plain["systems"], *again["systems"]]:
        del row["seconds"]
    assert again == plain


def test_folds_and_answered_training_exclude_each_other(answered):
    with pytest.raises(UsageError, match="`folds` trains on `test` itself"):
        run(CompareOptions(test=[answered], train=[answered], folds=3))

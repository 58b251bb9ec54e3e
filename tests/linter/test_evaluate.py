"""The linter measured as a notebook measures it."""

import pytest
from linter.even_judge import EvenJudge

from tacit.linter.check import Checker
from tacit.linter.evaluate import LinterOptions, evaluate


@pytest.fixture
def marked(tmp_path):
    page = tmp_path / "pot.md"
    page.write_text("1. Take off the lid and the pot.\n2. {TAC101:Rinse} before reassembling.\n3. Dry the pot.\n")
    return page


@pytest.mark.models
def test_what_is_marked_and_found_counts(marked):
    told = []
    found = evaluate(LinterOptions(gold=[marked]), Checker(EvenJudge()), progress=lambda *step: told.append(step))
    assert (found.scores.n, found.scores.gold) == (1, 1)
    assert told == [("checking", 1, 1)]
    assert found.whole.found >= found.scores.found
    frame = found.to_frame().set_index("code")
    assert frame.loc["TAC101", "gold"] == 1
    assert found.to_dict()["curve"] == found.whole.to_dict()["curve"]


@pytest.mark.models
def test_without_a_curve_only_what_is_reported_is_looked_for(marked):
    found = evaluate(LinterOptions(gold=[marked], curve=False, min_confidence=0.0), Checker(EvenJudge()))
    assert found.to_dict() == found.scores.to_dict()
    assert found.whole == found.scores

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tacit.clarifications.task import Instruction, Phenomenon
from tacit.documents import Span
from tacit.errors import InputError
from tacit.linter.candidates import Candidate
from tacit.linter.candidates.preferences import OBJECT, Preferences, learn_preferences
from tacit.linter.check import one_for_each_trouble
from tacit.linter.config import MIN_CONFIDENCE
from tacit.linter.rank_choice import nested_choice
from tacit.linter.rank_training import PRECISION, MarkedCandidate, Recipe, learn, report, threshold_for
from tacit.linter.ranker import Columns, Ranker, calibrated, cue_of, shipped


def example(number, *, code="TAC103", gap=0.0, unclear=False, ordinary=False):
    return MarkedCandidate(f"{number}.md", code, {"gap": gap, "rule": 0.5}, 0.5, unclear, ordinary)


def candidate(place, code="TAC103", confidence=0.5, **changes):
    instruction = Instruction("", Phenomenon.IMPLICIT_REFERENCE, "Shake ", ".")
    found = Candidate(code, Span(*place), confidence, instruction, Span(*place), ("the lid", "the jar"))
    return replace(found, **changes)


@pytest.fixture(scope="module")
def learnt():
    random = np.random.default_rng(1)
    gaps = random.random(300)
    examples = [
        example(number // 3, code=("TAC103", "TAC101")[number % 2], gap=gap, unclear=gap < 0.3)
        for number, gap in enumerate(gaps)
    ]
    examples += [
        MarkedCandidate("m.md", "TAC502", {"cue wait": 1.0}, 0.6, True, True),
        MarkedCandidate("m.md", "TAC502", {"cue soon": 1.0}, 0.4, False, True),
    ]
    preferences = learn_preferences({(OBJECT, "pour", noun): 1 for noun in ("milk", "water", "oil", "tea")})
    return examples, *learn(examples, preferences)


def test_it_learns_what_is_unclear(learnt):
    examples, ranker, said = learnt
    near, far = ranker.probabilities([("TAC103", {"gap": 0.1, "rule": 0.5}), ("TAC103", {"gap": 0.9, "rule": 0.5})])
    assert near > 0.8 > 0.2 > far
    found = report(examples, ranker, said)
    assert found["precision"] >= PRECISION
    assert found["recall"] > 0.9
    assert found["codes"].keys() == {"TAC101", "TAC103"}


def test_it_is_calibrated(learnt):
    examples, _, said = learnt
    assert said.mean() == pytest.approx(np.mean([each.unclear for each in examples[:300]]), abs=0.02)


def test_cues_are_drawn_to_what_their_rule_believes(learnt):
    _, ranker, _ = learnt
    assert ranker.cues == {"TAC502 cue wait": pytest.approx(3.4 / 5), "TAC502 cue soon": pytest.approx(1.6 / 5)}
    known, unknown = ranker.rank(
        [
            candidate((0, 1), "TAC502", features={"cue wait": 1.0}),
            candidate((2, 3), "TAC604", confidence=0.41),
        ]
    )
    assert (known.confidence, unknown.confidence) == (pytest.approx(0.68), 0.41)
    assert cue_of("TAC502", {"cue wait": 1.0, "acted on": 0.0}) == "TAC502 cue wait"


def test_a_recipe_is_chosen_without_the_texts_it_is_measured_on(learnt):
    examples, _, _ = learnt
    recipes = [Recipe(0.01, 5), Recipe(0.001, 2)]
    found = nested_choice(examples, recipes, outer=3, inner=2)
    assert (found.metric, found.items, found.groups) == ("average_precision", 300, 100)  # cues are not ranked
    assert found.options == ("strength 0.01, 5 trees", "strength 0.001, 2 trees")
    assert {fold.chosen for fold in found.folds} <= set(found.options)
    assert found.outer > 0.95
    assert abs(found.gap) < 0.05


def test_nothing_to_rank(learnt):
    assert learnt[1].rank([]) == []


def test_a_ranker_is_the_same_after_it_was_stored(learnt, tmp_path):
    _, ranker, _ = learnt
    ranker.save(tmp_path)
    again = Ranker.load(tmp_path)
    rows = [("TAC103", {"gap": gap, "rule": 0.5}) for gap in (0.0, 0.2, 0.4, 0.8)]
    assert again.probabilities(rows) == pytest.approx(ranker.probabilities(rows), abs=1e-4)
    assert (again.threshold, again.cues, again.shifts) == (ranker.threshold, ranker.cues, ranker.shifts)
    assert again.preferences is not None
    assert again.preferences.rows == ranker.preferences.rows


def test_a_broken_folder(learnt, tmp_path):
    _, ranker, _ = learnt
    replace(ranker, columns=Columns(ranker.columns.names[:-1], ranker.columns.shared)).save(tmp_path)
    with pytest.raises(InputError, match="not a whole model of the kind 'linter'"):
        Ranker.load(tmp_path)


def test_one_kind_of_example_teaches_nothing():
    with pytest.raises(InputError, match="both unclear and clear"):
        learn([example(1), example(2)])


def test_thresholds():
    said, unclear = np.array([0.9, 0.8, 0.7, 0.6]), np.array([True, True, False, True])
    even = np.ones(4)
    assert threshold_for(said, unclear, 1.0, even) == 0.8
    assert threshold_for(said, unclear, 0.7, even) == 0.6
    assert threshold_for(said, ~unclear, 0.9, even) == 1.0
    assert threshold_for(said, unclear, 0.7, np.array([1.0, 1.0, 3.0, 1.0])) == 0.8


def test_calibration_is_a_line_through_the_log_odds():
    assert calibrated(np.array([0.5, 0.5]), 2.0, np.array([0.0, np.log(3)])) == pytest.approx([0.5, 0.75])


def test_columns_for_all_codes_and_for_one():
    columns = Columns(("TAC103", "gap", "TAC103|gap"), 2)
    rows = columns.rows([("TAC103", {"gap": 2.0, "other": 1.0}), ("TAC101", {"gap": 3.0})])
    assert rows.tolist() == [[1.0, 2.0, 2.0], [0.0, 3.0, 0.0]]


def test_the_surest_of_the_same_trouble_is_kept():
    found = [
        candidate((0, 2), topic="it jar lid", confidence=0.5),
        candidate((9, 11), topic="it jar lid", confidence=0.7),
        candidate((20, 28), "TAC102", confidence=0.4),
        candidate((24, 28), "TAC301", confidence=0.6),
        candidate((30, 32), confidence=0.9, readings=("the lid",)),
        candidate((40, 44), "TAC202", readings=()),
    ]
    kept = one_for_each_trouble(found)
    assert [(each.span.start, each.code) for each in kept] == [(9, "TAC103"), (24, "TAC301"), (40, "TAC202")]


def test_preferences():
    nouns = {"pour": "milk water oil tea", "tighten": "screw bolt nut strap"}
    learnt = learn_preferences({(OBJECT, verb, noun): 1 for verb in nouns for noun in nouns[verb].split()})
    assert learnt.fit(OBJECT, "pour", "juice") > 0 > learnt.fit(OBJECT, "pour", "lever")
    assert learnt.fit(OBJECT, "tighten", "lever") > learnt.fit(OBJECT, "tighten", "juice")
    assert learnt.fit(OBJECT, "unknown", "juice") == learnt.fit(OBJECT, "pour", "qwxyz") == 0
    again = Preferences.from_arrays(learnt.arrays())
    assert again.fit(OBJECT, "pour", "juice") == pytest.approx(learnt.fit(OBJECT, "pour", "juice"), abs=1e-2)
    with pytest.raises(ValueError, match="do not fit"):
        Preferences.from_arrays({**learnt.arrays(), "directions": learnt.directions[:-1]})


def test_the_shipped_ranker():
    ranker = shipped()
    assert pytest.approx(ranker.threshold, abs=0.01) == MIN_CONFIDENCE
    assert ranker.preferences is not None
    assert ranker.preferences.fit(OBJECT, "pour", "milk") > ranker.preferences.fit(OBJECT, "pour", "wall")


@pytest.mark.models
def test_the_command_trains_a_ranker(tacit, tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.toml").write_text(
        'steps = ["Pour the milk.", "Pour the tea and the oil.", "Pour water."]\n'
    )
    fresh = Path(__file__).parents[1] / "clarifications" / "howtos" / "fresh"
    outcome = tacit("clarify", "train-linter", fresh, "--texts", tmp_path / "texts", "--out", tmp_path / "m", "--json")
    found = json.loads(outcome.stdout)
    assert found["texts"] == 12
    assert 0 < found["unclear"] < found["candidates"]
    assert Ranker.load(tmp_path / "m").threshold == pytest.approx(found["threshold"], abs=1e-3)

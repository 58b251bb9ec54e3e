import json

import pytest
from clarifications.passages import shed, tea

from tacit import systems
from tacit.clarifications import Filler, write_instructions
from tacit.clarifications.seen import CALIBRATE, is_copy, learnt_from


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setattr(systems, "_REGISTERED", {})
    monkeypatch.setattr(systems, "TASKS", {"clarifications": "json"})
    systems.register("clarifications", "lengths", about="lengths", load="clarifications.lengths_system:Lengths")


def bowl():
    return tea(id="bowl", before="Beat ", after=" in a bowl.", fillers=(Filler("eggs", "PLAUSIBLE", 5.0),))


def test_a_sentence_is_a_copy_whatever_its_context_and_fillers():
    seen = learnt_from([tea()], [shed()])
    assert is_copy(tea(previous="", following="", fillers=(Filler("it"),)), seen)
    assert is_copy(shed(), seen) and not is_copy(shed(), seen.without(CALIBRATE))
    assert not is_copy(tea(after=" with warm water."), seen)


def test_evaluate_leaves_out_sentences_of_training_and_calibration(tacit, tmp_path):
    write_instructions([tea()], tmp_path / "train")
    write_instructions([shed()], tmp_path / "dev")
    write_instructions([tea(), shed(), bowl()], tmp_path / "new")
    options = ("--train", tmp_path / "train", "--calibrate", tmp_path / "dev", "--out", tmp_path / "m", "-q")
    assert tacit("clarify", "train", "--system", "lengths", *options).code == 0
    arguments = ("clarify", "evaluate", "--system", f"lengths:{tmp_path / 'm'}", "--test", tmp_path / "new", "--json")
    done = tacit(*arguments)
    figures = json.loads(done.stdout)
    assert (figures["sentences"], figures["seen_in_training"]) == (1, 2)
    assert "2 of 3 sentences stand in what" in done.stderr
    figures = json.loads(tacit(*arguments, "--keep-seen").stdout)
    assert (figures["sentences"], figures["seen_in_training"]) == (3, 2)


def test_in_folds_the_class_balance_is_learnt_anew_so_its_sentences_count(monkeypatch, tacit, tmp_path):
    from tacit.clarifications import experiment

    monkeypatch.setattr(experiment, "cross_judged", lambda system, judged, folds, seed: system.judge(judged))
    write_instructions([tea(), bowl()], tmp_path / "train")
    write_instructions([shed()], tmp_path / "dev")
    options = ("--train", tmp_path / "train", "--calibrate", tmp_path / "dev", "--out", tmp_path / "m", "-q")
    tacit("clarify", "train", "--system", "lengths", *options)
    arguments = ("clarify", "evaluate", "--system", f"lengths:{tmp_path / 'm'}", "--test", tmp_path / "dev", "--json")
    none_left = tacit(*arguments)
    assert (none_left.code, "so none is left" in none_left.stderr) == (2, True)
    figures = json.loads(tacit(*arguments, "--folds", 5).stdout)
    assert (figures["sentences"], figures["seen_in_training"]) == (1, 0)

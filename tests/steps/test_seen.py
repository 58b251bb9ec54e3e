import json

import numpy as np
import pytest
from steps.made_steps import templates, write

from tacit.backbones import vectors
from tacit.steps.seen import is_copy, learnt_from


@pytest.fixture(autouse=True)
def small_vectors(monkeypatch):
    made = vectors.WordVectors(["take", "the"], np.ones((2, 8), dtype=np.float32))
    monkeypatch.setattr(vectors, "load", lambda: made)


def test_an_instruction_is_known_by_its_whole_abstract_form():
    *known, new = templates()
    seen = learnt_from(known)
    assert is_copy(known[0], seen)
    assert not is_copy(new, seen)  # though all its words are known


def test_cloze_leaves_out_instructions_of_training(tacit, tmp_path):
    train, test = write(tmp_path / "train.tsv", templates()[:12]), write(tmp_path / "test.tsv", templates()[8:])
    folder = tmp_path / "lm"
    trained = ("--system", "lm", "--train", train, "--epochs", 1)
    assert tacit("steps", "train", *trained, "--out", folder, "-q").code == 0
    for system in (trained, ("--system", f"lm:{folder}")):
        done = tacit("steps", "cloze", *system, "--test", test, "--json")
        assert done.code == 0, done.stderr
        figures = json.loads(done.stdout)
        assert (figures["n"], figures["seen_in_training"]) == (4, 4)
        assert "4 of 8 templates stand in what lm" in " ".join(done.stderr.split())
    done = tacit("steps", "cloze", "--system", f"lm:{folder}", "--test", test, "--keep-seen", "--json", "-q")
    figures = json.loads(done.stdout)
    assert (figures["n"], figures["seen_in_training"], done.stderr) == (8, 4, "")

"""The commands that train the masked language model and the encoder, on a tiny one."""

from __future__ import annotations

import json

import pytest
from backbones.tiny import tiny_encoder

from tacit.backbones import discriminator, encoder, masked

STEPS = "Cut the bread with a knife. Mix the eggs with a whisk. Drain the pasta. Serve the soup."


@pytest.fixture
def texts(monkeypatch, tmp_path):
    monkeypatch.setattr(encoder, "fresh", tiny_encoder)
    generator = masked.untrained(["bread", "knife", "eggs", "whisk", "pasta", "soup"])
    monkeypatch.setattr(masked, "load", lambda: generator)
    path = tmp_path / "steps.txt"
    path.write_text(STEPS * 3)
    return path


def test_train_encoder_writes_a_model_and_says_what_it_did(tacit, texts, tmp_path):
    out = tmp_path / "model"
    shown = tacit("clarify", "train-encoder", texts, "--out", out, "--json")
    assert json.loads(shown.stdout) == {"texts": 1, "finished": True, "output": str(out)}
    assert [token for token, _ in discriminator.fresh(out).doubts("Serve the soup.")] == ["serve", "the", "soup", "."]
    assert sorted(path.name for path in out.iterdir()) == ["config.json", "differences.safetensors.gz"]


def test_training_that_was_stopped_goes_on(tacit, texts, tmp_path):
    out = tmp_path / "model"
    command = ("clarify", "train-encoder", texts, "--epochs", "4", "--out", out, "--json")
    stopped = tacit(*command, "--minutes", "0")
    assert json.loads(stopped.stdout)["finished"] is False
    assert "the same command goes on" in stopped.stderr
    assert (out / "checkpoint.safetensors").exists()
    assert json.loads(tacit(*command).stdout)["finished"] is True
    assert not (out / "checkpoint.safetensors").exists()


def test_train_masked_writes_a_model(tacit, texts, tmp_path):
    out = tmp_path / "model"
    shown = tacit("steps", "train-masked", texts, "--out", out, "--json")
    said = json.loads(shown.stdout)
    assert (said["texts"], said["finished"]) == (1, True)
    assert said["words"] == len(masked.read(out).words) > 10


@pytest.mark.parametrize("command", [("clarify", "train-encoder"), ("steps", "train-masked")])
def test_no_text_is_one_sentence(tacit, texts, tmp_path, command):
    texts.write_text(" \n")
    shown = tacit(*command, texts, "--out", tmp_path / "model")
    assert shown.code == 2
    assert shown.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [("clarify", "train-encoder"), ("steps", "train-masked")])
def test_a_file_where_the_model_should_go_is_said_before_anything_is_learnt(tacit, texts, tmp_path, command):
    taken = tmp_path / "notes.md"
    taken.write_text("mine")
    shown = tacit(*command, texts, "--out", taken)
    assert (shown.code, shown.stderr) == (2, f"tacit: {taken}: cannot be written (File exists)\n")
    assert taken.read_text() == "mine"

from __future__ import annotations

import json

import numpy as np
import pytest
from steps.made_steps import templates, write

from tacit.backbones import vectors


@pytest.fixture(autouse=True)
def small_vectors(monkeypatch):
    made = vectors.WordVectors(["take", "the"], np.ones((2, 8), dtype=np.float32))
    monkeypatch.setattr(vectors, "load", lambda: made)


@pytest.fixture
def kitchen(tmp_path):
    return write(tmp_path / "kitchen.tsv", templates())


@pytest.fixture
def model(tacit, kitchen, tmp_path):
    folder = tmp_path / "model"
    made = last_json(
        tacit("steps", "train", "--system", "transducer", "--train", kitchen, "--epochs", 1, "--out", folder, "--json")
    )
    assert made == {"system": "transducer", "templates": 16, "output": str(folder)}
    return f"transducer:{folder}"


def last_json(outcome):
    assert outcome.code == 0, outcome.stderr
    return json.loads(outcome.stdout)


def test_train_shows_loss_and_time_and_leaves_a_whole_folder(tacit, kitchen, tmp_path, monkeypatch):
    monkeypatch.setattr("tacit.cli.common.output.MINUTE", 0.0)
    outcome = tacit("steps", "train", "--system", "lm", "--train", kitchen, "--epochs", 2, "--out", tmp_path / "lm")
    assert outcome.code == 0
    assert "likelihood: epoch 2, loss" in outcome.stderr
    assert "left" in outcome.stderr
    assert sorted(path.name for path in (tmp_path / "lm").iterdir()) == [
        "config.json",
        "seen.npz",
        "weights.safetensors",
    ]


def test_cloze_with_a_trained_model(tacit, kitchen, model):
    figures = last_json(tacit("steps", "cloze", "--system", model, "--test", kitchen, "--keep-seen", "--json", "-q"))
    assert (figures["system"], figures["n"], figures["blanks"], figures["words"]) == (model, 16, 32, 32)
    for name in ("oracle_match", "oracle_top5", "greedy_match", "greedy_top5"):
        assert 0 <= figures[name] <= 1
    assert figures["alignment_length"] >= 1
    assert figures["surprisal"] > 0
    assert "comparison" not in figures


def test_cloze_against_itself_finds_no_difference(tacit, kitchen, model):
    arguments = ("steps", "cloze", "--system", model, "--against", model, "--test", kitchen, "--keep-seen")
    found = last_json(tacit(*arguments, "--json", "-q"))["comparison"]
    assert {(each["difference"], each["p"]) for each in found["metrics"]} == {(0, 1)}
    assert "intervals by bootstrap" in tacit(*arguments).stdout


def test_cloze_trains_first_and_knows_a_bar(tacit, kitchen, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("sieve\nwhisk\n")
    arguments = ("--system", "lm", "--train", kitchen, "--test", kitchen, "--epochs", 1, "--approved", words)
    outcome = tacit("steps", "cloze", *arguments, "--keep-seen", "--bar", 1)
    assert outcome.code == 1
    assert "oracle top5" in outcome.stdout


def test_cloze_names_the_line_of_a_bad_template(tacit, tmp_path):
    (tmp_path / "bad.tsv").write_text("mix it\tstir it\t0 1\nmix it\tstir it well\t0 1\n")
    outcome = tacit("steps", "cloze", "--system", "lm", "--test", tmp_path / "bad.tsv")
    assert outcome.code == 2
    assert "bad.tsv, line 2: 2 tags for 3 words; there must be one for each" in outcome.stderr


def test_cloze_lists_the_systems_there_are(tacit, kitchen):
    outcome = tacit("steps", "cloze", "--system", "magic", "--test", kitchen)
    assert outcome.code == 2
    assert "transducer-param" in outcome.stderr


def test_make_cloze(tacit, tmp_path, kitchen):
    pairs, out, words = tmp_path / "pairs.tsv", tmp_path / "out.tsv", tmp_path / "words.txt"
    pairs.write_text("drain it\tget a sieve\nstir\tstir\n")
    options = ("--learn-from", kitchen, "--min-count", 4, "--words", words, "--out", out)
    made = last_json(tacit("steps", "make-cloze", pairs, *options, "--json", "-q"))
    assert made["templates"] == 1
    assert out.read_text() == "drain it\tget a sieve\t1 1 0\n"
    assert "sieve" in words.read_text().split()
    (tmp_path / "own.txt").write_text("get\n")
    tacit("steps", "make-cloze", pairs, "--approved", tmp_path / "own.txt", "--out", out)
    assert out.read_text() == "drain it\tget a sieve\t0 1 1\n"


def test_align(tacit, model, tmp_path):
    arguments = ("steps", "align", "Drain the pasta.", "Take a sieve, then tip.", "--system", model)
    plain = last_json(tacit(*arguments, "--json"))
    assert plain["abstract"] == ["drain", "the", "pasta", "."]
    assert len(plain["alignment"]) == len(plain["concrete"]) == 7
    assert " ".join(span["concrete"] for span in plain["spans"]) == "take a sieve , then tip ."
    assert "sieve" in tacit(*arguments).stdout
    assert tacit(*arguments, "--svg", tmp_path / "a.svg").code == 0
    assert (tmp_path / "a.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("abstract", "message"), [("", "the instruction is empty"), ("stir " * 2000, "2,000 words; at most 300")]
)
def test_align_refuses_what_is_no_instruction(tacit, model, abstract, message):
    outcome = tacit("steps", "align", abstract, "stir", "--system", model)
    assert outcome.code == 2
    assert message in outcome.stderr


def test_align_takes_words_that_nobody_knows(tacit, model):
    assert tacit("steps", "align", "xyzzy plugh", "frobnicate 日本語", "--system", model).code == 0


def test_align_needs_a_system_that_aligns(tacit, kitchen, tmp_path):
    tacit("steps", "train", "--system", "lm", "--train", kitchen, "--epochs", 1, "--out", tmp_path / "lm")
    outcome = tacit("steps", "align", "stir", "stir", "--system", f"lm:{tmp_path / 'lm'}")
    assert outcome.code == 2
    assert "does not align words" in outcome.stderr


def test_knowledge(tacit, model, kitchen, tmp_path):
    found = last_json(tacit("steps", "knowledge", "Pasta", "sieve", "--min-count", 1, "--system", model, "--json"))
    assert set(found) == {"uses", "needs", "concrete_for", "abstract_for"}
    assert found["uses"]["sieve"]
    assert set(found["concrete_for"]) == {"pasta", "sieve"}
    own = ("steps", "knowledge", "--corpus", kitchen, "--out", tmp_path, "--system", model, "--concrete")
    assert "concrete" in tacit(*own).stdout
    assert (tmp_path / "knowledge.json").exists()
    only = last_json(tacit(*own[:-1], "--abstract", "--json", "-q"))
    assert list(only) == ["concrete_for"]


def test_knowledge_writes_only_what_it_learnt(tacit, model, tmp_path):
    outcome = tacit("steps", "knowledge", "--out", tmp_path, "--system", model)
    assert outcome.code == 2
    assert "name it with --corpus" in outcome.stderr


def test_cloze_in_an_open_vocabulary_and_by_the_appendix(tacit, kitchen, model, tmp_path):
    arguments = ("steps", "cloze", "--system", model, "--test", kitchen, "--keep-seen", "--json", "-q")
    opened = last_json(tacit(*arguments, "--answers", "open"))
    assert (opened["answers"], opened["decoding"]) == ("open", "marginal")
    assert opened["surprisal"] > last_json(tacit(*arguments))["surprisal"]
    slots = last_json(tacit(*arguments, "--decoding", "paper"))
    assert (slots["answers"], slots["decoding"], slots["n"]) == ("restricted", "paper", 16)
    (tmp_path / "words.txt").write_text("sieve\n")
    done = tacit(*arguments, "--answers", "open", "--approved", tmp_path / "words.txt")
    assert (done.code, "leave out --approved" in done.stderr) == (2, True)
    tacit("steps", "train", "--system", "lm", "--train", kitchen, "--epochs", 1, "--out", tmp_path / "lm")
    done = tacit("steps", "cloze", "--system", f"lm:{tmp_path / 'lm'}", "--test", kitchen, "--decoding", "paper",
                 "--keep-seen")  # fmt: skip
    assert (done.code, "take a transducer" in " ".join(done.stderr.split())) == (2, True)


def test_fill_one_instruction(tacit, model):
    arguments = ("steps", "fill", "drain the pasta .", "Take a ___ and ___ the pasta.", "--system", model)
    plain = last_json(tacit(*arguments, "--decoding", "paper", "--json"))
    assert plain["filled"][:2] == ["take", "a"]
    assert [each["place"] for each in plain["blanks"]] == [2, 4]
    assert [plain["filled"][each["place"]] for each in plain["blanks"]] == [
        each["words"][0] for each in plain["blanks"]
    ]
    assert "blank 2" in tacit(*arguments).stdout
    done = tacit("steps", "fill", "drain it", "take a sieve", "--system", model)
    assert (done.code, "there is no blank to fill" in done.stderr) == (2, True)


def test_the_prior_is_an_option_of_training(tacit, kitchen, tmp_path):
    arguments = ("steps", "train", "--train", kitchen, "--epochs", 1, "--prior", 2, "--out", tmp_path / "model")
    assert tacit(*arguments, "--system", "transducer-param").code == 0
    done = tacit(*arguments, "--system", "lm")
    assert (done.code, "does not take all of the options" in done.stderr) == (2, True)

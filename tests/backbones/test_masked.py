"""The masked language model: places, words, training and folders on a tiny encoder; sense on the shipped one."""

from __future__ import annotations

import gzip
import json
from math import exp

import numpy as np
import pytest
import torch
from backbones.tiny import tiny_encoder
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.backbones import encoder, masked, masked_training
from tacit.errors import InputError

VOCABULARY = ("sieve", "whisk", "knife", "ladle", "pasta", "eggs", "bread", "soup")
TEXTS = [
    f"{verb} the {thing} with a {tool} ."
    for verb in ("cut", "mix", "serve")
    for thing, tool in (("pasta", "sieve"), ("eggs", "whisk"), ("bread", "knife"), ("soup", "ladle"))
]


@pytest.fixture
def tiny(monkeypatch):
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    monkeypatch.setattr(encoder, "fresh", tiny_encoder)
    yield
    torch.set_num_threads(threads)


@pytest.fixture
def model(tiny):
    return masked.untrained(VOCABULARY)


def test_probabilities_of_all_words_add_up(model):
    [fillers] = model.fill("Mix the eggs with a [MASK].", 100)
    assert sum(exp(filler.log_probability) for filler in fillers) == pytest.approx(1, abs=1e-4)
    assert {filler.word for filler in fillers} == set(VOCABULARY)
    assert [filler.log_probability for filler in fillers] == sorted((f.log_probability for f in fillers), reverse=True)


def test_every_mask_gets_its_words(model):
    assert [len(fillers) for fillers in model.fill("Take a [MASK] and a [MASK] and a [MASK].", 2)] == [2, 2, 2]


def test_several_texts_at_once_are_as_one_by_one(model):
    texts = ["Take a [MASK].", "Cut the bread with the [MASK] and put the soup in the pot.", "[MASK]"]
    together = model.fill_many(texts, 3)
    for text, fillers in zip(texts, together, strict=True):
        for one, other in zip(model.fill(text, 3)[0], fillers[0], strict=True):
            assert one.word == other.word
            assert one.log_probability == pytest.approx(other.log_probability, abs=1e-4)


def test_a_word_of_two_pieces_is_one_mask(model):
    passage = model.passage("Take a Ladle.")
    assert [len(pieces) for pieces in passage.pieces] == [1, 1, 2, 1]
    assert passage.numbers == (-1, -1, VOCABULARY.index("ladle"), -1)
    gap = model.masked(passage, [2])
    assert len(gap.tokens) == 6
    assert gap.places == [3]
    assert gap.tokens == model.gap("take a [MASK] .").tokens


def test_text_without_mask(model):
    with pytest.raises(InputError, match=r"has no \[MASK\]"):
        model.fill("Take a knife.")


def test_far_apart_masks(model):
    with pytest.raises(InputError, match="fill the text in parts"):
        model.fill("[MASK]" + " soup" * 2000 + " [MASK]")


@given(before=st.integers(0, 3000), after=st.integers(0, 3000), between=st.integers(0, 200))
@settings(deadline=None, max_examples=50)
def test_a_long_text_is_read_around_its_masks(before, after, between):
    first, last, length = before, before + between, before + between + 1 + after
    start, end = masked._window(length, first, last)
    assert 0 <= start <= first
    assert last < end <= length
    assert end - start == min(length, masked.LONGEST - 2)


def test_text_of_thousands_of_words(model):
    [fillers] = model.fill("soup " * 2000 + "with a [MASK]" + " soup" * 2000, 1)
    assert fillers[0].word in VOCABULARY


def test_training_learns(tiny, monkeypatch):
    monkeypatch.setattr(masked_training, "RATE", 2e-2)

    def tool_score(model):
        gaps = [model.masked(model.passage(text), [5]) for text in TEXTS]
        rows = model.log_probabilities(gaps)
        return np.mean([row[0, model.numbers[text.split()[5]]] for row, text in zip(rows, TEXTS, strict=True)])

    before, unfinished = masked_training.train(TEXTS, epochs=40, rarest=1, seed=5, minutes=0)
    after, finished = masked_training.train(TEXTS, epochs=40, rarest=1, seed=5)
    assert (unfinished, finished) == (False, True)
    assert tool_score(after) > tool_score(before) + 0.3


def test_a_cut_training_ends_as_a_whole_one(tiny, tmp_path):
    steps = []
    options = {"epochs": 12, "rarest": 1, "seed": 5}
    whole, _ = masked_training.train(TEXTS, **options, progress=lambda _, *step: steps.append(step))
    assert steps == [(step, 12) for step in range(1, 13)]
    checkpoint = tmp_path / "checkpoint.safetensors"

    class Cut(Exception):
        pass

    def cut(_what, step, _steps):
        if step == 5:
            raise Cut

    with pytest.raises(Cut):
        masked_training.train(TEXTS, **options, checkpoint=checkpoint, progress=cut)
    resumed, _ = masked_training.train(TEXTS, **options, checkpoint=checkpoint)
    text = "mix the eggs with a [MASK] ."
    assert resumed.fill(text, 4) == whole.fill(text, 4)


def test_no_time_leaves_training_unfinished(tiny, tmp_path):
    _, finished = masked_training.train(TEXTS, rarest=1, minutes=0, checkpoint=tmp_path / "checkpoint")
    assert not finished


def test_checkpoint_of_another_training(tiny, tmp_path):
    checkpoint = tmp_path / "checkpoint"
    masked_training.train(TEXTS, rarest=1, minutes=0, checkpoint=checkpoint)
    with pytest.raises(InputError, match="another training"):
        masked_training.train(TEXTS, rarest=1, epochs=2, minutes=0, checkpoint=checkpoint)
    checkpoint.write_bytes(b"not a checkpoint")
    with pytest.raises(InputError, match="not a whole"):
        masked_training.train(TEXTS, rarest=1, minutes=0, checkpoint=checkpoint)


def test_too_little_text(tiny):
    with pytest.raises(InputError, match="give more text"):
        masked_training.train(["stir"], rarest=2)


@given(seed=st.integers(0, 1000))
@settings(deadline=None, max_examples=30)
def test_at_least_one_known_word_is_hidden(seed):
    passage = masked.WordPassage(((5,), (6,), (7, 8)), (-1, 0, 1))
    hidden = masked_training.choose(passage, np.array([0.01, 0.3]), np.random.default_rng(seed))
    assert hidden
    assert set(hidden) <= {1, 2}


def test_folder_brings_the_model_back(model, tmp_path):
    model.save(tmp_path / "model")
    [saved], [read] = (m.fill("use a [MASK] .", 8) for m in (model, masked.read(tmp_path / "model")))
    assert [filler.word for filler in read] == [filler.word for filler in saved]
    assert [f.log_probability for f in read] == pytest.approx([f.log_probability for f in saved], abs=0.05)


def test_tampered_weights(model, tmp_path):
    model.save(tmp_path)
    differences = tmp_path / "differences.safetensors.gz"
    weights = bytearray(gzip.decompress(differences.read_bytes()))
    weights[-1] ^= 1
    differences.write_bytes(gzip.compress(weights))
    with pytest.raises(InputError, match="weights are not those"):
        masked.read(tmp_path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 99}, "another version of tacit"),
        ({"kind": "soup"}, "of the kind 'soup'"),
        ({"words": []}, "words is empty"),
        ({"words": "sieve"}, "words is .sieve., not a list"),
        ({"words": ["sieve"]}, "other shapes"),
    ],
)
def test_configuration_that_does_not_fit(model, tmp_path, changes, message):
    model.save(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps(config | changes))
    with pytest.raises(InputError, match=message):
        masked.read(tmp_path)


def test_folder_without_model(tiny, tmp_path):
    with pytest.raises(InputError, match="cannot be read as a model"):
        masked.read(tmp_path)
    (tmp_path / "config.json").write_text("{")
    with pytest.raises(InputError, match="not JSON"):
        masked.read(tmp_path)


@pytest.mark.models
def test_shipped_model_knows_what_cuts():
    [fillers] = masked.load().fill("use a sharp [MASK] to cut the onion into slices .", 5)
    assert "knife" in [filler.word for filler in fillers]

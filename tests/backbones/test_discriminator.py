"""The discriminator: what it is shown, training and folders on a tiny encoder; sense on the shipped one."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from backbones.tiny import tiny_encoder

from tacit.backbones import discriminator, discriminator_training, encoder, masked
from tacit.backbones.discriminator_training import doubt_loss, replaced
from tacit.errors import InputError, MissingBackboneError

VOCABULARY = ("sieve", "whisk", "knife", "ladle", "pasta", "eggs", "bread", "soup")
TEXTS = [
    f"{verb} the {thing} with a {tool} ."
    for verb in ("cut", "mix", "serve", "stir")
    for thing, tool in (("pasta", "sieve"), ("eggs", "whisk"), ("bread", "knife"), ("soup", "ladle"))
]


@pytest.fixture
def generator(monkeypatch):
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    monkeypatch.setattr(encoder, "fresh", tiny_encoder)
    model = masked.untrained(VOCABULARY)
    monkeypatch.setattr(masked, "load", lambda: model)
    yield model
    torch.set_num_threads(threads)


def words(generator, tokens):
    return generator.tokenizer.decode(tokens).replace(" ##", "").split()


@pytest.mark.parametrize("seed", range(5))
def test_labels_say_which_tokens_are_not_what_stood_there(generator, seed):
    passages = [generator.passage(text) for text in TEXTS]
    shares = np.full(len(VOCABULARY), 0.5)
    tokens, labels = replaced(generator, passages, shares, np.random.default_rng(seed))
    assert {1, 0, -1} == {label for row in labels for label in row}
    for text, row, said in zip(TEXTS, tokens, labels, strict=True):
        pairs = zip(words(generator, row[1:-1]), text.split(), strict=True)
        doubted = [token for token, label in zip(row, said, strict=True) if label == 1]
        assert words(generator, doubted) == [word for word, other in pairs if word != other]
        assert {label for token, label in zip(row, said, strict=True) if token in (2, 3)} == {-1}


def test_a_word_the_generator_does_not_know_is_neither(generator):
    [tokens], [labels] = replaced(
        generator, [generator.passage("boil eggs")], np.full(len(VOCABULARY), 1e-9), np.random.default_rng(1)
    )
    assert labels[:2] == [-1, -1]
    assert len(tokens) == len(labels)


def test_loss_of_a_network_without_opinion(generator):
    model = discriminator.untrained()
    with torch.no_grad():
        model.network.doubt.weight.zero_()
        model.network.doubt.bias.zero_()
    assert doubt_loss(model, [[2, 7, 3], [2, 3]], [[-1, 1, -1], [0, -1]]).item() == pytest.approx(np.log(2))


def test_training_learns(generator, monkeypatch):
    monkeypatch.setattr(discriminator_training, "RATE", 1e-2)
    losses = []
    model, finished = discriminator_training.train(
        TEXTS, epochs=150, seed=5, progress=lambda what, *_: losses.append(float(what.removeprefix("training: loss ")))
    )
    assert finished
    assert np.mean(losses[-20:]) < np.mean(losses[:20]) - 0.1
    doubts = dict(model.doubts("cut the bread with a whisk ."))
    assert list(doubts) == ["cut", "the", "bread", "with", "a", "whisk", "."]
    assert doubts["whisk"] > dict(model.doubts("cut the bread with a knife ."))["knife"]


def test_a_cut_training_ends_as_a_whole_one(generator, tmp_path):
    whole, _ = discriminator_training.train(TEXTS, epochs=6, seed=5)
    checkpoint = tmp_path / "checkpoint.safetensors"

    def cut(_what, step, _steps):
        if step == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        discriminator_training.train(TEXTS, epochs=6, seed=5, checkpoint=checkpoint, progress=cut)
    resumed, _ = discriminator_training.train(TEXTS, epochs=6, seed=5, checkpoint=checkpoint)
    assert resumed.doubts("mix the soup .") == whole.doubts("mix the soup .")


def test_texts_of_unknown_words(generator):
    with pytest.raises(InputError, match="knows no word of the texts"):
        discriminator_training.train(["Boil water."])


def test_it_starts_from_what_the_generator_has_learnt(generator):
    with torch.no_grad():
        for value in generator.network.encoder.parameters():
            value.mul_(0.5)
    model, _ = discriminator_training.train(TEXTS, seed=5, minutes=0)
    pairs = zip(model.network.encoder.parameters(), generator.network.encoder.parameters(), strict=True)
    assert all(torch.equal(one, other) for one, other in pairs)


def test_folder_brings_the_model_back(generator, tmp_path):
    model = discriminator.untrained()
    model.save(tmp_path)
    again = discriminator.load(tmp_path)
    shown = "mix the eggs with a ladle ."
    assert again.doubts(shown) == [(token, pytest.approx(doubt, abs=0.05)) for token, doubt in model.doubts(shown)]
    assert again.encoder.model is again.network.encoder


def test_an_encoder_is_named_by_its_folder(generator, monkeypatch, tmp_path):
    model = discriminator.untrained()
    with torch.no_grad():
        model.network.encoder.encoder.layer[1].output.dense.bias.fill_(7)
    model.save(tmp_path)
    [*_, layer] = discriminator.encoder_named(str(tmp_path)).model.encoder.layer
    assert layer.output.dense.bias.tolist() == [7] * 24
    monkeypatch.setattr(encoder, "fresh", lambda name: f"the one called {name}")
    assert discriminator.encoder_named("bert") == "the one called bert"


def test_folder_of_another_kind(generator, tmp_path):
    generator.save(tmp_path / "masked")
    with pytest.raises(InputError, match="of the kind 'masked language model'"):
        discriminator.fresh(tmp_path / "masked")


def test_missing_model_names_the_command(monkeypatch, tmp_path):
    monkeypatch.setattr(discriminator, "SHIPPED", tmp_path)
    with pytest.raises(MissingBackboneError, match="tacit clarify train-encoder"):
        discriminator.fresh()


@pytest.mark.models
def test_shipped_model_doubts_what_does_not_belong():
    def doubt(text: str, word: str) -> float:
        return dict(discriminator.load().doubts(text))[word]

    for text, fits, does_not in [
        ("Use a sharp {} to cut the onion into slices.", "knife", "pillow"),
        ("Pour the hot {} into a cup and add some milk.", "tea", "door"),
        ("She was tired, so she went to {} early.", "bed", "soup"),
        ("Wash your {} with soap before you eat.", "hands", "roads"),
    ]:
        assert doubt(text.format(does_not), does_not) > 2 * doubt(text.format(fits), fits)

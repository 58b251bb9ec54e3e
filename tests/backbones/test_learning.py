"""A training that was cut and goes on ends as if it never was."""

import json

import pytest
import torch
from backbones.tiny import tiny_encoder

from tacit.backbones import encoder, masked_training
from tacit.backbones.learning import Learner, content_hash, cut, length_batches
from tacit.errors import InputError


def network():
    torch.manual_seed(1)
    return torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Dropout(0.5), torch.nn.Linear(8, 1))


def learner(module, steps=12):
    inputs = torch.arange(48.0).reshape(12, 4) / 48

    def loss_at(step):
        return (module(inputs[step]) - inputs[step].sum()).square().mean()

    return Learner(module, steps=steps, rate=0.05), loss_at


def test_it_learns_what_it_can():
    module = network().eval()
    training, loss_at = learner(module)
    before = sum(loss_at(step).item() for step in range(12))
    assert training.run(loss_at)
    assert sum(loss_at(step).item() for step in range(12)) < before


@pytest.mark.parametrize("at", [1, 5, 11])
def test_cutting_a_training_changes_nothing(at, tmp_path):
    whole = network()
    training, loss_at = learner(whole)
    torch.manual_seed(2)
    training.run(loss_at)

    module = network()
    training, loss_at = learner(module)

    def until_cut(step):
        if step == at:
            raise KeyboardInterrupt
        return loss_at(step)

    torch.manual_seed(2)
    with pytest.raises(KeyboardInterrupt):
        training.run(until_cut, checkpoint=tmp_path / "training.safetensors")
    torch.manual_seed(99)
    other = network()
    training, loss_at = learner(other)
    assert training.run(loss_at, checkpoint=tmp_path / "training.safetensors")
    for one, again in zip(whole.parameters(), other.parameters(), strict=True):
        assert torch.equal(one, again)


def test_a_checkpoint_of_another_training_is_refused(tmp_path):
    training, loss_at = learner(network())
    training.run(loss_at, checkpoint=tmp_path / "training.safetensors")
    longer, loss_at = learner(network(), steps=20)
    with pytest.raises(InputError, match="checkpoint of another training"):
        longer.run(loss_at, checkpoint=tmp_path / "training.safetensors")
    (tmp_path / "training.safetensors").write_bytes(b"nothing")
    with pytest.raises(InputError, match="not a whole"):
        longer.run(loss_at, checkpoint=tmp_path / "training.safetensors")


def test_each_epoch_has_every_sequence_once():
    lengths = [3, 1, 4, 1, 5, 9, 2, 6]
    batches = length_batches(lengths, tokens=10, epochs=2, seed=1)
    seen = [number for batch in batches for number in batch]
    assert sorted(seen) == sorted([*range(8), *range(8)])
    assert all(max(lengths[number] for number in batch) * len(batch) <= 10 for batch in batches)
    assert cut([0], [99], 10) == [[0]]


def test_a_checkpoint_about_other_data_of_the_same_shape_is_refused(tmp_path):
    checkpoint = tmp_path / "training.safetensors"
    module = network()
    _, loss_at = learner(module)
    about = content_hash(1, ["a text"])
    assert Learner(module, steps=12, rate=0.05, about=about).run(loss_at, checkpoint=checkpoint)
    assert Learner(network(), steps=12, rate=0.05, about=about).run(loss_at, checkpoint=checkpoint)
    for other in (content_hash(2, ["a text"]), content_hash(1, ["another"]), ""):
        with pytest.raises(InputError, match="checkpoint of another training"):
            Learner(network(), steps=12, rate=0.05, about=other).run(loss_at, checkpoint=checkpoint)


def test_a_learner_that_is_told_nothing_of_its_data_signs_as_before():
    signed = json.loads(learner(network())[0]._signature())
    assert signed[:2] == [12, 0.05]
    assert len(signed) == 4


def test_a_masked_model_does_not_go_on_with_other_texts_or_another_seed(monkeypatch, tmp_path):
    monkeypatch.setattr(encoder, "fresh", tiny_encoder)
    checkpoint, options = tmp_path / "masked.safetensors", {"rarest": 1, "minutes": 0}
    masked_training.train(["mix eggs", "cut bread"], seed=1, **options, checkpoint=checkpoint)
    masked_training.train(["mix eggs", "cut bread"], seed=1, **options, checkpoint=checkpoint)
    for texts, seed in ((["mix eggs", "cut bread"], 2), (["mix bread", "cut eggs"], 1)):
        with pytest.raises(InputError, match="checkpoint of another training"):
            masked_training.train(texts, seed=seed, **options, checkpoint=checkpoint)

"""A step and a checkpoint, which all trainings share."""

import pytest

from tacit.errors import InputError

torch = pytest.importorskip("torch")

from tacit.learning.training import Checkpoint, part_of, set_rate, take_step  # noqa: E402


def made():
    weight = torch.nn.Parameter(torch.tensor([1.0, -2.0]))
    return weight, torch.optim.Adam([weight], lr=0.1)


def go(weight, optimiser, steps, *, first=0):
    for step in range(first, first + steps):
        set_rate(optimiser, 0.1 / (step + 1))
        take_step((weight * (step + 1)).square().sum(), optimiser, [weight], largest_gradient=1.0)


def test_a_step_is_no_longer_than_allowed():
    weight = torch.nn.Parameter(torch.tensor([3.0, 4.0]))
    take_step((weight * 100).sum(), torch.optim.SGD([weight], lr=1.0), [weight], largest_gradient=0.5)
    assert torch.linalg.norm(weight.detach() - torch.tensor([3.0, 4.0])).item() == pytest.approx(0.5, abs=1e-3)


def test_a_training_that_was_cut_ends_as_one_that_was_not(tmp_path):
    whole, optimiser = made()
    go(whole, optimiser, 6)
    cut, optimiser = made()
    go(cut, optimiser, 3)
    checkpoint = Checkpoint(tmp_path / "new" / "kept.safetensors", "ours")
    checkpoint.keep({"now.weight": cut}, optimiser, {"step": 3})
    again, optimiser = made()
    with checkpoint.restored(optimiser) as (tensors, standing), torch.no_grad():
        again.copy_(part_of(tensors, "now.")["weight"])
    go(again, optimiser, 3, first=standing["step"])
    assert torch.equal(again, whole)


def test_what_is_wrong_with_a_checkpoint_is_one_sentence(tmp_path):
    path = tmp_path / "kept.safetensors"
    weight, optimiser = made()
    Checkpoint(path, "ours").keep({"now.weight": weight}, optimiser, {"step": 1})
    with (
        pytest.raises(InputError, match="a checkpoint of another training"),
        Checkpoint(path, "theirs").restored(optimiser),
    ):
        pass
    with (
        pytest.raises(InputError, match="not a whole checkpoint: 'epoch'"),
        Checkpoint(path, "ours").restored(optimiser) as (_, standing),
    ):
        standing["epoch"]
    path.write_bytes(path.read_bytes()[:20])
    with pytest.raises(InputError, match="not a whole"), Checkpoint(path, "ours").restored(optimiser):
        pass

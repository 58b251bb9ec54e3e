import pytest
import torch

from tacit.backbones.lowrank import add_low_rank, load_low_rank, low_rank_state, merge_low_rank
from tacit.errors import InputError


def layer(seed: int = 0) -> torch.nn.Module:
    torch.manual_seed(seed)
    return torch.nn.Sequential(torch.nn.Linear(6, 5), torch.nn.ReLU(), torch.nn.Linear(5, 4))


STATES = torch.linspace(-1, 1, 12).view(2, 6)


def adapted() -> torch.nn.Module:
    module = layer()
    parameters = add_low_rank([module], ["0"], rank=2)
    for parameter in parameters:
        torch.nn.init.normal_(parameter)
    return module


def test_it_starts_as_the_original():
    module = layer()
    before = module(STATES)
    add_low_rank([module], ["0", "2"], rank=2)
    assert torch.equal(module(STATES), before)


def test_only_the_thin_maps_learn():
    module = layer()
    parameters = add_low_rank([module], ["0"], rank=2)
    assert [tuple(parameter.shape) for parameter in parameters] == [(2, 6), (5, 2)]
    module(STATES).sum().backward()
    assert all(parameter.grad is not None for parameter in parameters)
    assert module[2].weight.grad is None


def test_merged_is_the_same_map():
    module = adapted()
    before = module(STATES)
    merge_low_rank([module])
    assert torch.allclose(module(STATES), before, atol=1e-6)
    assert isinstance(module[0], torch.nn.Linear)


def test_saved_and_loaded_is_the_same():
    module, other = adapted(), layer()
    add_low_rank([other], ["0"], rank=2)
    load_low_rank([other], low_rank_state([module]))
    assert torch.equal(other(STATES), module(STATES))


def missing(state):
    state.popitem()


def not_a_number(state):
    state.update({name: values * torch.nan for name, values in state.items()})


@pytest.mark.parametrize("spoil", [missing, not_a_number])
def test_an_adaptation_that_does_not_fit_is_refused(spoil):
    module = adapted()
    state = low_rank_state([module])
    spoil(state)
    with pytest.raises(InputError, match="adaptation"):
        load_low_rank([module], state)

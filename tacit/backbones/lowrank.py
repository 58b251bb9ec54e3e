"""Low-rank adaptation (Hu et al. 2022): a large model learns with few numbers, and they are small enough to ship.

Beside a frozen linear map W stands the product of two thin matrices: y = Wx + s·B(Ax). B starts at zero, so that
the adapted model starts as the original.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tacit.errors import InputError
from tacit.extras import require

if TYPE_CHECKING:
    from torch import Tensor, nn
else:
    nn = require("torch.nn", extra="neural")

LLAMA_MAPS = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
"""All linear maps of a layer of a Llama-like model."""


class LowRank(nn.Module):
    """A linear map with its adaptation."""

    def __init__(self, base: nn.Linear, rank: int, scale: float) -> None:
        super().__init__()
        self.base = base
        self.scale = scale
        self.down = nn.Linear(base.in_features, rank, bias=False)
        self.up = nn.Linear(rank, base.out_features, bias=False)
        nn.init.zeros_(self.up.weight)

    def forward(self, states: Tensor) -> Tensor:
        """Both paths together."""
        adapted: Tensor = self.base(states) + self.scale * self.up(self.down(states))
        return adapted


def add_low_rank(modules: Sequence[Any], names: Sequence[str], *, rank: int = 8, scale: float = 2.0) -> list[Any]:
    """Adapt every linear map of these modules (layers, say) whose name ends in one of `names`.

    All their own parameters are frozen; the new ones are returned, to be given to an optimiser.
    """
    for module in modules:
        for parameter in module.parameters():
            parameter.requires_grad_(False)
        for parent, name, child in list(_linear_maps(module)):
            if name in names:
                setattr(parent, name, LowRank(child, rank, scale))
    return [parameter for module in modules for parameter in module.parameters() if parameter.requires_grad]


def low_rank_state(modules: Sequence[Any]) -> dict[str, Tensor]:
    """The adaptation alone, by names that `load_low_rank` understands."""
    return {name: map.weight.detach().clone() for name, map in _thin_maps(modules)}


def load_low_rank(modules: Sequence[Any], state: Mapping[str, Tensor]) -> None:
    """Put an adaptation into modules that `add_low_rank` has prepared in the same way."""
    torch = require("torch", extra="neural")
    wanted = dict(_thin_maps(modules))
    if wanted.keys() != state.keys():
        raise InputError("the adaptation was made for another model or with other settings")
    for name, map in wanted.items():
        if map.weight.shape != state[name].shape or not torch.isfinite(state[name]).all():
            raise InputError(f"the adaptation has no usable numbers for {name}")
        map.weight.data.copy_(state[name])


def merge_low_rank(modules: Sequence[Any]) -> None:
    """Add the adaptation to the weights it stands beside, so that using it costs nothing."""
    for module in modules:
        for parent, name, child in list(_linear_maps(module, LowRank)):
            child.base.weight.data += child.scale * child.up.weight.data @ child.down.weight.data
            setattr(parent, name, child.base)


def _thin_maps(modules: Sequence[Any]) -> Iterator[tuple[str, nn.Linear]]:
    for number, module in enumerate(modules):
        for name, child in module.named_modules():
            if isinstance(child, LowRank):
                yield f"{number}.{name}.down", child.down
                yield f"{number}.{name}.up", child.up


def _linear_maps(module: Any, kind: type = nn.Linear) -> Iterator[tuple[Any, str, Any]]:
    """Each map of that kind with its parent and its name there."""
    for parent in module.modules():
        for name, child in parent.named_children():
            if isinstance(child, kind):
                yield parent, name, child

"""What every training of a network shares: how a step is taken, and a checkpoint from which one that was cut goes on.

What is tried in which order, at which rate and for how long, is the recipe of each training.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.errors import InputError
from tacit.extras import require
from tacit.files import make_folder
from tacit.learning.tensors import read_tensors, write_tensors

if TYPE_CHECKING:
    from torch import Tensor
    from torch.optim import Optimizer

CHECKPOINT_VERSION = 2


def take_step(loss: Tensor, optimiser: Optimizer, parameters: Sequence[Tensor], *, largest_gradient: float) -> None:
    """One step down the slope, no longer than is allowed."""
    torch: Any = require("torch", extra="neural")
    optimiser.zero_grad()
    torch.autograd.backward(loss)
    torch.nn.utils.clip_grad_norm_(parameters, largest_gradient)
    optimiser.step()


def set_rate(optimiser: Optimizer, rate: float) -> None:
    """The learning rate of the next step."""
    for group in optimiser.param_groups:
        group["lr"] = rate


class Checkpoint:
    """A file with all that a training needs to go on; `training` names what must be the same: data, options, seed."""

    def __init__(self, path: Path, training: str) -> None:
        self.path = path
        self.training = training

    def keep(self, tensors: Mapping[str, Tensor], optimiser: Optimizer, standing: Mapping[str, Any]) -> None:
        """Write tensors, the optimiser's moments and how far the training is, whole or not at all."""
        moments = {
            f"moments.{number}.{name}": value
            for number, values in optimiser.state_dict()["state"].items()
            for name, value in values.items()
        }
        about = {"version": CHECKPOINT_VERSION, "training": self.training, "standing": dict(standing)}
        make_folder(self.path.parent)
        write_tensors(self.path, {**tensors, **moments}, {"about": json.dumps(about)})

    @contextmanager
    def restored(self, optimiser: Optimizer) -> Iterator[tuple[dict[str, Tensor], dict[str, Any]]]:
        """What `keep` wrote for the same training, the moments put back; what is missing in it is one sentence."""
        try:
            tensors, metadata = read_tensors(self.path)
            about = json.loads(metadata["about"])
            if about["version"] != CHECKPOINT_VERSION:
                raise InputError(
                    f"a checkpoint of version {about['version']}, not {CHECKPOINT_VERSION}; delete it to start anew",
                    path=self.path,
                )
            if about["training"] != self.training:
                raise InputError(
                    "a checkpoint of another training (other data, options or seed); delete it or name another",
                    path=self.path,
                )
            _set_moments(optimiser, part_of(tensors, "moments."))
            yield tensors, about["standing"]
        except (KeyError, TypeError, ValueError, AttributeError, RuntimeError) as error:
            raise InputError(f"not a whole checkpoint: {error}", path=self.path) from None


def part_of(tensors: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    """The tensors whose names begin so, by the rest of their names."""
    return {name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)}


def _set_moments(optimiser: Optimizer, moments: Mapping[str, Tensor]) -> None:
    state = optimiser.state_dict()
    for name, value in moments.items():
        number, _, moment = name.partition(".")
        state["state"].setdefault(int(number), {})[moment] = value
    optimiser.load_state_dict(state)

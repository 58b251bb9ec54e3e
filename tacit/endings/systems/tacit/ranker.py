"""The causal language model as a judge of endings: its upper layers adapted, its states summed up in one score.

Like GPT (Radford et al. 2018), the model reads a story with each ending, and a linear map turns the state at the end
into a score; a softmax over the candidates makes them compete. Unlike there, the story is read by the model as it is
(`ranker_memory`), only some middle layers learn, in low rank, and the layers above them are not needed at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit.backbones.layers import layers_of, sharing_copy
from tacit.backbones.lowrank import LLAMA_MAPS, add_low_rank, load_low_rank, low_rank_state
from tacit.endings.systems.tacit.memory import read_endings
from tacit.endings.systems.tacit.store import EndingBatch
from tacit.errors import InputError
from tacit.extras import require

if TYPE_CHECKING:
    from torch import Tensor, nn
else:
    nn = require("torch.nn", extra="neural")


@dataclass(frozen=True, slots=True)
class Shape:
    """Which layers learn, from `start` to `stop` (exclusive), and in what rank."""

    start: int = 12
    stop: int = 20
    rank: int = 8


class CausalRanker(nn.Module):
    """Scores of endings: a linear map of the last state of an ending and of the mean of its states."""

    mean: Tensor
    spread: Tensor

    def __init__(self, model: Any, shape: Shape, *, dropout: float = 0.1) -> None:
        super().__init__()
        self._model = [model]  # in a list, so that it is no part of this module
        self.shape = shape
        self.layers = sharing_copy(layers_of(model)[shape.start : shape.stop])
        add_low_rank(list(self.layers), LLAMA_MAPS, rank=shape.rank)
        width = 2 * int(model.config.hidden_size)
        self.head = nn.Linear(width, 1, bias=False)
        self.register_buffer("mean", self.head.weight.new_zeros(width).detach())
        self.register_buffer("spread", self.head.weight.new_ones(width).detach())
        self.dropout = nn.Dropout(dropout)

    def pooled(self, batch: EndingBatch) -> Tensor:
        """What the linear map sees, a row a candidate, each column with the mean and spread it was fitted on."""
        torch = require("torch", extra="neural")
        states = read_endings(self._model[0], self.layers, batch.states, batch.endings, batch.memory)
        rows = [
            torch.cat([states[row, end - 1], states[row, start : end - 1].mean(0)])
            for row, start, end in batch.endings.spans
        ]
        return (torch.stack(rows) - self.mean) / self.spread  # type: ignore[no-any-return]

    def forward(self, batch: EndingBatch) -> Tensor:
        """A score for each candidate, story after story."""
        scores: Tensor = self.head(self.dropout(self.pooled(batch))).squeeze(1)
        return scores

    def weights(self) -> dict[str, Tensor]:
        """All that was learnt."""
        own = {"head": self.head.weight.detach(), "mean": self.mean, "spread": self.spread}
        return {**low_rank_state(list(self.layers)), **own}

    def load_weights(self, weights: Mapping[str, Tensor]) -> None:
        """Take over what another ranker of the same shape has learnt."""
        own = {"head": self.head.weight.data, "mean": self.mean, "spread": self.spread}
        for name, target in own.items():
            if name not in weights or weights[name].shape != target.shape:
                raise InputError(f"the ranker's {name} is missing or of another size")
            target.copy_(weights[name])
        load_low_rank(list(self.layers), {name: each for name, each in weights.items() if name not in own})

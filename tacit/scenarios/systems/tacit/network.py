"""The network: sentences encoded one by one, each then seen with its neighbours, and named.

The lower layers of the sentence encoder stay as they are; the upper ones learn along. Two convolutions over the
sentences of a text let each look at four neighbours on either side and no farther, so that what is said of a passage
does not depend on what follows it elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tacit.backbones.layers import both_ways, embed, run_layers
from tacit.backbones.partly_frozen import PartlyFrozen
from tacit.extras import require

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn
else:
    torch = require("torch", extra="neural")
    nn = torch.nn

FROZEN = 3
WIDTH = 384
REACH = 2
"""Neighbours on either side that one convolution looks at."""
DROPOUT = 0.2


class Context(nn.Module):
    """One look at the neighbours: a convolution over sentences, added to what is there."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.look = nn.Conv1d(width, width, 2 * REACH + 1, padding=REACH, groups=8)
        self.mix = nn.Linear(width, width)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, rows: Tensor, real: Tensor) -> Tensor:
        """Rows are texts × sentences × width; those that are not `real` are padding and count as nothing."""
        seen = self.norm(rows) * real.unsqueeze(-1)
        looked = self.look(seen.transpose(1, 2)).transpose(1, 2)
        added: Tensor = rows + self.dropout(self.mix(nn.functional.gelu(looked)))
        return added


class ContextNetwork(PartlyFrozen):
    """Scores for 'nothing' and each scenario, for every sentence of texts."""

    def __init__(self, encoder: Any, labels: int, frozen: int = FROZEN) -> None:
        super().__init__(encoder, frozen)
        self.contexts = nn.ModuleList([Context(self.width), Context(self.width)])
        self.dropout = nn.Dropout(DROPOUT)
        self.alone = nn.Linear(self.width, 1 + labels)
        self.together = nn.Linear(self.width, 1 + labels)

    def lower(self, tokens: Tensor, real: Tensor) -> Tensor:
        """States after the layers that do not learn."""
        positions = torch.arange(tokens.shape[1]).expand_as(tokens)
        with torch.no_grad():
            return run_layers(
                self.encoder,
                embed(self.encoder, tokens, positions),
                mask=both_ways(real),
                positions=positions,
                stop=self.frozen,
            )

    def vectors(self, states: Tensor, real: Tensor) -> Tensor:
        """Sentences as the mean of their last states, of unit length times the root of the width."""
        positions = torch.arange(states.shape[1]).expand(states.shape[:2])
        last = run_layers(self.encoder, states, mask=both_ways(real), positions=positions, start=self.frozen)
        weights = real.unsqueeze(-1).to(last.dtype)
        means = (last * weights).sum(1) / weights.sum(1)
        found: Tensor = nn.functional.normalize(means, dim=1) * self.width**0.5
        return found

    def scores(self, vectors: Tensor, lengths: Sequence[int]) -> Tensor:
        """Scores for all sentences in a row, given how many each text has."""
        texts = nn.utils.rnn.pad_sequence(list(torch.split(vectors, list(lengths))), batch_first=True)
        real = torch.zeros(texts.shape[:2])
        for number, length in enumerate(lengths):
            real[number, :length] = 1
        rows = self.dropout(texts)
        for context in self.contexts:
            rows = context(rows, real)
        found = self.alone(self.dropout(texts)) + self.together(self.dropout(rows))
        return torch.cat([found[number, :length] for number, length in enumerate(lengths)])

    def add_label(self, direction: Tensor, length: float) -> None:
        """One more label, whose sentences lie in a direction; of neighbours nothing is known."""
        with torch.no_grad():
            usual = self.alone.weight.norm(dim=1).mean()
            row = direction / direction.norm() * usual * (length / self.width**0.5)
            bias = self.alone.bias[1:].mean() - row @ direction * self.width**0.5 / 2
            for layer, weight, level in (
                (self.alone, row, bias),
                (self.together, row * 0, self.together.bias[1:].mean()),
            ):
                layer.weight = nn.Parameter(torch.cat([layer.weight, weight.unsqueeze(0)]), requires_grad=False)
                layer.bias = nn.Parameter(torch.cat([layer.bias, level.reshape(1)]), requires_grad=False)
                layer.out_features += 1

"""The network: an encoder that reads a whole passage, a vector for each of its sentences, and a head over scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tacit.backbones.partly_frozen import PartlyFrozen
from tacit.extras import require

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn
else:
    torch = require("torch", extra="neural")
    nn = torch.nn

Tokens = Sequence[Sequence[int]]
"""The tokens of each sentence of a stretch of text."""


class ContextNetwork(PartlyFrozen):
    """What each sentence is about, read in its context; column 0 stands for 'nothing'.

    A sentence's vector is the mean of its tokens' states, of length one.
    """

    def __init__(self, encoder: Any, columns: int) -> None:
        super().__init__(encoder, frozen=0)
        self.head = nn.Linear(self.width, columns)

    def vectors(self, stretches: Sequence[Tokens], first: int, last: int) -> Tensor:
        """The vectors of all sentences of all stretches; `first` and `last` are the tokens around each stretch."""
        sequences = [[first, *(token for sentence in each for token in sentence), last] for each in stretches]
        states, _ = self.states(sequences)
        sums = torch.cat([torch.zeros_like(states[:, :1]), states.float().cumsum(1)], dim=1)
        rows = []
        for number, stretch in enumerate(stretches):
            end = 1
            for sentence in stretch:
                start, end = end, end + len(sentence)
                rows.append((sums[number, end] - sums[number, start]) / max(1, end - start))
        return nn.functional.normalize(torch.stack(rows), dim=1)

    def forward(self, stretches: Sequence[Tokens], first: int, last: int) -> Tensor:
        """Logits, a row for each sentence of all stretches."""
        logits: Tensor = self.head(self.vectors(stretches, first, last))
        return logits

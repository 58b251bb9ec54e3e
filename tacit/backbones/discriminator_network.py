"""The network of a discriminator: an encoder, and a head that doubts each of its tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tacit.backbones.partly_frozen import PartlyFrozen
from tacit.extras import require

if TYPE_CHECKING:
    from torch import Tensor, nn
else:
    nn = require("torch", extra="neural").nn


class DiscriminatorNetwork(PartlyFrozen):
    """Was a token replaced? The head is ELECTRA's: dense, GELU, one number."""

    def __init__(self, encoder: Any) -> None:
        super().__init__(encoder)
        self.dense = nn.Linear(self.width, self.width)
        self.doubt = nn.Linear(self.width, 1)

    def forward(self, sequences: Sequence[Sequence[int]]) -> Tensor:
        """Logits of having been replaced, one row a sequence, filled up on the right."""
        states, _ = self.states(sequences)
        doubts: Tensor = self.doubt(nn.functional.gelu(self.dense(states))).squeeze(-1)
        return doubts

"""What networks share that grow on the sentence encoder: lower layers that never learn, and are never stored again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tacit.backbones.layers import both_ways, embed, layers_of, pad, run_layers
from tacit.errors import InputError
from tacit.extras import require

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn
else:
    torch = require("torch", extra="neural")
    nn = torch.nn

FROZEN = 2
"""So many lower layers stay as they are: training is a fifth faster, and what is learnt a third smaller."""


class PartlyFrozen(nn.Module):
    """An encoder whose embeddings and lowest `frozen` layers never learn; what is built on it is added by others."""

    def __init__(self, encoder: Any, frozen: int = FROZEN) -> None:
        super().__init__()
        self.width = int(encoder.config.hidden_size)
        encoder.pooler = None
        encoder.config._attn_implementation = "eager"  # on short sequences a third faster than the fused one
        self.frozen = min(frozen, len(layers_of(encoder)) - 1)
        for part in (encoder.embeddings, *layers_of(encoder)[: self.frozen]):
            part.requires_grad_(False)
        self.encoder = encoder

    def states(self, sequences: Sequence[Sequence[int]], stop: int | None = None) -> tuple[Tensor, Tensor]:
        """States of token sequences after the layers below `stop` (all by default), and the mask for those above."""
        tokens, real = pad(sequences)
        mask = both_ways(real)
        positions = torch.arange(tokens.shape[1]).expand_as(tokens)
        states = embed(self.encoder, tokens, positions)
        with torch.no_grad():
            states = run_layers(self.encoder, states, mask=mask, positions=positions, stop=self.frozen)
        states = run_layers(self.encoder, states, mask=mask, positions=positions, start=self.frozen, stop=stop)
        return states, mask

    def learnt(self) -> dict[str, Tensor]:
        """Everything that differs from the encoder it started from, and cannot be made from that."""
        return {name: value for name, value in self.state_dict().items() if not self.is_shared(name)}

    def take(self, learnt: Mapping[str, Tensor]) -> None:
        """Put in what `learnt` of such a network returned; an `InputError` if it does not fit."""
        try:
            missing, unknown = self.load_state_dict(dict(learnt), strict=False)
        except RuntimeError:
            raise InputError("the weights have other shapes than this model") from None
        if unknown or not all(map(self.is_shared, missing)):
            raise InputError("the weights are those of another kind of model")
        if not all(torch.isfinite(value).all() for value in learnt.values()):
            raise InputError("the weights are not all numbers")

    def is_shared(self, name: str) -> bool:
        """Is a weight the encoder's own?"""
        below = tuple(f"encoder.encoder.layer.{number}." for number in range(self.frozen))
        return name.startswith(("encoder.embeddings", *below))

"""The encoder while it learns to tell events apart (`wording_encoder`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tacit.backbones.encoder import SentenceEncoder
from tacit.backbones.layers import layers_of
from tacit.backbones.lowrank import add_low_rank, low_rank_state
from tacit.backbones.partly_frozen import PartlyFrozen
from tacit.backbones.tokens import Tokenizer
from tacit.extras import require

if TYPE_CHECKING:
    import torch
    from torch import Tensor
else:
    torch = require("torch", extra="neural")

LONGEST, TOGETHER = 64, 64
"""Tokens of a text, and texts that are read at once."""
MAPS = ("query", "key", "value", "dense")
"""The linear maps of a layer."""


class WordingNetwork(PartlyFrozen):
    """Texts as unit vectors, by an encoder of which only a low-rank adaptation learns."""

    def __init__(self, start: SentenceEncoder, *, rank: int, scale: float, dropout: float) -> None:
        super().__init__(start.model, frozen=0)
        for parameter in self.parameters():
            parameter.requires_grad_(False)
        add_low_rank(layers_of(self.encoder), MAPS, rank=rank, scale=scale)
        for part in self.modules():
            if isinstance(part, torch.nn.Dropout):
                part.p = dropout
        self.train()
        tokenizer = Tokenizer.of(start.tokenizer)

        @lru_cache(maxsize=1 << 17)
        def tokens(text: str) -> tuple[int, ...]:
            return (tokenizer.first, *tokenizer.ids(text)[: LONGEST - 2], tokenizer.last)

        self.tokens = tokens

    def vectors(self, texts: Sequence[str]) -> Tensor:
        """A row for each text; texts of like length are read together."""
        order = sorted(range(len(texts)), key=lambda number: len(self.tokens(texts[number])))
        means = []
        for start in range(0, len(order), TOGETHER):
            sequences = [self.tokens(texts[number]) for number in order[start : start + TOGETHER]]
            with torch.autocast("cpu", dtype=torch.bfloat16):
                states, _ = self.states(sequences)
            lengths = torch.tensor([len(each) for each in sequences])
            real = (torch.arange(states.shape[1])[None] < lengths[:, None]).unsqueeze(2)
            means.append((states.float() * real).sum(1) / lengths[:, None])
        rows = torch.cat(means)[torch.tensor(np.argsort(order))]
        return torch.nn.functional.normalize(rows, dim=1)

    def loss(self, texts: Sequence[str], owners: Sequence[int], sharpness: float) -> Tensor:
        """How surprised one is by what else words the same event, where one chooses among all texts."""
        rows = self.vectors(texts)
        own = torch.tensor(owners)
        itself = torch.eye(len(own), dtype=torch.bool)
        likeness = (sharpness * rows @ rows.T).masked_fill(itself, -1e4)
        same = (own[:, None] == own[None]) & ~itself
        chances = likeness - likeness.logsumexp(1, keepdim=True)
        surprise: Tensor = -(chances * same).sum() / same.sum()
        return surprise

    def adaptation(self) -> dict[str, npt.NDArray[np.float32]]:
        """What it has learnt."""
        return {name: values.float().numpy() for name, values in low_rank_state(layers_of(self.encoder)).items()}

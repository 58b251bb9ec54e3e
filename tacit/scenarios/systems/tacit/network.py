"""The network: an encoder that reads a whole passage, a vector for each of its sentences, and a head over scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.backbones.bert import Bert
from tacit.backbones.partly_frozen import PartlyFrozen
from tacit.extras import require
from tacit.scenarios.systems.tacit.context import SCALE, Context, Tokens, around
from tacit.scenarios.systems.tacit.examples import Floats

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn

    from tacit.backbones.tokens import Tokenizer
else:
    torch = require("torch", extra="neural")
    nn = torch.nn


class ContextNetwork(PartlyFrozen):
    """What `Context` reads with, while it learns."""

    def __init__(self, encoder: Any, prototypes: Sequence[Floats]) -> None:
        super().__init__(encoder, frozen=0)
        self.head = nn.Linear(self.width, 1 + len(prototypes))
        with torch.no_grad():
            self.head.bias.zero_()
            self.head.bias[0] = SCALE / 4
            for column, row in enumerate(prototypes, 1):
                self.head.weight[column] = torch.from_numpy(row)
            self.head.weight[0] = self.head.weight[1:].mean(0) / 2

    def vectors(self, stretches: Sequence[Tokens], tokenizer: Tokenizer) -> Tensor:
        """The vectors of all sentences of all stretches."""
        states, _ = self.states([around(tokenizer, each) for each in stretches])
        sums = torch.cat([torch.zeros_like(states[:, :1]), states.float().cumsum(1)], dim=1)
        rows = []
        for number, stretch in enumerate(stretches):
            end = 1
            for sentence in stretch:
                start, end = end, end + len(sentence)
                rows.append((sums[number, end] - sums[number, start]) / max(1, end - start))
        return nn.functional.normalize(torch.stack(rows), dim=1)

    def trained(self, tokenizer: Tokenizer, labels: Sequence[str]) -> Context:
        """What it has learnt, to read with."""
        head, bias = (np.array(values.detach().float()) for values in (self.head.weight, self.head.bias))
        return Context(Bert.of(self.encoder), head, bias, tokenizer, labels)

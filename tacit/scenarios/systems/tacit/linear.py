"""A linear classifier over vectors of a sentence and its neighbourhood: 'nothing' or one of the scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tacit.extras import require
from tacit.scenarios.systems.tacit.examples import Floats

EPOCHS = 14
BATCH = 256
RATE = 3e-3
DECAY = 3e-4


@dataclass(frozen=True)
class Linear:
    """Weights for a sentence's vector and its neighbourhood's, side by side; column 0 is 'nothing'."""

    weights: Floats
    bias: Floats

    @classmethod
    def learn(
        cls, rows: Floats, targets: Sequence[Sequence[int]], columns: int, shares: Floats, *, seed: int
    ) -> Linear:
        """Softmax regression; a target is the columns of a sentence, `shares` what each sentence counts."""
        torch = require("torch", extra="neural")
        torch.manual_seed(seed)
        draw = np.random.default_rng(seed)
        layer = torch.nn.Linear(rows.shape[1], columns)
        optimiser = torch.optim.AdamW(layer.parameters(), lr=RATE, weight_decay=DECAY)
        steps, step = EPOCHS * (len(rows) // BATCH + 1), 0
        counts = torch.from_numpy(shares)
        for _ in range(EPOCHS):
            order = draw.permutation(len(rows))
            for start in range(0, len(order), BATCH):
                some = order[start : start + BATCH]
                wanted = torch.zeros(len(some), columns)
                for place, number in enumerate(some):
                    wanted[place, list(targets[number])] = 1 / len(targets[number])
                for group in optimiser.param_groups:
                    group["lr"] = RATE * (1 - step / steps)
                found = layer(torch.from_numpy(rows[some]) * 16).log_softmax(1)
                loss = -((wanted * found).sum(1) * counts[some]).sum() / counts[some].sum()
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
                step += 1
        weights, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
        return cls(np.ascontiguousarray(weights.T) * 16, bias)

    def log_shares(self, rows: Floats) -> Floats:
        """The logarithm of what the classifier gives each column."""
        scores = rows @ self.weights + self.bias
        top = scores.max(1, keepdims=True)
        found: Floats = scores - top - np.log(np.exp(scores - top).sum(1, keepdims=True))
        return found

    def with_column(self) -> Linear:
        """One more column, of which nothing was learnt: as unlikely as the others on average."""
        weights = np.concatenate([self.weights, self.weights[:, 1:].mean(1, keepdims=True)], axis=1)
        return Linear(weights, np.append(self.bias, self.bias[1:].mean()).astype(np.float32))

"""One small network a scenario, all trained side by side.

Each takes tf.idf values to 100 ReLU units, drops a fifth of them in training, and answers with a sigmoid whether the
passage is about its scenario (section 4 of the paper). The networks share nothing; putting them side by side in one
matrix only makes them fast.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.extras import require

Floats = npt.NDArray[np.float32]
_AT_ONCE = 16
"""Networks trained together: their weights still fit a processor's cache."""
_ROWS_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class BankTraining:
    """How the networks are trained: the layers are the paper's, the rest it does not say."""

    hidden: int = 100
    dropout: float = 0.2
    epochs: int = 10
    batch_size: int = 32
    rate: float = 1e-3


class ClassifierBank:
    """The trained networks; `inner` is (inputs, labels, hidden), the others go with it."""

    def __init__(self, inner: Floats, inner_bias: Floats, outer: Floats, outer_bias: Floats) -> None:
        _, labels, hidden = inner.shape
        if inner_bias.shape != (labels, hidden) or outer.shape != (labels, hidden) or outer_bias.shape != (labels,):
            raise ValueError("the layers of the networks do not fit together")
        self.inner, self.inner_bias, self.outer, self.outer_bias = inner, inner_bias, outer, outer_bias

    @property
    def inputs(self) -> int:
        """How many values a passage has."""
        return int(self.inner.shape[0])

    @property
    def labels(self) -> int:
        """How many networks there are."""
        return int(self.inner.shape[1])

    @classmethod
    def fit(cls, rows: Any, targets: npt.NDArray[np.bool_], training: BankTraining, *, seed: int = 0) -> ClassifierBank:
        """Train on sparse rows and, for each, the labels that hold."""
        groups = [
            _train(rows, targets[:, start : start + _AT_ONCE], training, seed + start)
            for start in range(0, targets.shape[1], _AT_ONCE)
        ]
        inner, *rest = ([group[place] for group in groups] for place in range(4))
        return cls(np.concatenate(inner, axis=1), *(np.concatenate(part) for part in rest))

    def probabilities(self, rows: Any) -> Floats:
        """For each sparse row the probability of each label."""
        answers = np.zeros((rows.shape[0], self.labels), dtype=np.float32)
        flat = self.inner.reshape(self.inputs, -1)
        for start in range(0, rows.shape[0], _ROWS_AT_ONCE):
            part = rows[start : start + _ROWS_AT_ONCE]
            units = np.maximum((part @ flat).reshape(-1, *self.outer.shape) + self.inner_bias, 0)
            logits = np.einsum("blh,lh->bl", units, self.outer) + self.outer_bias
            answers[start : start + _ROWS_AT_ONCE] = 1 / (1 + np.exp(-logits.clip(-60, 60)))
        return answers

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What `from_arrays` needs to make it again, in half precision: the inner layers are large."""
        return {
            "inner": self.inner.astype(np.float16),
            "inner_bias": self.inner_bias,
            "outer": self.outer,
            "outer_bias": self.outer_bias,
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> ClassifierBank:
        """The networks that `arrays` gave; a `ValueError` where they do not fit together."""
        names = ("inner", "inner_bias", "outer", "outer_bias")
        bank = cls(*(np.asarray(arrays[name], dtype=np.float32) for name in names))
        if not all(np.isfinite(getattr(bank, name)).all() for name in names):
            raise ValueError("the networks have weights that are no numbers")
        return bank


def _train(rows: Any, targets: npt.NDArray[np.bool_], training: BankTraining, seed: int) -> tuple[Floats, ...]:
    """The weights of a group of networks."""
    torch = require("torch", extra="neural")
    generator = torch.Generator().manual_seed(seed)
    labels, hidden = targets.shape[1], training.hidden
    inner = _glorot(torch, (rows.shape[1], labels * hidden), rows.shape[1] + hidden, generator)
    outer = _glorot(torch, (labels, hidden), hidden + 1, generator)
    weights = [part.requires_grad_() for part in (inner, torch.zeros(labels, hidden), outer, torch.zeros(labels))]
    inner, inner_bias, outer, outer_bias = weights
    # A batch holds a quarter of all words: only their weights are looked at and moved.
    optimizers = [torch.optim.SparseAdam([inner], lr=training.rate), torch.optim.Adam(weights[1:], lr=training.rate)]
    wanted = torch.from_numpy(targets.astype(np.float32))
    for chosen in _batches(rows.shape[0], training, seed):
        batch, words = _used_columns(rows[chosen])
        known = torch.nn.functional.embedding(torch.from_numpy(words), inner, sparse=True)
        units = torch.relu((torch.from_numpy(batch) @ known).view(-1, labels, hidden) + inner_bias)
        kept = torch.rand(units.shape, generator=generator) >= training.dropout
        logits = (units * kept / (1 - training.dropout) * outer).sum(2) + outer_bias
        loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, wanted[chosen], reduction="none")
        for optimizer in optimizers:
            optimizer.zero_grad()
        loss.mean(0).sum().backward()  # the sum over networks: each gets the gradient it would get alone
        for optimizer in optimizers:
            optimizer.step()
    inner_weights = inner.detach().numpy().reshape(-1, labels, hidden)
    return inner_weights, *(weight.detach().numpy() for weight in weights[1:])


def _used_columns(rows: Any) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Sparse rows as a dense matrix of those columns that are not all zero, and the numbers of these."""
    used = np.unique(rows.indices).astype(np.int64)
    return rows[:, used].toarray(), used


def _glorot(torch: Any, shape: tuple[int, ...], fans: int, generator: Any) -> Any:
    """Keras's default start: uniform within a bound that both sides of a layer set."""
    bound = (6 / fans) ** 0.5
    return torch.rand(shape, generator=generator) * (2 * bound) - bound


def _batches(count: int, training: BankTraining, seed: int) -> Iterator[npt.NDArray[np.int64]]:
    order = np.random.default_rng(seed)
    for _ in range(training.epochs):
        shuffled = order.permutation(count)
        for start in range(0, count, training.batch_size):
            yield shuffled[start : start + training.batch_size]

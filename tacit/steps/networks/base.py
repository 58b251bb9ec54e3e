"""What all networks of this task share: word vectors, recurrent states, and a word-by-word way to read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from tacit.steps.features.vocabulary import SPECIAL, START
from tacit.steps.networks.batches import Batch


@dataclass(frozen=True, slots=True)
class NetworkSizes:
    """The shape of a network: that of the authors' program by default, but for less dropout (theirs 0.5)."""

    words: int
    learned: int
    width: int = 100
    hidden: int = 128
    inner: int = 100
    dropout: float = 0.3


@dataclass(frozen=True, slots=True)
class State:
    """What a network knows after some words of each row: its recurrent state, and what it remembers of the input.

    `places` is the logarithm of how likely each place of the input is reached, for networks that align.
    """

    output: Tensor
    cell: Tensor
    memory: Tensor | None = None
    mask: Tensor | None = None
    places: Tensor | None = None

    def rows(self, chosen: Tensor) -> State:
        """Some of the rows."""
        memory, mask, places = (
            None if value is None else value[chosen] for value in (self.memory, self.mask, self.places)
        )
        return State(self.output[chosen], self.cell[chosen], memory, mask, places)


class PartlyFixedVectors(nn.Module):
    """Fixed vectors of most words; the first `learned` words, for which none are at hand, have trained ones."""

    def __init__(self, sizes: NetworkSizes) -> None:
        super().__init__()
        self.learned = nn.Parameter(torch.randn(sizes.learned, sizes.width) * 0.4)
        self.fixed: Tensor
        self.register_buffer("fixed", torch.zeros(sizes.words - sizes.learned, sizes.width))

    def forward(self, words: Tensor) -> Tensor:
        """The vectors of words."""
        return nn.functional.embedding(words, torch.cat([self.learned, self.fixed]))


class StepNetwork(nn.Module, ABC):
    """A network that predicts concrete words from left to right."""

    def __init__(self, sizes: NetworkSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.vectors = PartlyFixedVectors(sizes)
        self.decoder = nn.LSTM(sizes.width, sizes.hidden, batch_first=True)
        self.from_decoder = nn.Linear(sizes.hidden, sizes.inner)
        self.dropout = nn.Dropout(sizes.dropout)
        self.words = nn.Linear(sizes.inner, sizes.words)

    @property
    def settings(self) -> tuple[float, ...]:
        """What its training depends on beside its sizes, to tell checkpoints apart."""
        return ()

    @abstractmethod
    def loss(self, batch: Batch, *, stage: str) -> Tensor:
        """Minus the log-probability of all target words of the batch, by weight; padding does not count."""

    def begin(self, abstract: Tensor, lengths: Tensor) -> State:
        """The state after the start sign, before the first word."""
        start = torch.full((len(abstract),), SPECIAL.index(START))
        return self._recurrent(self._initial(abstract, lengths), start)

    @abstractmethod
    def _initial(self, abstract: Tensor, lengths: Tensor) -> State:
        """The state before the start sign."""

    def advance(self, state: State, words: Tensor) -> State:
        """The state after one more word a row."""
        return self._recurrent(state, words)

    @abstractmethod
    def next_words(self, state: State) -> Tensor:
        """Log-probabilities of all words to come next, for each row, given that one does."""

    def emitted(self, state: State) -> Tensor:
        """Log-probability that a word comes next at all, for each row."""
        return state.output.new_zeros(len(state.output))

    def _recurrent(self, state: State, words: Tensor) -> State:
        vectors = self.vectors(words)[:, None]
        _, (output, cell) = self.decoder(vectors, (state.output[None], state.cell[None]))
        return State(output[0], cell[0], state.memory, state.mask, state.places)

    def _zeros(self, rows: int) -> Tensor:
        return self.from_decoder.weight.new_zeros(rows, self.sizes.hidden)


class Encoder(nn.Module):
    """The abstract instruction, read from left to right."""

    def __init__(self, sizes: NetworkSizes) -> None:
        super().__init__()
        self.reader = nn.LSTM(sizes.width, sizes.hidden, batch_first=True)

    def forward(self, vectors: Tensor, lengths: Tensor) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """A state for each word, and the last output and cell of each row, wherever it ends."""
        packed = nn.utils.rnn.pack_padded_sequence(vectors, lengths, batch_first=True, enforce_sorted=False)
        states, (output, cell) = self.reader(packed)
        memory, _ = nn.utils.rnn.pad_packed_sequence(states, batch_first=True, total_length=vectors.shape[1])
        return memory, (output[0], cell[0])


def gold_scores(hidden: Tensor, words: nn.Linear, gold: Tensor, *, chunk: int = 2048) -> Tensor:
    """Log-probabilities of the gold words, one a row of `hidden`; a few rows at a time, so that they fit the cache."""
    parts = []
    for rows, wanted in zip(torch.split(hidden, chunk), torch.split(gold, chunk), strict=True):
        logits = words(rows)
        parts.append(logits.gather(1, wanted[:, None])[:, 0] - logits.logsumexp(-1))
    return torch.cat(parts)

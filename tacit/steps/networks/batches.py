"""Pairs of instructions as padded tensors, the longest cut."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from tacit.steps.features.vocabulary import START, Vocabulary
from tacit.steps.task import END, Pair, Template

BLANK_WEIGHT = 3.0
"""How much a blanked word counts in training, a sixth of all words; the others count 1."""
_POOL = 50
"""So many batches are sorted by length together: less padding, and still in random order."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Several pairs: numbers of words, and how many of each row count.

    `inputs` start with the start sign; `targets` are the words that come next, up to the end sign. `whole` tells of
    each row whether its target has that sign; rows that were cut have none. `weights` say how much each target counts
    in training: blanked words count more than others.
    """

    abstract: Tensor
    abstract_lengths: Tensor
    inputs: Tensor
    targets: Tensor
    lengths: Tensor
    whole: Tensor
    weights: Tensor

    @property
    def words(self) -> int:
        """How many words are predicted in all."""
        return int(self.lengths.sum())

    @property
    def abstract_mask(self) -> Tensor:
        """True where a row has an abstract word."""
        return length_mask(self.abstract_lengths, self.abstract.shape[1])

    @property
    def mask(self) -> Tensor:
        """True where a row has a word to predict."""
        return length_mask(self.lengths, self.targets.shape[1])


def length_mask(lengths: Tensor, width: int) -> Tensor:
    """True for the first places of each row.

    >>> length_mask(torch.tensor([1, 2]), 2).tolist()
    [[True, False], [True, True]]
    """
    return torch.arange(width)[None, :] < lengths[:, None]


def padded(rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    """Rows of numbers as one tensor, and their lengths."""
    tensors = [torch.tensor(row, dtype=torch.long) for row in rows]
    return torch.nn.utils.rnn.pad_sequence(tensors, batch_first=True), torch.tensor([len(row) for row in rows])


def batch_of(pairs: Sequence[Pair], vocabulary: Vocabulary, *, max_abstract: int, max_concrete: int) -> Batch:
    """One batch of pairs, cut to the given lengths."""
    abstract, abstract_lengths = padded([vocabulary.encode(pair.abstract[:max_abstract]) for pair in pairs])
    whole = [len(pair.concrete) <= max_concrete for pair in pairs]
    rows = [vocabulary.encode((START, *pair.concrete[:max_concrete], END)) for pair in pairs]
    rows = [row if ends else row[:-1] for row, ends in zip(rows, whole, strict=True)]
    inputs, lengths = padded([row[:-1] for row in rows])
    targets, _ = padded([row[1:] for row in rows])
    weights = torch.ones(targets.shape)
    for row, pair in enumerate(pairs):
        blanked = pair.blanked if isinstance(pair, Template) else ()
        weights[row, [place for place in blanked if place < max_concrete]] = BLANK_WEIGHT
    return Batch(abstract, abstract_lengths, inputs, targets, lengths, torch.tensor(whole), weights)


def shuffled_groups(pairs: Sequence[Pair], size: int, seed: str) -> Iterator[list[Pair]]:
    """All pairs in random groups of about equal length; the same seed gives the same groups."""
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    order = list(pairs)
    draw.shuffle(order)
    groups = []
    for start in range(0, len(order), size * _POOL):
        pool = sorted(order[start : start + size * _POOL], key=lambda pair: len(pair.concrete))
        groups += [pool[first : first + size] for first in range(0, len(pool), size)]
    draw.shuffle(groups)
    return iter(groups)

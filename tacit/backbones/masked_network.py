"""The network of a masked language model: an encoder, and a head that compares its states with words.

The head is BERT's (dense, GELU, layer norm, decoder tied to the word embeddings, bias), but it chooses among whole
words: a word of several pieces is the mean of their embeddings, and one [MASK] stands for any word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit.backbones.layers import layers_of, pad
from tacit.backbones.partly_frozen import FROZEN, PartlyFrozen
from tacit.extras import require

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn
else:
    torch = require("torch", extra="neural")
    nn = torch.nn


@dataclass(frozen=True, slots=True)
class MaskedSequence:
    """A token sequence with the places of its masks."""

    tokens: Sequence[int]
    places: Sequence[int]


class MaskedNetwork(PartlyFrozen):
    """Scores of words at masked places.

    The words' `vectors` stay what the embeddings say if they are `tied`, and learn otherwise.
    """

    def __init__(self, encoder: Any, vectors: Tensor, *, tied: bool = True, frozen: int = FROZEN) -> None:
        super().__init__(encoder, frozen)
        self.tied = tied
        self.dense = nn.Linear(self.width, self.width)
        self.norm = nn.LayerNorm(self.width)
        nn.init.constant_(self.norm.weight, 0.2)  # at first the bias decides: how frequent words are
        self.vectors = nn.Parameter(vectors, requires_grad=not tied)
        self.bias = nn.Parameter(torch.zeros(len(vectors)))

    def hidden(self, gaps: Sequence[MaskedSequence]) -> Tensor:
        """The head's vector at every mask of every sequence, in order."""
        states, mask = self.states([gap.tokens for gap in gaps], stop=-1)
        last = _layer_at(layers_of(self.encoder)[-1], states, mask, gaps)
        return self.norm(nn.functional.gelu(self.dense(last)))  # type: ignore[no-any-return]

    def forward(self, gaps: Sequence[MaskedSequence]) -> Tensor:
        """Scores, before the softmax, of all words at every mask."""
        return self.hidden(gaps) @ self.vectors.T + self.bias

    def is_shared(self, name: str) -> bool:
        """Is a weight the encoder's own?"""
        return super().is_shared(name) or (self.tied and name == "vectors")


def _layer_at(layer: Any, states: Tensor, mask: Tensor, gaps: Sequence[MaskedSequence]) -> Tensor:
    """What a BERT layer says at the masks alone, one row each: they are few, so it costs little."""
    places, there = pad([list(gap.places) or [0] for gap in gaps])
    rows = torch.arange(len(gaps)).unsqueeze(1)
    asking = states[rows, places]
    attention = layer.attention.self
    heads = [
        part.unflatten(-1, (attention.num_attention_heads, -1)).transpose(1, 2)
        for part in (attention.query(asking), attention.key(states), attention.value(states))
    ]
    query, key, value = heads
    scores = query @ key.transpose(2, 3) / key.shape[-1] ** 0.5 + mask[:, :, :1]
    context = (scores.softmax(-1) @ value).transpose(1, 2).flatten(2)
    attended = layer.attention.output(context, asking)
    read: Tensor = layer.output(layer.intermediate(attended), attended)
    return read[there]


def word_vectors(encoder: Any, pieces: Sequence[Sequence[int]]) -> Tensor:
    """For each word, given as pieces, the mean of their embeddings."""
    table = encoder.embeddings.word_embeddings.weight.detach()
    return torch.stack([table[list(word)].mean(0) for word in pieces])

"""The network of a masked language model: an encoder, and a head that compares its states with words.

The head is BERT's (dense, GELU, layer norm, decoder tied to the word embeddings, bias), but it chooses among whole
words: a word of several pieces is the mean of their embeddings, and one [MASK] stands for any word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Gap:
    """A token sequence with the places of its masks."""

    tokens: Sequence[int]
    places: Sequence[int]


class MaskedNetwork(nn.Module):
    """Scores of words at masked places.

    The embeddings and the lowest `frozen` layers never learn, so that they need not be stored again. The words'
    `vectors` stay what the embeddings say if they are `tied`, and learn otherwise.
    """

    def __init__(self, encoder: Any, vectors: Tensor, *, tied: bool = True, frozen: int = FROZEN) -> None:
        super().__init__()
        width = int(encoder.config.hidden_size)
        encoder.pooler = None
        encoder.config._attn_implementation = "eager"  # on short sequences a third faster than the fused one
        self.tied = tied
        self.frozen = min(frozen, len(layers_of(encoder)) - 1)
        for part in (encoder.embeddings, *layers_of(encoder)[: self.frozen]):
            part.requires_grad_(False)
        self.encoder = encoder
        self.dense = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)
        nn.init.constant_(self.norm.weight, 0.2)  # at first the bias decides: how frequent words are
        self.vectors = nn.Parameter(vectors, requires_grad=not tied)
        self.bias = nn.Parameter(torch.zeros(len(vectors)))

    def hidden(self, gaps: Sequence[Gap]) -> Tensor:
        """The head's vector at every mask of every sequence, in order."""
        tokens, real = pad([list(gap.tokens) for gap in gaps])
        mask = both_ways(real)
        positions = torch.arange(tokens.shape[1]).expand_as(tokens)
        states = embed(self.encoder, tokens, positions)
        with torch.no_grad():
            states = run_layers(self.encoder, states, mask=mask, positions=positions, stop=self.frozen)
        states = run_layers(self.encoder, states, mask=mask, positions=positions, start=self.frozen, stop=-1)
        last = _layer_at(layers_of(self.encoder)[-1], states, mask, gaps)
        return self.norm(nn.functional.gelu(self.dense(last)))  # type: ignore[no-any-return]

    def forward(self, gaps: Sequence[Gap]) -> Tensor:
        """Scores, before the softmax, of all words at every mask."""
        return self.hidden(gaps) @ self.vectors.T + self.bias

    def learnt(self) -> dict[str, Tensor]:
        """Everything that differs from the encoder it started from, and cannot be made from that."""
        return {name: value for name, value in self.state_dict().items() if not self._is_shared(name)}

    def take(self, learnt: Mapping[str, Tensor]) -> None:
        """Put in what `learnt` of a network with as many words returned; an `InputError` if it does not fit."""
        try:
            missing, unknown = self.load_state_dict(dict(learnt), strict=False)
        except RuntimeError:
            raise InputError("the weights have other shapes than this model") from None
        if unknown or not all(map(self._is_shared, missing)):
            raise InputError("the weights are those of another kind of model")
        if not all(torch.isfinite(value).all() for value in learnt.values()):
            raise InputError("the weights are not all numbers")

    def _is_shared(self, name: str) -> bool:
        below = tuple(f"encoder.encoder.layer.{number}." for number in range(self.frozen))
        return name.startswith(("encoder.embeddings", *below)) or (self.tied and name == "vectors")


def _layer_at(layer: Any, states: Tensor, mask: Tensor, gaps: Sequence[Gap]) -> Tensor:
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

"""The network of a masked language model: an encoder, and a head that compares its states with words.

The head is BERT's (dense, GELU, layer norm, decoder tied to the word embeddings, bias), but it chooses among whole
words: a word of several pieces is the mean of their embeddings, and one [MASK] stands for any word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit.backbones.layers import pad
from tacit.extras import require

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn
else:
    torch = require("torch", extra="neural")
    nn = torch.nn


@dataclass(frozen=True, slots=True)
class Gap:
    """A token sequence with the places of its masks."""

    tokens: Sequence[int]
    places: Sequence[int]


class MaskedNetwork(nn.Module):
    """Scores of words at masked places. The embeddings never learn, so that they need not be stored again."""

    def __init__(self, encoder: Any, vectors: Tensor) -> None:
        super().__init__()
        width = int(encoder.config.hidden_size)
        encoder.pooler = None
        encoder.config._attn_implementation = "eager"  # on short sequences a third faster than the fused one
        for parameter in encoder.embeddings.parameters():
            parameter.requires_grad_(False)
        self.encoder = encoder
        self.dense = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)
        self.vectors = nn.Parameter(vectors, requires_grad=False)
        self.bias = nn.Parameter(torch.zeros(len(vectors)))

    def hidden(self, gaps: Sequence[Gap]) -> Tensor:
        """The head's vector at every mask of every sequence, in order."""
        tokens, real = pad([list(gap.tokens) for gap in gaps])
        states = self.encoder(input_ids=tokens, attention_mask=real.long()).last_hidden_state
        rows = [row for row, gap in enumerate(gaps) for _ in gap.places]
        columns = [place for gap in gaps for place in gap.places]
        return self.norm(nn.functional.gelu(self.dense(states[rows, columns])))  # type: ignore[no-any-return]

    def forward(self, gaps: Sequence[Gap]) -> Tensor:
        """Scores, before the softmax, of all words at every mask."""
        return self.hidden(gaps) @ self.vectors.T + self.bias

    def learnt(self) -> dict[str, Tensor]:
        """Everything that differs from the encoder it started from."""
        return {name: value for name, value in self.state_dict().items() if not name.startswith("encoder.embeddings")}


def word_vectors(encoder: Any, pieces: Sequence[Sequence[int]]) -> Tensor:
    """For each word, given as pieces, the mean of their embeddings."""
    table = encoder.embeddings.word_embeddings.weight.detach()
    return torch.stack([table[list(word)].mean(0) for word in pieces])

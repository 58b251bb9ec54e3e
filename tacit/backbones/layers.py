"""Run some layers of a model and not others.

Fine-tuning the upper layers alone needs the lower ones only once: their states can be kept (`backbones.states`)
and every epoch starts from them. Works for BERT-like encoders and Llama-like language models.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tacit.errors import UsageError
from tacit.extras import require

if TYPE_CHECKING:
    from torch import Tensor


_BERT_LIKE = ("bert", "camembert", "roberta", "xlm-roberta")
"""Types of models whose layers take states and a mask."""
_LONGEST = 512
"""Tokens that an encoder is given which does not say how many it can read."""


def runs_in_parts(model: Any) -> bool:
    """Can some layers of the model be run without the others?"""
    inner = getattr(model, "model", model)
    return (hasattr(inner, "embed_tokens") and hasattr(inner, "rotary_emb")) or model.config.model_type in _BERT_LIKE


def layers_of(model: Any) -> Any:
    """The model's layers, lowest first."""
    inner = getattr(model, "model", model)
    if hasattr(inner, "layers"):
        return inner.layers
    if hasattr(inner, "encoder") and hasattr(inner.encoder, "layer"):
        return inner.encoder.layer
    raise UsageError(f"the layers of a {type(model).__name__} are not known: take a BERT-like or Llama-like model")


def longest_sequence(model: Any, tokenizer: Any) -> int:
    """How many tokens, special ones included, an encoder reads at once."""
    inner = getattr(model, "model", model)
    places = getattr(model.config, "max_position_embeddings", None) or _LONGEST
    first = getattr(getattr(inner, "embeddings", None), "padding_idx", None)
    if first is not None:
        places -= first + 1  # RoBERTa counts places from there
    return int(min(places, getattr(tokenizer, "model_max_length", None) or places))


def embed(model: Any, tokens: Tensor, positions: Tensor) -> Tensor:
    """What the lowest layer reads: a vector for each token (and, in BERT, for its place)."""
    inner = getattr(model, "model", model)
    if hasattr(inner, "embed_tokens"):
        return inner.embed_tokens(tokens)  # type: ignore[no-any-return]
    first = getattr(inner.embeddings, "padding_idx", -1) + 1  # RoBERTa counts places from there
    return inner.embeddings(input_ids=tokens, position_ids=positions + first)  # type: ignore[no-any-return]


def run_whole(model: Any, tokens: Tensor, real: Tensor) -> Tensor:
    """The last states of any encoder."""
    try:
        return model(input_ids=tokens, attention_mask=real.long()).last_hidden_state  # type: ignore[no-any-return]
    except (TypeError, ValueError, AttributeError) as error:
        raise UsageError(f"a {type(model).__name__} does not read texts as an encoder does: {error}") from None


def run_layers(
    model: Any, states: Tensor, *, mask: Tensor, positions: Tensor, start: int = 0, stop: int | None = None
) -> Tensor:
    """States after the layers `start` to `stop` (exclusive; all by default).

    `states` is batch × length × width, `positions` batch × length, and `mask` is added to the attention scores
    (`additive`). A Llama-like model's last norm is not part of this: see `final_norm`.
    """
    inner = getattr(model, "model", model)
    chosen = layers_of(model)[start:stop]
    if not hasattr(inner, "rotary_emb"):
        for layer in chosen:
            states = layer(states, mask)
        return states
    rotation = inner.rotary_emb(states, position_ids=positions)
    for layer in chosen:
        states = layer(states, attention_mask=mask, position_ids=positions, position_embeddings=rotation)
    return states


def sharing_copy(module: Any) -> Any:
    """A copy whose parts can be replaced, of the same weights: ten adapted copies cost little more than one."""
    return copy.deepcopy(module, {id(parameter): parameter for parameter in module.parameters()})


def final_norm(model: Any, states: Tensor) -> Tensor:
    """The norm after the last layer, where the model has one."""
    norm = getattr(getattr(model, "model", model), "norm", None)
    return states if norm is None else norm(states)


def additive(allowed: Tensor) -> Tensor:
    """Who may look at whom as numbers to add to attention scores: batch × 1 × length × length."""
    torch = require("torch", extra="neural")
    mask = torch.zeros(allowed.shape, dtype=torch.float32)
    mask.masked_fill_(~allowed, torch.finfo(torch.float32).min)
    return mask.unsqueeze(1)  # type: ignore[no-any-return]


def pad(sequences: Sequence[Sequence[int]], value: int = 0) -> tuple[Tensor, Tensor]:
    """Sequences as one tensor, filled up on the right, and which places are real."""
    torch = require("torch", extra="neural")
    longest = max(map(len, sequences))
    rows = [[*sequence, *[value] * (longest - len(sequence))] for sequence in sequences]
    real = [[True] * len(sequence) + [False] * (longest - len(sequence)) for sequence in sequences]
    return torch.tensor(rows), torch.tensor(real)


def both_ways(real: Tensor) -> Tensor:
    """The mask of an encoder: every token looks at every real one."""
    return additive(real.unsqueeze(1).expand(-1, real.shape[1], -1))

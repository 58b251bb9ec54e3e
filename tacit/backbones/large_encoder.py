"""The large sentence encoder (all-mpnet-base-v2): slower and better than the default one, and not on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tacit.backbones.catalogue import LARGE_ENCODER
from tacit.backbones.checkpoints import from_pretrained
from tacit.backbones.layers import additive, pad
from tacit.backbones.packing import Pack
from tacit.extras import require

if TYPE_CHECKING:
    from torch import Tensor

MAPS = ("q", "k", "v", "o", "dense")
"""All linear maps of a layer."""
FIRST, LAST, PADDING = 0, 2, 1
"""The tokens at the start and the end of a text, and where there is none."""
_NEVER = -1e4
"""Added to the attention of those who may not look; small enough for half precision."""


def is_there() -> bool:
    """Is the encoder, and what it runs on, on this machine?"""
    return LARGE_ENCODER.is_usable and LARGE_ENCODER.path is not None


@lru_cache(maxsize=1)
def load() -> tuple[Any, Any]:
    """Model and tokenizer, loaded once and shared; its weights do not learn."""
    place = LARGE_ENCODER.found()
    model = from_pretrained("AutoModel", place).eval()
    model.requires_grad_(False)
    return model, from_pretrained("AutoTokenizer", place)


def packed(model: Any, packs: Sequence[Pack]) -> tuple[Tensor, Tensor]:
    """Embeddings of packs, and what is added to attention: each continuation sees its context and itself, both ways."""
    torch = require("torch", extra="neural")
    tokens, _ = pad([pack.tokens for pack in packs], PADDING)
    places, _ = pad([pack.positions for pack in packs])
    owners, _ = pad([pack.owners for pack in packs], -1)
    own = owners.unsqueeze(2) == owners.unsqueeze(1)
    context = (owners == 0).unsqueeze(1) & (owners >= 0).unsqueeze(2)
    mask = additive(own | context | torch.eye(tokens.shape[1], dtype=torch.bool)).clamp(min=_NEVER)
    encoder = model.encoder
    far = encoder.relative_position_bucket(places[:, None, :] - places[:, :, None])
    states = model.embeddings(input_ids=tokens, position_ids=places + PADDING + 1)
    return states, encoder.relative_attention_bias(far).permute(0, 3, 1, 2) + mask


def run(layers: Any, states: Tensor, attention: Tensor, *, fast: bool = False) -> Tensor:
    """States after some layers; `fast` computes in bfloat16, 2.6 times as fast on CPUs that know it."""
    torch = require("torch", extra="neural")
    with torch.autocast("cpu", torch.bfloat16, enabled=fast):
        for layer in layers:
            states = layer(states, None, attention)[0]
    return states.float()

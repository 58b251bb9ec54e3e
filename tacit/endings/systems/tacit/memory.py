"""What a language model remembers of stories while it reads their endings: the keys and values of each layer.

The story is read once by the model as it is; its endings are read after it, as often as one likes and by adapted
layers too, and cost only their own few tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit.backbones.layers import additive, embed, layers_of, pad
from tacit.backbones.packing import Pack
from tacit.extras import require

if TYPE_CHECKING:
    from torch import Tensor


class _Recorder:
    """Stands where transformers expects a cache, and keeps what each layer looks at."""

    def __init__(self) -> None:
        self.kept: dict[int, tuple[Tensor, Tensor]] = {}

    def update(self, keys: Tensor, values: Tensor, layer: int) -> tuple[Tensor, Tensor]:
        self.kept[layer] = keys, values
        return keys, values


@dataclass(frozen=True, slots=True)
class Memory:
    """Keys and values (batch × heads × length × width) of a batch of stories by layer, and which places are real."""

    layers: dict[int, tuple[Tensor, Tensor]]
    real: Tensor

    def update(self, keys: Tensor, values: Tensor, layer: int) -> tuple[Tensor, Tensor]:
        """What a layer looks at when it reads endings: the story, then the endings."""
        torch = require("torch", extra="neural")
        story_keys, story_values = self.layers[layer]
        return torch.cat([story_keys, keys], dim=2), torch.cat([story_values, values], dim=2)


@dataclass(frozen=True, slots=True)
class EndingRows:
    """The endings of a batch of stories in rows (batch × length), each row one story's endings side by side."""

    tokens: Tensor
    positions: Tensor
    mask: Tensor
    spans: tuple[tuple[int, int, int], ...]
    """Row, start and end of each ending."""

    @classmethod
    def of(cls, packs: Sequence[Pack], real: Tensor) -> EndingRows:
        """Each token looks at its story, of which `real` are the places, and at the earlier ones of its ending."""
        torch = require("torch", extra="neural")
        tokens, _ = pad([pack.tokens[len(pack.context) :] for pack in packs])
        positions, _ = pad([pack.positions[len(pack.context) :] for pack in packs])
        owners, _ = pad([pack.owners[len(pack.context) :] for pack in packs], -1)
        length = tokens.shape[1]
        own = (owners.unsqueeze(2) == owners.unsqueeze(1)) & torch.ones(length, length, dtype=torch.bool).tril()
        story = real.unsqueeze(1).expand(-1, length, -1)
        spans = [
            (row, start - len(pack.context), end - len(pack.context))
            for row, pack in enumerate(packs)
            for start, end in pack.spans
        ]
        return cls(tokens, positions, additive(torch.cat([story, own], dim=2)), tuple(spans))


def remember(model: Any, stories: Sequence[Sequence[int]], *, stop: int | None = None) -> tuple[Memory, Tensor]:
    """Read stories, each at least one token long, with the layers below `stop`.

    Also returns the states of each story's last token after those layers: what comes next follows from them.
    """
    torch = require("torch", extra="neural")
    tokens, real = pad(stories)
    length = tokens.shape[1]
    positions = torch.arange(length).expand_as(tokens)
    earlier = torch.ones(length, length, dtype=torch.bool).tril()
    mask = additive(earlier & real.unsqueeze(1) | torch.eye(length, dtype=torch.bool))
    recorder = _Recorder()
    states = _run(model, layers_of(model)[:stop], embed(model, tokens, positions), recorder, mask, positions)
    return Memory(recorder.kept, real), states[torch.arange(len(stories)), real.sum(1) - 1]


def read_endings(model: Any, layers: Any, states: Tensor, endings: EndingRows, memory: Memory) -> Tensor:
    """States of the endings after some layers, the model's own or adapted copies of them."""
    return _run(model, layers, states, memory, endings.mask, endings.positions)


def _run(model: Any, layers: Any, states: Tensor, cache: Any, mask: Tensor, positions: Tensor) -> Tensor:
    rotation = getattr(model, "model", model).rotary_emb(states, position_ids=positions)
    for layer in layers:
        states = layer(
            states,
            attention_mask=mask,
            position_ids=positions,
            past_key_values=cache,
            position_embeddings=rotation,
        )
    return states

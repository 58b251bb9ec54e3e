"""The sentence encoder as a judge of endings: it reads a story and an ending as one pair, each word seeing all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from tacit.backbones.layers import both_ways, layers_of, pad
from tacit.backbones.lowrank import add_low_rank, load_low_rank, low_rank_state
from tacit.endings.ranker_memory import sharing_copy
from tacit.endings.task import Cloze
from tacit.errors import InputError
from tacit.extras import require

if TYPE_CHECKING:
    from torch import Tensor, nn
else:
    nn = require("torch.nn", extra="neural")

_MAPS = ("query", "key", "value", "dense")
_LONGEST_STORY, _LONGEST_ENDING = 200, 60


class Pair(NamedTuple):
    """The tokens of a story and an ending, with marks around them, and how many of them are the story's."""

    tokens: list[int]
    story: int


def pairs_of(cloze: Cloze, tokenizer: Any) -> list[Pair]:
    """A pair a candidate; a story that is too long loses its beginning."""

    def tokens(text: str) -> list[int]:
        return list(tokenizer(text, add_special_tokens=False)["input_ids"])

    first, mark = tokenizer.cls_token_id, tokenizer.sep_token_id
    story = [first, *tokens(cloze.text)[-_LONGEST_STORY:], mark]
    return [Pair([*story, *tokens(ending)[:_LONGEST_ENDING], mark], len(story)) for ending in cloze.endings]


@dataclass(frozen=True, slots=True)
class PairShape:
    """From which layer on it learns, in what rank, and how wide the head is."""

    start: int = 3
    rank: int = 16
    hidden: int = 256


class PairEncoder(nn.Module):
    """Scores of pairs: a small network on the mean states of the ending and of the story."""

    def __init__(self, model: Any, shape: PairShape, *, dropout: float = 0.1) -> None:
        super().__init__()
        self.shape = shape
        self.encoder = sharing_copy(model).requires_grad_(False)
        self.upper = layers_of(self.encoder)[shape.start :]
        add_low_rank(list(self.upper), _MAPS, rank=shape.rank)
        width = int(model.config.hidden_size)
        self.head = nn.Sequential(
            nn.Dropout(dropout),
            nn.Linear(2 * width, shape.hidden),
            nn.GELU(),
            nn.Dropout(dropout),
            nn.Linear(shape.hidden, 1, bias=False),
        )

    def forward(self, pairs: Sequence[Pair]) -> Tensor:
        """A score for each pair."""
        return self.judge(pairs, self.lower_states(pairs))

    def lower_states(self, pairs: Sequence[Pair]) -> Tensor:
        """States of pairs below the layers that learn: batch × length × width."""
        torch = require("torch", extra="neural")
        tokens, real = pad([pair.tokens for pair in pairs])
        places = torch.arange(tokens.shape[1]).expand_as(tokens)
        mask, in_ending = both_ways(real), _in_ending(pairs, real)
        with torch.no_grad():
            states = self.encoder.embeddings(input_ids=tokens, token_type_ids=in_ending.long(), position_ids=places)
            for layer in layers_of(self.encoder)[: self.shape.start]:
                states = layer(states, mask)
        return states  # type: ignore[no-any-return]

    def judge(self, pairs: Sequence[Pair], states: Tensor) -> Tensor:
        """A score for each pair from its lower states."""
        torch = require("torch", extra="neural")
        _, real = pad([pair.tokens for pair in pairs])
        mask, in_ending = both_ways(real), _in_ending(pairs, real)
        for layer in self.upper:
            states = layer(states, mask)
        means = [_mean(states, in_ending), _mean(states, real & ~in_ending)]
        scores: Tensor = self.head(torch.cat(means, dim=1)).squeeze(1)
        return scores

    def weights(self) -> dict[str, Tensor]:
        """All that was learnt."""
        head = {f"head.{name}": value.detach() for name, value in self.head.state_dict().items()}
        return {**low_rank_state(list(self.upper)), **head}

    def load_weights(self, weights: Mapping[str, Tensor]) -> None:
        """Take over what another encoder of the same shape has learnt."""
        head = {name[5:]: value for name, value in weights.items() if name.startswith("head.")}
        try:
            self.head.load_state_dict(head)
        except RuntimeError:
            raise InputError("the head of the pair encoder is missing or of another size") from None
        load_low_rank(list(self.upper), {name: each for name, each in weights.items() if not name.startswith("head.")})


def _in_ending(pairs: Sequence[Pair], real: Tensor) -> Tensor:
    """Which places are the ending's."""
    torch = require("torch", extra="neural")
    places = torch.arange(real.shape[1]).unsqueeze(0)
    return real & (places >= torch.tensor([[pair.story] for pair in pairs]))  # type: ignore[no-any-return]


def _mean(states: Tensor, chosen: Tensor) -> Tensor:
    weights = chosen.unsqueeze(-1).to(states.dtype)
    return (states * weights).sum(1) / weights.sum(1)

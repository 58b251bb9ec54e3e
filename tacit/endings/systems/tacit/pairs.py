"""The large encoder as a second kind of judge of endings: it reads a story and an ending both ways.

The lower layers stay as they are, and what they make of the stories is computed once; the upper ones learn in low rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tacit.backbones import large_encoder
from tacit.backbones.large_encoder import FIRST, LAST
from tacit.backbones.layers import sharing_copy
from tacit.backbones.learning import Learner
from tacit.backbones.lowrank import add_low_rank, load_low_rank, low_rank_state
from tacit.backbones.packing import Pack
from tacit.endings.systems.tacit.store import batches_of
from tacit.endings.systems.tacit.training import JudgeSchedule, choice_loss, shuffled_batches
from tacit.endings.task import Cloze
from tacit.errors import InputError
from tacit.extras import require
from tacit.progress import Progress, counted, no_progress

if TYPE_CHECKING:
    from pathlib import Path

    from torch import Tensor, nn
else:
    nn = require("torch.nn", extra="neural")

States = Sequence[npt.NDArray[np.float16]]
_LONGEST_STORY, _LONGEST_ENDING = 300, 80
"""Tokens beyond which a story is cut on the left and an ending on the right."""
_HIDDEN = 256
_TOKENS = 3000


@dataclass(frozen=True, slots=True)
class PairShape:
    """The first layer that learns, and in what rank."""

    start: int = 6
    rank: int = 8


PAIR_SCHEDULE = JudgeSchedule(stories=8, epochs=2, rate=4e-4, head=2.5)


class PairRanker(nn.Module):
    """Scores of endings from the state at the start of an ending and the mean of its states."""

    def __init__(self, shape: PairShape, *, dropout: float = 0.1) -> None:
        super().__init__()
        model, _ = large_encoder.load()
        self._model = [model]  # in a list, so that it is no part of this module
        self.shape = shape
        self.layers = sharing_copy(model.encoder.layer[shape.start :])
        add_low_rank(list(self.layers), large_encoder.MAPS, rank=shape.rank)
        width = 2 * int(model.config.hidden_size)
        self.norm = nn.LayerNorm(width)
        self.drop = nn.Dropout(dropout)
        self.hidden = nn.Linear(width, _HIDDEN)
        self.head = nn.Linear(_HIDDEN, 1)

    def forward(self, packs: Sequence[Pack], states: Tensor, *, fast: bool = False) -> Tensor:
        """A score for each candidate, story after story, from the states below the layers that learn."""
        torch = require("torch", extra="neural")
        _, attention = large_encoder.packed(self._model[0], packs)
        read = large_encoder.run(self.layers, states, attention, fast=fast)
        rows = [
            torch.cat([read[row, start], read[row, start + 1 : end - 1].mean(0)])
            for row, pack in enumerate(packs)
            for start, end in pack.spans
        ]
        inner = torch.tanh(self.hidden(self.drop(self.norm(torch.stack(rows)))))
        scores: Tensor = self.head(self.drop(inner)).squeeze(1)
        return scores

    def weights(self) -> dict[str, Tensor]:
        """All that was learnt."""
        own = {f"own.{name}": value.detach() for name, value in self._own().items()}
        return {**low_rank_state(list(self.layers)), **own}

    def load_weights(self, weights: Mapping[str, Tensor]) -> None:
        """Take over what another ranker of the same shape has learnt."""
        torch = require("torch", extra="neural")
        rest = dict(weights)
        with torch.no_grad():
            for name, value in self._own().items():
                found = rest.pop(f"own.{name}", None)
                if found is None or found.shape != value.shape:
                    raise InputError(f"the pair ranker's {name} is missing or of another size")
                value.copy_(found)
        load_low_rank(list(self.layers), rest)

    def _own(self) -> dict[str, nn.Parameter]:
        return {name: value for name, value in self.named_parameters() if not name.startswith("layers.")}


def pair_packs(clozes: Sequence[Cloze]) -> list[Pack]:
    """The tokens of stories and endings as the encoder reads pairs of texts."""
    _, tokenizer = large_encoder.load()

    def tokens(text: str) -> list[int]:
        return list(tokenizer(text, add_special_tokens=False)["input_ids"])

    return [
        Pack(
            (FIRST, *tokens(cloze.text)[-_LONGEST_STORY:], LAST),
            tuple((LAST, *(tokens(ending)[:_LONGEST_ENDING] or [LAST]), LAST) for ending in cloze.endings),
        )
        for cloze in clozes
    ]


def below(packs: Sequence[Pack], start: int, *, fast: bool = False) -> Tensor:
    """States of a batch of packs below the layers that learn."""
    torch = require("torch", extra="neural")
    model, _ = large_encoder.load()
    with torch.inference_mode():
        states, attention = large_encoder.packed(model, packs)
        return large_encoder.run(model.encoder.layer[:start], states, attention, fast=fast)


def read_all(packs: Sequence[Pack], start: int, *, progress: Progress = no_progress) -> States:
    """What the lower layers make of many packs, in half precision."""
    found: dict[int, Any] = {}
    more = counted("reading stories with the large encoder", len(packs), progress)
    for numbers in batches_of(packs, _TOKENS):
        states = below([packs[number] for number in numbers], start, fast=True)
        found |= {n: states[row, : len(packs[n])].half().numpy() for row, n in enumerate(numbers)}
        more(len(numbers))
    return [found[number] for number in range(len(packs))]


def filled(states: States, numbers: Sequence[int]) -> Tensor:
    """Some of the states together, filled up on the right with zeros."""
    torch = require("torch", extra="neural")
    rows = [torch.from_numpy(states[number].astype(np.float32)) for number in numbers]
    return torch.nn.utils.rnn.pad_sequence(rows, batch_first=True)  # type: ignore[no-any-return]


def train_pair(
    packs: Sequence[Pack],
    states: States,
    clozes: Sequence[Cloze],
    numbers: Sequence[int],
    *,
    seed: int,
    shape: PairShape | None = None,
    schedule: JudgeSchedule = PAIR_SCHEDULE,
    checkpoint: Path | None = None,
    what: str = "training",
    progress: Progress = no_progress,
) -> PairRanker:
    """A ranker that has learnt from the clozes with these numbers, in bfloat16."""
    torch = require("torch", extra="neural")
    torch.manual_seed(seed)
    ranker = PairRanker(shape or PairShape(), dropout=schedule.dropout)
    ranker.train()
    ranker.layers.eval()  # dropout in the head alone: the layers learn in low rank
    batches = shuffled_batches(numbers, [len(pack) for pack in packs], schedule, seed)

    def loss_at(step: int) -> Tensor:
        chosen = batches[step]
        torch.manual_seed(seed + 1000 * step)  # dropout depends on the step alone: a cut training can go on
        scores = ranker([packs[number] for number in chosen], filled(states, chosen), fast=True)
        return choice_loss(scores, [clozes[number] for number in chosen])

    rates = dict.fromkeys(("norm", "hidden", "head"), schedule.head)
    learner = Learner(ranker, steps=len(batches), rate=schedule.rate, rates=rates, warm_up=0.1, about=f"pair {seed}")
    learner.run(loss_at, checkpoint=checkpoint, what=what, progress=progress)
    return ranker.eval()

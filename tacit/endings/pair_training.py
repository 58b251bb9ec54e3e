"""Train the pair encoder: on made-up clozes from whole stories first, then on true ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.backbones.learning import Learner, OnStep
from tacit.endings.pair_encoder import Pair, PairEncoder, PairShape, pairs_of
from tacit.endings.ranker_training import Schedule, choice_loss, shuffled_batches
from tacit.endings.task import Cloze
from tacit.extras import require

if TYPE_CHECKING:
    from torch import Tensor


def train_pair_encoder(
    encoder: Any,
    clozes: Sequence[Cloze],
    numbers: Sequence[int],
    *,
    shape: PairShape,
    schedule: Schedule,
    seed: int,
    start: Mapping[str, Tensor] | None = None,
    checkpoint: Path | None = None,
    on_step: OnStep | None = None,
) -> PairEncoder:
    """A pair encoder that has learnt from the clozes with these numbers, from the weights of another on, if given."""
    torch = require("torch", extra="neural")
    torch.manual_seed(seed)
    network = PairEncoder(encoder.model, shape, dropout=schedule.dropout)
    if start is not None:
        network.load_weights(start)
    pairs = [pairs_of(cloze, encoder.tokenizer) for cloze in clozes]
    lengths = [max(len(pair.tokens) for pair in candidates) for candidates in pairs]
    batches = shuffled_batches(numbers, lengths, schedule, seed)
    kept = _lower_states(network, {number: pairs[number] for number in numbers})
    network.train()

    def loss_at(step: int) -> Tensor:
        chosen = batches[step]
        torch.manual_seed(seed + 1000 * step)  # dropout depends on the step alone: a cut training can go on
        states = [each.float() for number in chosen for each in kept[number]]
        together = torch.nn.utils.rnn.pad_sequence(states, batch_first=True)
        scores = network.judge([pair for number in chosen for pair in pairs[number]], together)
        return choice_loss(scores, [clozes[number] for number in chosen])

    learner = Learner(network, steps=len(batches), rate=schedule.rate, rates={"head": schedule.head}, warm_up=0.1)
    learner.run(loss_at, checkpoint=checkpoint, on_step=on_step)
    network.eval()
    return network


def _lower_states(network: PairEncoder, pairs: Mapping[int, list[Pair]]) -> dict[int, list[Tensor]]:
    """What the layers that do not learn make of each pair, in half precision: computed once, read in every epoch."""
    network.eval()
    order = sorted(pairs, key=lambda number: len(pairs[number][0].tokens))
    kept: dict[int, list[Tensor]] = {}
    for start in range(0, len(order), _AT_ONCE):
        part = order[start : start + _AT_ONCE]
        states = iter(network.lower_states([pair for number in part for pair in pairs[number]]).half())
        kept |= {number: [next(states)[: len(pair.tokens)].clone() for pair in pairs[number]] for number in part}
    return kept


_AT_ONCE = 16
"""Stories whose lower states are computed together."""

"""Fine-tune the causal language model on pairs of instructions.

Only the upper layers learn, each through a low-rank adaptation; the lower ones are run once over the training text and
their states kept on disk. The softmax is over the tokens that training has, a thirteenth of all.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.backbones.layers import final_norm, layers_of, run_layers
from tacit.backbones.learning import Learner, content_hash, length_batches
from tacit.backbones.lowrank import LLAMA_MAPS, add_low_rank
from tacit.backbones.packing import Pack, collate
from tacit.backbones.states import States, lower_states
from tacit.errors import InputError
from tacit.extras import require
from tacit.progress import Progress, no_progress
from tacit.steps.features.causal_words import CausalWords
from tacit.steps.task import Pair

if TYPE_CHECKING:
    from torch import Tensor

RATE = 1e-3
BATCH_TOKENS = 768
LONGEST = 160
BLANK_WEIGHT = 2.0
"""How much more a word that may be blanked counts than others."""


@dataclass(frozen=True, slots=True)
class PairLesson:
    """A pair as tokens, where the concrete part starts, and how much each token of that part counts."""

    tokens: tuple[int, ...]
    start: int
    weights: tuple[float, ...]


def lessons(words: CausalWords, pairs: Sequence[Pair], candidates: Collection[str]) -> list[PairLesson]:
    """What the model learns to continue."""
    found = []
    for pair in pairs:
        before = words.start(pair.abstract)
        after, weights = [], []
        for word in pair.concrete:
            tokens = words.word(word)
            after += tokens
            weights += [BLANK_WEIGHT if word in candidates else 1.0] * len(tokens)
        after, weights = [*after, *words.end], [*weights, *[1.0] * len(words.end)]
        room = max(0, LONGEST - len(before))
        found.append(PairLesson((*before, *after[:room]), len(before), tuple(weights[:room])))
    return [lesson for lesson in found if lesson.weights]


def upper_layers(model: Any, count: int) -> list[Any]:
    """The layers that learn."""
    layers = list(layers_of(model))
    if not 0 < count <= len(layers):
        raise InputError(f"between 1 and {len(layers)} layers can learn, not {count}")
    return layers[-count:]


def tune(
    words: CausalWords,
    pairs: Sequence[Pair],
    candidates: Collection[str],
    *,
    layers: int,
    rank: int,
    epochs: int,
    seed: int,
    work: Path,
    minutes: float | None = None,
    progress: Progress = no_progress,
) -> bool:
    """Adapt the model of `words`; say whether all epochs were seen. `work` holds states and checkpoint."""
    torch = require("torch", extra="neural")
    torch.manual_seed(seed)
    model = words.model.model
    taught = lessons(words, pairs, candidates)
    if not taught:
        raise InputError("there is no pair of instructions to learn from")
    below = len(layers_of(model)) - layers
    packs = [Pack(lesson.tokens, ()) for lesson in taught]
    states = lower_states(model, packs, stop=below, folder=work)
    used = torch.tensor(sorted({token for lesson in taught for token in lesson.tokens}))
    upper = torch.nn.ModuleList(upper_layers(model, layers))
    model.requires_grad_(False)
    add_low_rank(list(upper), LLAMA_MAPS, rank=rank)
    batches = length_batches([len(pack) for pack in packs], tokens=BATCH_TOKENS, epochs=epochs, seed=seed)

    def loss_at(step: int) -> Tensor:
        return _loss(model, taught, states, batches[step], below, used)

    learner = Learner(upper, steps=len(batches), rate=RATE, weight_decay=0.0, about=content_hash(seed, taught))
    checkpoint = work / "tuning.safetensors"
    return learner.run(loss_at, checkpoint=checkpoint, minutes=minutes, what="fine-tuning", progress=progress)


def _loss(
    model: Any, taught: Sequence[PairLesson], states: States, batch: Sequence[int], below: int, used: Tensor
) -> Tensor:
    torch = require("torch", extra="neural")
    chosen = [taught[number] for number in batch]
    tokens, positions, mask = collate([Pack(lesson.tokens, ()) for lesson in chosen])
    read = run_layers(model, states.batch(batch), mask=mask, positions=positions, start=below)
    rows = [row for row, lesson in enumerate(chosen) for _ in lesson.weights]
    places = [lesson.start - 1 + step for lesson in chosen for step in range(len(lesson.weights))]
    logits = final_norm(model, read[rows, places]) @ model.lm_head.weight[used].T
    wanted = torch.searchsorted(used, tokens[rows, [place + 1 for place in places]])
    losses = torch.nn.functional.cross_entropy(logits, wanted, reduction="none")
    weights = torch.tensor([weight for lesson in chosen for weight in lesson.weights])
    loss: Tensor = (losses * weights).sum() / weights.sum()
    return loss

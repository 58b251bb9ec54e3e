"""Train a discriminator on texts, after Clark et al. (2020).

The masked language model hides words and draws others for them; the discriminator learns to tell which words are not
what stood there. A word that is drawn by chance as it was counts as not replaced. The discriminator starts from what
the generator's encoder has learnt; the generator does not learn along.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tacit.backbones import discriminator, masked
from tacit.backbones.discriminator import Discriminator
from tacit.backbones.layers import pad
from tacit.backbones.learning import Learner, content_hash, length_batches
from tacit.backbones.masked import MaskedModel, WordPassage
from tacit.backbones.masked_training import Shares, choose, hidden_shares, read_passages, word_counts
from tacit.errors import InputError
from tacit.extras import require
from tacit.progress import Progress, no_progress

if TYPE_CHECKING:
    from torch import Tensor

RATE = 4e-4
HIGHEST_SHARE = 0.25
TEMPERATURE = 1.3
"""How daring the generator draws: with 1, half of its words for rare ones are hardly wrong."""
BATCH_TOKENS = 1536
_NEITHER = -1
"""The label of tokens that say nothing: those of words that the generator does not know."""


def train(
    texts: Sequence[str],
    *,
    epochs: int = 1,
    seed: int = 0,
    checkpoint: Path | None = None,
    minutes: float | None = None,
    progress: Progress = no_progress,
) -> tuple[Discriminator, bool]:
    """A discriminator that has learnt from the texts, and whether it has seen them all; as in `masked_training`."""
    torch = require("torch", extra="neural")
    torch.manual_seed(seed)
    model, generator = discriminator.untrained(), masked.load()
    generator.network.eval()
    model.network.encoder.load_state_dict(generator.network.encoder.state_dict())
    counts = word_counts(texts)
    frequencies = np.array([max(1, counts[word]) / counts.total() for word in generator.words])
    shares = hidden_shares(frequencies, HIGHEST_SHARE)
    passages = read_passages(generator, texts)
    if not passages:
        raise InputError("the masked language model knows no word of the texts: give English text")
    batches = length_batches(list(map(len, passages)), tokens=BATCH_TOKENS, epochs=epochs, seed=seed)

    def loss_at(step: int) -> Tensor:
        draw = np.random.default_rng([seed, step])
        return doubt_loss(model, *replaced(generator, [passages[number] for number in batches[step]], shares, draw))

    about = content_hash(seed, texts)
    learner = Learner(model.network, steps=len(batches), rate=RATE, rates={"encoder": 0.6}, about=about)
    finished = learner.run(loss_at, checkpoint=checkpoint, minutes=minutes, progress=progress)
    return model, finished


def replaced(
    generator: MaskedModel, passages: Sequence[WordPassage], shares: Shares, draw: np.random.Generator
) -> tuple[list[list[int]], list[list[int]]]:
    """The passages as tokens, some words replaced, and labels: 1 for a token of a replaced word, 0 for others."""
    torch = require("torch", extra="neural")
    chosen = [choose(passage, shares, draw) for passage in passages]
    gaps = [generator.masked(passage, places) for passage, places in zip(passages, chosen, strict=True)]
    with torch.inference_mode():
        scores = generator.network(gaps).numpy() / TEMPERATURE
    drawn = iter((scores + draw.gumbel(size=scores.shape)).argmax(1).tolist())  # a draw from their softmax
    tokenizer = generator.tokenizer
    tokens, labels = [], []
    for passage, places in zip(passages, chosen, strict=True):
        others = {place: number for place in places if (number := next(drawn)) != passage.numbers[place]}
        row, said = [tokenizer.cls_token_id], [_NEITHER]
        for place, pieces in enumerate(passage.pieces):
            here = generator.pieces[others[place]] if place in others else pieces
            row += here
            said += [int(place in others) if passage.numbers[place] >= 0 else _NEITHER] * len(here)
        tokens.append([*row, tokenizer.sep_token_id])
        labels.append([*said, _NEITHER])
    return tokens, labels


def doubt_loss(model: Discriminator, tokens: Sequence[Sequence[int]], labels: Sequence[Sequence[int]]) -> Tensor:
    """Mean cross-entropy of all tokens that have a label."""
    torch = require("torch", extra="neural")
    wanted, _ = pad(labels, _NEITHER)
    known = wanted != _NEITHER
    doubts = model.network(tokens)[known]
    loss: Tensor = torch.nn.functional.binary_cross_entropy_with_logits(doubts, wanted[known].float())
    return loss

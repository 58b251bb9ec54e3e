"""Train a masked language model on texts.

Every epoch other words are masked. Rare words are masked more often than frequent ones, as in word2vec's
subsampling: what stands for *the* is soon learnt, what stands for *knife* is the point.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tacit.backbones import masked
from tacit.backbones.learning import Learner, content_hash, length_batches
from tacit.backbones.masked import MaskedModel, WordPassage
from tacit.errors import InputError
from tacit.extras import require
from tacit.progress import Progress, no_progress

if TYPE_CHECKING:
    from torch import Tensor

PASSAGE_WORDS = 80
RATE = 4e-4
HIGHEST_SHARE = 0.3
FREQUENT = 1e-3
"""Words with a larger share of the text than this are masked less often."""
BATCH_TOKENS = 1024

Shares = npt.NDArray[np.float64]


def train(
    texts: Sequence[str],
    *,
    epochs: int = 1,
    rarest: int = 3,
    most_words: int = 15_000,
    seed: int = 0,
    checkpoint: Path | None = None,
    minutes: float | None = None,
    progress: Progress = no_progress,
) -> tuple[MaskedModel, bool]:
    """A model that has learnt from the texts, and whether it has seen them all.

    Its words are those that stand at least `rarest` times in the texts. A training that `minutes` cut short goes on
    from the checkpoint when the same call is made again.
    """
    torch = require("torch", extra="neural")
    torch.manual_seed(seed)
    counts = word_counts(texts)
    words = [word for word, count in counts.most_common(most_words) if count >= rarest]
    if not words:
        raise InputError(f"no word stands {rarest} times in the texts: give more text")
    model = masked.untrained(words)
    frequencies = np.array([counts[word] / counts.total() for word in words])
    with torch.no_grad():  # so that the head need not learn how frequent words are
        model.network.bias.copy_(torch.from_numpy(np.log(frequencies)))
    passages = read_passages(model, texts)
    batches = length_batches(list(map(len, passages)), tokens=BATCH_TOKENS, epochs=epochs, seed=seed)
    shares = hidden_shares(frequencies, HIGHEST_SHARE)

    def loss_at(step: int) -> Tensor:
        draw = np.random.default_rng([seed, step])
        return masked_loss(model, [passages[number] for number in batches[step]], shares, draw)

    about = content_hash(seed, words, texts)
    learner = Learner(model.network, steps=len(batches), rate=RATE, rates={"encoder": 0.75}, about=about)
    finished = learner.run(loss_at, checkpoint=checkpoint, minutes=minutes, progress=progress)
    return model, finished


def read_passages(model: MaskedModel, texts: Sequence[str]) -> list[WordPassage]:
    """The texts in parts that have a word the model knows."""
    return [part for text in texts for part in _parts(model.passage(text)) if max(part.numbers) >= 0]


def hidden_shares(frequencies: Shares, highest: float) -> Shares:
    """How often a word of such a share of the text is hidden."""
    shares: Shares = highest * np.minimum(1, np.sqrt(FREQUENT / frequencies))
    return shares


def word_counts(texts: Sequence[str]) -> Counter[str]:
    """How often each word of letters stands in the texts, lower-cased."""
    return Counter(word for text in texts for word in re.findall(r"[^\W\d_]+", text.lower()))


def masked_loss(
    model: MaskedModel, passages: Sequence[WordPassage], shares: Shares, draw: np.random.Generator
) -> Tensor:
    """Mean negative log-probability of words hidden at random."""
    torch = require("torch", extra="neural")
    chosen = [choose(passage, shares, draw) for passage in passages]
    gaps = [model.masked(passage, places) for passage, places in zip(passages, chosen, strict=True)]
    wanted = [passage.numbers[place] for passage, places in zip(passages, chosen, strict=True) for place in places]
    loss: Tensor = torch.nn.functional.cross_entropy(model.network(gaps), torch.tensor(wanted))
    return loss


def choose(passage: WordPassage, shares: Shares, draw: np.random.Generator) -> list[int]:
    """Places of words to hide, at least one."""
    known = [place for place, number in enumerate(passage.numbers) if number >= 0]
    wanted = shares[[passage.numbers[place] for place in known]]
    hidden = draw.random(len(known)) < wanted
    if not hidden.any():
        hidden[draw.choice(len(known), p=wanted / wanted.sum())] = True
    return [place for place, is_hidden in zip(known, hidden, strict=True) if is_hidden]


def _parts(passage: WordPassage) -> list[WordPassage]:
    """A long passage in pieces of at most so many words, as equal as can be."""
    count = max(1, -(-len(passage.pieces) // PASSAGE_WORDS))
    size = -(-len(passage.pieces) // count)
    starts = range(0, len(passage.pieces), max(1, size))
    return [WordPassage(passage.pieces[at : at + size], passage.numbers[at : at + size]) for at in starts]

"""A small recurrent language model of whole stories, as the system msap had one (Schwartz et al. 2017).

Words are those of `features.surface`, in lower case; rare ones count as one. Training can be stopped at any time and
goes on from its checkpoint.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.features.language_model import score_row
from tacit.endings.features.surface import words
from tacit.endings.task import Cloze, Story
from tacit.errors import InputError
from tacit.extras import require
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress
from tacit.shapes import AtLeastOne, Within

if TYPE_CHECKING:
    from torch import Tensor

    from tacit.endings.features.networks import NextWord

KIND = "story language model"
_UNKNOWN, _START, _END = 0, 1, 2
_SIGNS = 3
_BATCH = 2048
"""Words that are read together."""
_HELD_BACK = 50
"""One in so many stories tells how good the model is, and is not learnt from."""
_LONGEST = 300
_SIZE = Within(int, 1, 4096)
_SHAPE = {"words": AtLeastOne(str), "width": _SIZE, "hidden": _SIZE}


@dataclass(frozen=True, slots=True)
class StoryModelSizes:
    """How large the network is, and how many words it knows, each seen at least `seldom` times."""

    words: int = 10_000
    seldom: int = 3
    width: int = 200
    hidden: int = 256
    dropout: float = 0.2


class StoryModel:
    """How probable a text is, word by word, by an LSTM that has read stories."""

    def __init__(self, known: Sequence[str], network: NextWord) -> None:
        self.words = tuple(known)
        self.network = network
        self._numbers = {word: number for number, word in enumerate(self.words, _SIGNS)}
        self._scored: dict[tuple[str, str], tuple[float, int]] = {}

    def encode(self, text: str) -> list[int]:
        """The numbers of its words."""
        return [self._numbers.get(word, _UNKNOWN) for word in words(text)]

    def features(self, clozes: Sequence[Cloze]) -> Matrix:
        """What `language_model_features` has, from this model."""
        asked = [(text, ending) for cloze in clozes for ending in cloze.endings for text in (cloze.text, "")]
        self._score([pair for pair in dict.fromkeys(asked) if pair not in self._scored])
        rows = [
            score_row(self._scored[cloze.text, ending][0], self._scored["", ending][0], self._scored["", ending][1])
            for cloze in clozes
            for ending in cloze.endings
        ]
        return np.array(rows, dtype=np.float32)

    def _score(self, asked: Sequence[tuple[str, str]]) -> None:
        """The log-probability of each ending after its text, end sign included, and how many words that is."""
        torch = require("torch", extra="neural")
        rows = []
        for text, ending in asked:
            before, after = [_START, *self.encode(text)[-_LONGEST:]], [*self.encode(ending)[:_LONGEST], _END]
            rows.append(([*before, *after], len(after)))
        order = sorted(range(len(rows)), key=lambda number: len(rows[number][0]))
        with torch.inference_mode():
            for first in range(0, len(order), 64):
                chosen = order[first : first + 64]
                scores = _word_scores(self.network, [rows[number][0] for number in chosen])
                for number, row in zip(chosen, scores, strict=True):
                    sequence, count = rows[number]
                    told = row[len(sequence) - 1 - count : len(sequence) - 1]
                    self._scored[asked[number]] = (float(told.sum()), count)

    def perplexity(self, stories: Sequence[Story]) -> float:
        """How many words, in effect, it wavers between at each word of these stories."""
        torch = require("torch", extra="neural")
        total, count = 0.0, 0
        with torch.inference_mode():
            for first in range(0, len(stories), 64):
                rows = [_sequence(self, story) for story in stories[first : first + 64]]
                for row, scores in zip(rows, _word_scores(self.network, rows), strict=True):
                    total += float(scores[: len(row) - 1].sum())
                    count += len(row) - 1
        return math.exp(-total / max(1, count))

    def save(self, folder: Path) -> None:
        """Write a model folder."""
        from tacit.endings.features.networks import weights_of

        sizes = {"width": self.network.embedding.embedding_dim, "hidden": self.network.lstm.hidden_size}
        write_folder(folder, KIND, {"words": self.words, **sizes}, weights_of(self.network))

    @classmethod
    def load(cls, folder: Path) -> StoryModel:
        """The model that `save` wrote."""
        from tacit.endings.features.networks import NextWord, set_weights

        with read_folder(folder, KIND, _SHAPE) as (config, arrays):
            network = NextWord(len(config["words"]) + _SIGNS, config["width"], config["hidden"], 0.0)
            set_weights(network, arrays)
        return cls(config["words"], network)


def train(
    stories: Sequence[Story],
    *,
    sizes: StoryModelSizes = StoryModelSizes(),  # noqa: B008 (it cannot be changed)
    epochs: int = 4,
    rate: float = 3e-3,
    seed: int = 0,
    checkpoint: Path | None = None,
    progress: Progress = no_progress,
) -> tuple[StoryModel, float]:
    """A model of these stories, and its perplexity on those that were held back; it goes on from its checkpoint."""
    torch = require("torch", extra="neural")
    from tacit.backbones.learning import Learner, content_hash, length_batches
    from tacit.endings.features.networks import NextWord

    held_back = [story for story in stories if _is_held_back(story)]
    learnt = [story for story in stories if not _is_held_back(story)] or list(stories)
    known = _frequent(learnt, sizes)
    torch.manual_seed(seed)
    model = StoryModel(known, NextWord(len(known) + _SIGNS, sizes.width, sizes.hidden, sizes.dropout))
    rows = [_sequence(model, story) for story in learnt]
    batches = length_batches([len(row) for row in rows], tokens=_BATCH, epochs=epochs, seed=seed)
    learner = Learner(
        model.network, steps=len(batches), rate=rate, about=content_hash(seed, sizes, epochs, known, rows)
    )

    def loss_at(step: int) -> Tensor:
        chosen = [rows[number] for number in batches[step]]
        scores = torch.cat([row[: len(each) - 1] for each, row in zip(chosen, _word_scores(model.network, chosen))])
        loss: Tensor = -scores.mean()
        return loss

    model.network.train()
    learner.run(loss_at, checkpoint=checkpoint, progress=progress)
    model.network.eval()
    return model, model.perplexity(held_back or learnt)


def _frequent(stories: Sequence[Story], sizes: StoryModelSizes) -> list[str]:
    """The words that the model knows, most frequent first."""
    counts = Counter(word for story in stories for sentence in story.sentences for word in words(sentence))
    ranked = sorted((word for word, count in counts.items() if count >= sizes.seldom), key=lambda w: (-counts[w], w))
    if not ranked:
        raise InputError(f"no word stands {sizes.seldom} times or more in the stories; give more of them")
    return ranked[: sizes.words]


def _sequence(model: StoryModel, story: Story) -> list[int]:
    return [_START, *model.encode(" ".join(story.sentences))[:_LONGEST], _END]


def _word_scores(network: NextWord, rows: Sequence[Sequence[int]]) -> Tensor:
    """Log-probabilities of the second word on of each row; what stands after a row's end means nothing."""
    torch = require("torch", extra="neural")
    padded = torch.nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True)
    scores: Tensor = network(padded[:, :-1], padded[:, 1:])
    return scores


def _is_held_back(story: Story) -> bool:
    return int.from_bytes(sha256(" ".join(story.body).encode()).digest()[:4], "big") % _HELD_BACK == 0

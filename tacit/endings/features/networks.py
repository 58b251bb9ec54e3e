"""The small networks of the published systems, in PyTorch. Imported only by systems that use them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

from tacit.learning.folder import Arrays
from tacit.learning.training import take_step
from tacit.progress import Progress, no_progress

Item = TypeVar("Item")


class WordReader(nn.Module):
    """A bidirectional LSTM over frozen word vectors; a text is the highest of its states in each direction."""

    def __init__(self, width: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.lstm = nn.LSTM(width, hidden, batch_first=True, bidirectional=True)
        self.dropout = nn.Dropout(dropout)

    def forward(self, texts: Sequence[Tensor]) -> Tensor:
        """A row a text; each text is a matrix with a row a word."""
        lengths = torch.tensor([len(text) for text in texts])
        padded = self.dropout(pad_sequence(list(texts), batch_first=True))
        packed = pack_padded_sequence(padded, lengths, batch_first=True, enforce_sorted=False)
        states, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True, padding_value=-1.0)
        highest: Tensor = states.max(1).values
        return highest


class StoryAndEnding(nn.Module):
    """Scores endings from the readings of story and ending, their product and distance, and further features."""

    def __init__(self, width: int, hidden: int, features: int, dropout: float) -> None:
        super().__init__()
        self.reader = WordReader(width, hidden, dropout)
        self.score = nn.Sequential(
            nn.Dropout(dropout),
            nn.Linear(8 * hidden + features, hidden),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(hidden, 1),
        )

    def forward(self, stories: Sequence[Tensor], endings: Sequence[Sequence[Tensor]], features: Tensor) -> Tensor:
        """A score for each candidate, story after story; `features` has a row for each."""
        counts = torch.tensor([len(each) for each in endings])
        story = self.reader(stories).repeat_interleave(counts, 0)
        ending = self.reader([text for each in endings for text in each])
        seen = torch.cat([story, ending, story * ending, (story - ending).abs(), features], 1)
        scores: Tensor = self.score(seen).squeeze(1)
        return scores


class SentenceSequence(nn.Module):
    """A GRU over sentence vectors; its last state says whether the last sentence ends the story."""

    def __init__(self, width: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.gru = nn.GRU(width, hidden, batch_first=True)
        self.score = nn.Sequential(nn.Dropout(dropout), nn.Linear(hidden, 1))

    def forward(self, stories: Tensor) -> Tensor:
        """A score for each story of a batch (stories × sentences × width)."""
        scores: Tensor = self.score(self.gru(stories)[0][:, -1]).squeeze(1)
        return scores


class Towers(nn.Module):
    """A deep structured semantic model: two layers for each side, which end in unit vectors of one space."""

    mean: Tensor
    spread: Tensor

    def __init__(self, inputs: int, hidden: int, width: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("spread", torch.ones(inputs))
        self.sides = nn.ModuleDict(
            {
                side: nn.Sequential(nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, width), nn.Tanh())
                for side in ("story", "ending")
            }
        )

    def forward(self, side: str, texts: Tensor) -> Tensor:
        """A row a text of that side."""
        return nn.functional.normalize(self.sides[side]((texts - self.mean) / self.spread), dim=1)


class NextWord(nn.Module):
    """An LSTM that predicts the next word; rare words share a softmax of their own, which saves most of the work.

    Words are numbered by frequency.
    """

    FREQUENT = 2000

    def __init__(self, words: int, width: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.lstm = nn.LSTM(width, hidden, batch_first=True)
        self.dropout = nn.Dropout(dropout)
        self.project = nn.Linear(hidden, width)
        frequent = min(self.FREQUENT, words // 2)
        self.words = nn.AdaptiveLogSoftmaxWithLoss(width, words, cutoffs=[frequent], div_value=4.0, head_bias=True)

    def forward(self, inputs: Tensor, targets: Tensor) -> Tensor:
        """The log-probability of each target, after all inputs up to its own place (rows × places)."""
        states, _ = self.lstm(self.dropout(self.embedding(inputs)))
        hidden = self.project(self.dropout(states))
        scores: Tensor = self.words(hidden.flatten(0, 1), targets.flatten()).output.view_as(targets)
        return scores


def choice_loss(scores: Tensor, answers: Sequence[int], counts: Sequence[int]) -> Tensor:
    """The mean surprisal of the right candidates under a softmax over each story's candidates."""
    right = torch.tensor(answers)
    if len(set(counts)) == 1:
        return nn.functional.cross_entropy(scores.view(len(counts), -1), right)
    parts = torch.split(scores, list(counts))
    each = [nn.functional.cross_entropy(part.unsqueeze(0), right[i : i + 1]) for i, part in enumerate(parts)]
    return torch.stack(each).mean()


def train(
    network: nn.Module,
    items: Sequence[Item],
    loss: Callable[[list[Item]], Tensor],
    *,
    epochs: int,
    batch: int,
    rate: float,
    decay: float = 0.01,
    seed: int,
    progress: Progress = no_progress,
) -> None:
    """Adam with a rate that falls to zero, over shuffled batches; leaves the network ready to predict."""
    steps = epochs * -(-len(items) // batch)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=decay)
    schedule = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.02, total_iters=max(1, steps))
    network.train()
    for step, chosen in enumerate(_batches(items, epochs, batch, seed)):
        if step % 20 == 0:
            progress("training", step, steps)
        take_step(loss(chosen), optimiser, list(network.parameters()), largest_gradient=1.0)
        schedule.step()
    network.eval()


def _batches(items: Sequence[Item], epochs: int, batch: int, seed: int) -> Iterator[list[Item]]:
    random = Random(seed)  # noqa: S311 (reproducible, not secret)
    order = list(range(len(items)))
    for _ in range(epochs):
        random.shuffle(order)
        for start in range(0, len(order), batch):
            yield [items[place] for place in order[start : start + batch]]


def weights_of(network: nn.Module) -> dict[str, npt.NDArray[np.float32]]:
    """The weights as arrays to be written."""
    return {name: value.detach().numpy().astype(np.float32) for name, value in network.state_dict().items()}


def set_weights(network: nn.Module, arrays: Arrays, prefix: str = "") -> None:
    """Put weights that `weights_of` gave into a network of the same shape."""
    found = {name: torch.from_numpy(np.asarray(arrays[prefix + name])) for name in network.state_dict()}
    try:
        network.load_state_dict(found)
    except RuntimeError as error:
        raise ValueError(str(error)) from None
    network.eval()

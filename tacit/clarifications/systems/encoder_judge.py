"""What the systems on an encoder share: frozen lower layers, trained upper ones and a linear classification layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
import numpy.typing as npt

from tacit.backbones import discriminator
from tacit.backbones.layers import both_ways, layers_of, longest_sequence, run_layers, runs_in_parts
from tacit.backbones.learning import Learner, cut, length_batches, weights_hash
from tacit.backbones.states import States, lower_states
from tacit.clarifications.features.encoder_input import CONTEXTS, WHOLE, WINDOW, EncoderInput, Sequences
from tacit.clarifications.kept import checkpoint_place, kept_folder
from tacit.clarifications.systems.calibration import DEV_SHARES, SHARES, balanced_weights, label_numbers
from tacit.clarifications.task import CLASSES, Instruction, Judgement, JudgeSystem
from tacit.errors import InputError, UsageError
from tacit.extras import require
from tacit.learning.tensors import read_model, write_model
from tacit.progress import Progress, no_progress
from tacit.shapes import Optional, Text

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn
else:
    torch = require("torch", extra="neural")
    nn = torch.nn

Extra = npt.NDArray[np.float32]
_BATCH_TOKENS = 1536
_BATCH = 16
"""Sequences that are learnt from at once: as many for those that read little, or they would learn in fewer steps."""
_VERSION = 3
"""Of the training: a checkpoint or a model of another one would be misunderstood."""
_SHAPE = {
    "model": (type(None), str),
    "encoder": str,
    "training": int,
    Optional("context"): Text("|".join(CONTEXTS)),
    Optional("shares"): Text("|".join(SHARES)),
}


class EncoderJudge(JudgeSystem):
    """A classification layer on the vector of the filled sentence, after Devlin et al. (2019).

    No BERT can be had, so the shared encoder stands for it, after learning which words of a text were replaced
    (`backbones.discriminator`); any other can be named. The vector is the mean and the maximum of the sentence's last
    states, where BERT's is the state of its first token, which the shared encoder has never learnt to use.
    `trained_layers` upper layers learn (the paper trains one); the states of those below are computed once. Of a model
    that only runs as a whole no layer learns.

    The whole context is read, as far as the encoder can (`context="whole"`), or a few tokens of each part
    (`"window"`). The classes of a phenomenon count in training as they are shared out in CLAIRE's dev set
    (`shares="dev"`): shares differ much between its parts. With `"train"` each filler counts alike, as in the paper.
    """

    reads: ClassVar[EncoderInput]
    trained_layers: ClassVar[int] = 2
    epochs: ClassVar[int] = 2
    rate: ClassVar[float] = 2e-4
    dropout: ClassVar[float] = 0.2
    extras: ClassVar[int] = 0
    """How many features join the state before classification."""

    def __init__(self, model: str | None = None, *, context: str = WHOLE, shares: str = DEV_SHARES) -> None:
        self.model = model
        self.context = context
        self.shares = shares
        self._network: _Network | None = None

    def extra_features(self, instructions: Sequence[Instruction]) -> Extra:
        """Features that join the state, one row a filler; none here."""
        return np.zeros((sum(len(each.fillers) for each in instructions), 0), dtype=np.float32)

    def fit(self, instructions: Sequence[Instruction], *, seed: int = 0, progress: Progress = no_progress) -> Self:
        """Minimise the cross-entropy for a fixed number of epochs; what was cut off goes on from its checkpoint."""
        labels, weights = torch.tensor(label_numbers(instructions)), self._weights(instructions)
        torch.manual_seed(seed)
        network = self._new_network()
        given = self._read(network, instructions, progress)
        batches = length_batches(given.lengths, tokens=_BATCH_TOKENS, most=_BATCH, epochs=self.epochs, seed=seed)

        def loss_at(step: int) -> Tensor:
            logits = network(*given.batch(batches[step]))
            losses = nn.functional.cross_entropy(logits, labels[batches[step]], reduction="none")
            return (losses * weights[batches[step]]).mean()

        how: tuple[object, ...] = (network.stands_on, self.trained_layers, self.epochs, self.rate, self.dropout)
        if self.shares != DEV_SHARES:  # a checkpoint from before there was a choice keeps its name
            how = (*how, self.shares)
        checkpoint = checkpoint_place(self.name, _VERSION, how, given.tokens, labels.tolist(), seed=seed)
        network.train()
        learner = Learner(network, steps=len(batches), rate=self.rate)
        learner.run(loss_at, checkpoint=checkpoint, what=self.name, progress=progress)
        self._network = network.eval()
        return self

    def judge(self, instructions: Sequence[Instruction]) -> list[tuple[Judgement, ...]]:
        """The classes' probabilities; the score is their expectation."""
        if self._network is None:
            raise UsageError(f"the system {self.name!r} has not been trained: call fit or load first")
        given = self._read(self._network, instructions)
        order = sorted(range(len(given.lengths)), key=given.lengths.__getitem__)
        rows = np.zeros((len(order), len(CLASSES)))
        with torch.inference_mode():
            for batch in cut(order, given.lengths, _BATCH_TOKENS):
                rows[batch] = self._network(*given.batch(batch)).softmax(-1).numpy()
        shares = iter(rows.tolist())
        return [tuple(Judgement.of(next(shares)) for _ in each.fillers) for each in instructions]

    def _weights(self, instructions: Sequence[Instruction]) -> Tensor:
        """What each filler counts in training."""
        if self.shares == DEV_SHARES:
            return torch.from_numpy(balanced_weights(instructions))
        return torch.ones(sum(len(each.fillers) for each in instructions))

    def _new_network(self) -> _Network:
        return _Network(self.model, self.trained_layers, self.extras, self.dropout, at_marker=self.reads.markers)

    def _read(self, network: _Network, instructions: Sequence[Instruction], progress: Progress = no_progress) -> _Given:
        backbone = network.backbone
        reads = replace(self.reads, extent=self.context)
        longest = longest_sequence(backbone.model, backbone.tokenizer)
        sequences = reads.sequences(backbone.tokenizer, instructions, longest)
        folder = kept_folder(len(instructions))
        what = f"reading for {self.name}"
        states = lower_states(
            backbone.model, sequences.tokens, stop=network.start, folder=folder, what=what, progress=progress
        )
        return _Given(sequences, states, torch.from_numpy(self.extra_features(instructions)))

    def save(self, folder: Path) -> None:
        """Write a model folder: the trained layers and the classification layer."""
        if self._network is None:
            raise UsageError(f"the system {self.name!r} has not been trained: there is nothing to save")
        about = {"model": self.model, "encoder": self._network.stands_on, "training": _VERSION}
        options = {"context": self.context, "shares": self.shares}
        write_model(folder, self._kind(), about | options, self._network.state_dict())

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""
        config, weights = read_model(folder, cls._kind(), _SHAPE)
        if config["training"] != _VERSION:
            raise InputError("the model is of another version: train it again", path=folder)
        # Models from before there was a choice, the shipped one too, read a window.
        system = cls(config["model"], context=config.get("context", WINDOW), shares=config.get("shares", DEV_SHARES))
        network = system._new_network()
        if config["encoder"] != network.stands_on:
            raise InputError("the model was trained on another encoder: train it again", path=folder)
        try:
            network.load_state_dict(weights)
        except RuntimeError:
            raise InputError("the weights do not fit the encoder", path=folder) from None
        system._network = network.eval()
        return system

    @classmethod
    def _kind(cls) -> str:
        return f"clarifications {cls.name}"


class _Given:
    """Sequences with the states of the lower layers and further features."""

    def __init__(self, sequences: Sequences, states: States, extra: Tensor) -> None:
        self._sequences = sequences
        self._states = states
        self._extra = extra
        self.lengths = [len(tokens) for tokens in sequences.tokens]

    @property
    def tokens(self) -> list[tuple[int, ...]]:
        """What is read."""
        return self._sequences.tokens

    def batch(self, numbers: list[int]) -> tuple[Tensor, Tensor, Tensor, list[int], Tensor]:
        """States, their lengths, where the sentence and the filler stand, and further features."""
        lengths = torch.tensor([self.lengths[number] for number in numbers])
        sentences = torch.tensor([self._sequences.sentences[number] for number in numbers])
        places = [self._sequences.places[number] for number in numbers]
        return self._states.batch(numbers), lengths, sentences, places, self._extra[numbers]


class _Network(nn.Module):
    """The upper layers and the classification layer; all that learns."""

    def __init__(self, model: str | None, layers: int, extras: int, dropout: float, *, at_marker: bool) -> None:
        super().__init__()
        self.backbone = discriminator.encoder_named(model)
        self.stands_on = weights_hash(self.backbone.model)
        self.start: int | None = None
        if runs_in_parts(self.backbone.model):
            every = layers_of(self.backbone.model)
            self.start = max(0, len(every) - layers)
            self.upper = nn.ModuleList(every[self.start :])
        self.at_marker = at_marker
        width = self.backbone.width * (3 if at_marker else 2)
        self.head = nn.Sequential(nn.Dropout(dropout), nn.Linear(width + extras, len(CLASSES)))

    def forward(self, states: Tensor, lengths: Tensor, sentences: Tensor, places: list[int], extra: Tensor) -> Tensor:
        """Logits of the classes."""
        everywhere = torch.arange(states.shape[1])
        upper = states
        if self.start is not None:
            mask = both_ways(everywhere < lengths.unsqueeze(1))
            positions = everywhere.expand(len(states), -1)
            upper = run_layers(self.backbone.model, states, mask=mask, positions=positions, start=self.start)
        inside = ((everywhere >= sentences[:, :1]) & (everywhere < sentences[:, 1:])).unsqueeze(2)
        mean = (upper * inside).sum(1) / inside.sum(1)
        parts = [mean, upper.masked_fill(~inside, -torch.inf).amax(1)]
        if self.at_marker:
            parts.append(upper[range(len(places)), places])
        logits: Tensor = self.head(torch.cat([*parts, extra], 1))
        return logits

"""Train the network on texts that are put together anew in each epoch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tacit.backbones import encoder
from tacit.backbones.layers import pad
from tacit.backbones.learning import Learner, content_hash
from tacit.backbones.states import States, lower_states
from tacit.extras import require
from tacit.files import cache_folder
from tacit.progress import Progress, no_progress
from tacit.scenarios.systems.tacit.composing import Material, Row, epoch
from tacit.scenarios.systems.tacit.network import FROZEN, ContextNetwork

if TYPE_CHECKING:
    from torch import Tensor

TOKENS = 48
"""The longest sentence; what stands beyond is not read."""
BATCH = 72
"""Sentences learnt from at once."""
TOGETHER = 18
"""Sentences of like length that are computed together."""
RATE = 6e-4
TUNING = 0.15
"""The rate of the encoder's layers, as a share of that of what is new."""
SMOOTHING = 0.02


def tokenise(reader: Any, sentences: Sequence[str]) -> list[list[int]]:
    """Token numbers of sentences."""
    return [list(ids) for ids in reader.tokenizer(list(sentences), truncation=True, max_length=TOKENS)["input_ids"]]


def train(
    material: Material,
    labels: Sequence[str],
    *,
    epochs: int,
    seed: int,
    frozen: int = FROZEN,
    checkpoint: Path | None = None,
    progress: Progress = no_progress,
) -> ContextNetwork:
    """A network that has learnt to name the labels."""
    torch = require("torch", extra="neural")
    torch.manual_seed(seed)
    reader = encoder.fresh()
    network = ContextNetwork(reader.model, len(labels), frozen)
    sentences = material.sentences()
    number = {sentence: place for place, sentence in enumerate(sentences)}
    tokens = tokenise(reader, sentences)
    done = 0

    def more(count: int) -> None:
        nonlocal done
        done += count
        progress("reading", done, len(tokens))

    states = lower_states(reader.model, tokens, stop=network.frozen, folder=cache_folder() / "states", on_progress=more)
    batches = _batches(material, epochs, seed)
    column = {label: place for place, label in enumerate(labels, 1)}

    def loss_at(step: int) -> Tensor:
        texts = batches[step]
        rows = [row for text in texts for row in text]
        chosen = [number[sentence] for sentence, _ in rows]
        vectors = _vectors(network, states, chosen, tokens)
        scores = network.scores(vectors, list(map(len, texts)))
        return torch.nn.functional.cross_entropy(scores, _targets(rows, column), label_smoothing=SMOOTHING)  # type: ignore[no-any-return]

    about = content_hash(seed, labels, [(list(map(len, batch)), batch[0][0][0]) for batch in batches])
    learner = Learner(network, steps=len(batches), rate=RATE, rates={"encoder.": TUNING}, about=about)
    network.train()
    learner.run(loss_at, checkpoint=checkpoint, on_step=lambda step, steps, _: progress("learning", step, steps))
    network.eval()
    return network


def _vectors(network: ContextNetwork, states: States, chosen: Sequence[int], tokens: Sequence[Sequence[int]]) -> Tensor:
    """The vectors of sentences, those of like length computed together: padding would cost half of the time."""
    torch = require("torch", extra="neural")
    order = sorted(range(len(chosen)), key=lambda place: len(tokens[chosen[place]]))
    parts = []
    for start in range(0, len(order), TOGETHER):
        some = [chosen[place] for place in order[start : start + TOGETHER]]
        _, real = pad([tokens[number] for number in some])
        parts.append(network.vectors(states.batch(some), real))
    back = torch.tensor(order).argsort()
    return torch.cat(parts)[back]  # type: ignore[no-any-return]


def _batches(material: Material, epochs: int, seed: int) -> list[list[list[Row]]]:
    draw = Random(seed)  # noqa: S311 (not for secrets)
    batches: list[list[list[Row]]] = []
    for _ in range(epochs):
        batch: list[list[Row]] = []
        for text in epoch(material, draw):
            if batch and sum(map(len, batch)) + len(text) > BATCH:
                batches.append(batch)
                batch = []
            if text:
                batch.append(text)
        if batch:
            batches.append(batch)
    return batches


def _targets(rows: Sequence[Row], column: dict[str, int]) -> Tensor:
    """The share of each label in each sentence; what is unknown counts as nothing."""
    torch = require("torch", extra="neural")
    targets = torch.zeros(len(rows), 1 + len(column))
    for place, (_, labels) in enumerate(rows):
        known = [column[label] for label in labels if label in column] or [0]
        targets[place, known] = 1 / len(known)
    return targets  # type: ignore[no-any-return]

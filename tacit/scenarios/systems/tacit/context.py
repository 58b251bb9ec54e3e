"""What a sentence is about, read in its context by an encoder that was trained for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.extras import require
from tacit.learning.folder import making, read_model, write_model
from tacit.scenarios.systems.tacit.examples import Floats
from tacit.shapes import AtLeastOne

if TYPE_CHECKING:
    from tacit.backbones.encoder import SentenceEncoder
    from tacit.scenarios.systems.tacit.network import ContextNetwork, Tokens

KIND = "scenarios in context"
LONGEST_SENTENCE, LONGEST_STRETCH = 60, 240
"""Tokens of a sentence, and of a stretch of text that is read at once."""
BATCH_TOKENS = 2048
_SCALE = 16.0
"""How long the head's rows are at first, and those of scenarios that are added."""


class Context:
    """A trained network with the tokenizer that goes with it; the head's columns are 'nothing' and `labels`."""

    def __init__(self, network: ContextNetwork, tokenizer: Any, labels: Sequence[str]) -> None:
        self.network = network
        self.tokenizer = tokenizer
        self.labels = tuple(labels)
        self.tokens = lru_cache(maxsize=1 << 16)(self._tokens)

    @classmethod
    def new(cls, encoder: SentenceEncoder, labels: Sequence[str], examples: Sequence[Floats]) -> Context:
        """One that has learnt nothing yet; each label's column is the mean of vectors of its examples."""
        torch = require("torch", extra="neural")
        from tacit.scenarios.systems.tacit.network import ContextNetwork

        network = ContextNetwork(encoder.model, 1 + len(labels))
        with torch.no_grad():
            network.head.bias.zero_()
            network.head.bias[0] = _SCALE / 4
            for column, some in enumerate(examples, 1):
                network.head.weight[column] = torch.from_numpy(_prototype(some))
            network.head.weight[0] = network.head.weight[1:].mean(0) / 2
        return cls(network, encoder.tokenizer, labels)

    def _tokens(self, sentence: str) -> tuple[int, ...]:
        """The tokens of a sentence, at least one."""
        found = self.tokenizer(
            sentence, add_special_tokens=False, truncation=True, max_length=LONGEST_SENTENCE, verbose=False
        )["input_ids"]
        return tuple(found) or (self.tokenizer.unk_token_id,)

    def log_shares(self, texts: Sequence[Sequence[str]]) -> list[Floats]:
        """For each text a row for each sentence: the logarithm of what each column gets."""
        torch = require("torch", extra="neural")
        from tacit.backbones.learning import cut

        stretches: list[tuple[int, int, Tokens]] = []
        for number, sentences in enumerate(texts):
            read = [self.tokens(sentence) for sentence in sentences]
            for start, end in stretches_of([len(each) for each in read]):
                stretches.append((number, start, read[start:end]))
        found = [np.zeros((len(sentences), 1 + len(self.labels)), np.float32) for sentences in texts]
        lengths = [sum(map(len, tokens)) for *_, tokens in stretches]
        self.network.eval()
        with torch.inference_mode():
            for batch in cut(sorted(range(len(lengths)), key=lengths.__getitem__), lengths, BATCH_TOKENS):
                rows = self._logits([stretches[each][2] for each in batch]).log_softmax(1).numpy()
                place = 0
                for number, start, tokens in (stretches[each] for each in batch):
                    found[number][start : start + len(tokens)] = rows[place : place + len(tokens)]
                    place += len(tokens)
        return found

    def _logits(self, stretches: Sequence[Tokens]) -> Any:
        return self.network(stretches, self.tokenizer.cls_token_id, self.tokenizer.sep_token_id)

    def with_label(self, label: str, phrases: Sequence[str]) -> Context:
        """The same with one more column, known by phrases alone."""
        torch = require("torch", extra="neural")
        from tacit.scenarios.systems.tacit.network import ContextNetwork

        first, last = self.tokenizer.cls_token_id, self.tokenizer.sep_token_id
        with torch.no_grad():
            vectors = self.network.vectors([[self.tokens(phrase)] for phrase in phrases], first, last).numpy()
            network = ContextNetwork(self.network.encoder, 2 + len(self.labels))
            old = self.network.head
            size = float(old.weight[1:].norm(dim=1).mean())
            row = torch.from_numpy(_prototype(vectors, size))
            network.head.weight.copy_(torch.cat([old.weight, row[None]]))
            network.head.bias.copy_(torch.cat([old.bias, old.bias[1:].mean()[None]]))
        return Context(network, self.tokenizer, (*self.labels, label))

    def save(self, folder: Path) -> None:
        """Write a model folder."""
        write_model(folder, KIND, {"labels": list(self.labels)}, self.network.learnt())

    @classmethod
    def load(cls, folder: Path, encoder: SentenceEncoder) -> Context:
        """What `save` wrote; the encoder, a copy of one's own, gives what was not learnt."""
        from tacit.scenarios.systems.tacit.network import ContextNetwork

        config, weights = read_model(folder, KIND, {"labels": AtLeastOne(str)})
        with making(folder, KIND):
            network = ContextNetwork(encoder.model, 1 + len(config["labels"]))
            network.take(weights)
        return cls(network, encoder.tokenizer, config["labels"])


def stretches_of(lengths: Sequence[int], most: int = LONGEST_STRETCH) -> list[tuple[int, int]]:
    """Sentences of so many tokens each, put together to stretches of about the same length that are not too long.

    >>> stretches_of([100, 100, 100, 100, 100])
    [(0, 2), (2, 4), (4, 5)]
    """
    found: list[tuple[int, int]] = []
    start = total = 0
    for place, length in enumerate(lengths):
        if place > start and total + length > most:
            found.append((start, place))
            start, total = place, 0
        total += length
    return [*found, (start, len(lengths))] if lengths else []


def _prototype(vectors: Floats, size: float = _SCALE) -> Floats:
    mean = vectors.mean(0)
    row: Floats = (size * mean / max(float(np.linalg.norm(mean)), 1e-9)).astype(np.float32)
    return row

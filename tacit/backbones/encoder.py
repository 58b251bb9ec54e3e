"""The sentence encoder: all-MiniLM-L6-v2 by default, any BERT-like checkpoint by name or path."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tacit.backbones.bert import Bert
from tacit.backbones.catalogue import ENCODER, INSTALL
from tacit.backbones.checkpoints import from_pretrained
from tacit.backbones.tokens import Tokenizer
from tacit.errors import MissingBackboneError
from tacit.extras import require

Vectors = npt.NDArray[np.float32]
REMEMBERED = 4096
"""Sentences whose vectors an encoder keeps, 6 MB: the capabilities that read a text ask for the same sentences."""


class TextEncoder(Protocol):
    """Sentences as unit vectors: the mean of the last layer's states over real tokens, normalised."""

    @property
    def width(self) -> int:
        """Length of each vector."""

    def encode(self, sentences: Sequence[str], *, batch_size: int = 32, max_length: int = 128) -> Vectors:
        """A row for each sentence."""


class PlainEncoder:
    """An encoder that reads with numpy alone."""

    def __init__(self, bert: Bert, tokenizer: Tokenizer) -> None:
        self.bert = bert
        self.tokenizer = tokenizer
        self._recent: OrderedDict[tuple[int, ...], Vectors] = OrderedDict()

    @property
    def width(self) -> int:
        """Length of each vector."""
        return self.bert.width

    def encode(self, sentences: Sequence[str], *, batch_size: int = 32, max_length: int = 128) -> Vectors:
        """A row for each sentence; batches are cut by tokens, whatever their size is said to be.

        A sentence's vector is the same to the last bit whatever stands beside it, so what was encoded lately is
        remembered.
        """
        most = min(max_length, self.bert.longest) - 2
        wanted = [tuple(ids[:most]) for ids in self.tokenizer.all_ids(sentences)]
        known = {key: found for key in set(wanted) if (found := self._recent.get(key)) is not None}
        if new := [key for key in dict.fromkeys(wanted) if key not in known]:
            found = self._encoded(new)
            known.update(zip(new, found, strict=True))
            kept = new[-REMEMBERED:]
            self._recent.update(zip(kept, found[-len(kept) :].copy(), strict=True))
            while len(self._recent) > REMEMBERED:
                self._recent.popitem(last=False)
        return np.stack([known[key] for key in wanted]) if wanted else np.zeros((0, self.width), np.float32)

    def _encoded(self, sequences: Sequence[tuple[int, ...]]) -> Vectors:
        first, last = self.tokenizer.first, self.tokenizer.last
        rows = np.stack([each.mean(0) for each in self.bert.states([[first, *ids, last] for ids in sequences])])
        rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
        return np.asarray(rows, np.float32)


class SentenceEncoder:
    """An encoder of PyTorch, which can learn, and whose `model` may be of any kind."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self.model = model
        self.tokenizer = tokenizer

    @property
    def width(self) -> int:
        """Length of each vector."""
        return int(self.model.config.hidden_size)

    def weights(self) -> dict[str, Any]:
        """The model's weights by name, as they are called in a network that has the model as its `encoder`."""
        return self.model.state_dict(prefix="encoder.")  # type: ignore[no-any-return]

    def encode(self, sentences: Sequence[str], *, batch_size: int = 32, max_length: int = 128) -> Vectors:
        """A row for each sentence. Sentences are batched by length, so padding costs little."""
        torch = require("torch", extra="neural")
        rows = np.zeros((len(sentences), self.width), dtype=np.float32)
        order = sorted(range(len(sentences)), key=lambda number: len(sentences[number]))
        with torch.inference_mode():
            for start in range(0, len(order), batch_size):
                chosen = order[start : start + batch_size]
                batch = self.tokenizer(
                    [sentences[number] for number in chosen],
                    padding=True,
                    truncation=True,
                    max_length=max_length,
                    return_tensors="pt",
                )
                states = self.model(**batch).last_hidden_state
                mask = batch["attention_mask"].unsqueeze(-1).to(states.dtype)
                means = (states * mask).sum(1) / mask.sum(1)
                rows[chosen] = torch.nn.functional.normalize(means, dim=1).numpy()
        return rows


@lru_cache(maxsize=2)
def load(name: str | Path | None = None) -> TextEncoder:
    """The encoder, loaded once and shared; a BERT checkpoint in a folder is read without PyTorch."""
    return plain() if name is None else _opened(Path(name)) or fresh(name)


@lru_cache(maxsize=1)
def plain() -> PlainEncoder:
    """The default encoder."""
    if (found := _opened(ENCODER.found())) is None:
        raise MissingBackboneError(f"the {ENCODER.about} is not what it should be: {INSTALL}")
    return found


def _opened(folder: Path) -> PlainEncoder | None:
    """The encoder of a checkpoint folder; nothing if there is none, or one of another kind."""
    bert = Bert.open(folder) if folder.is_dir() else None
    tokenizer = Tokenizer.open(folder) if bert is not None else None
    return PlainEncoder(bert, tokenizer) if bert is not None and tokenizer is not None else None


def fresh(name: str | Path | None = None) -> SentenceEncoder:
    """A copy of one's own, in PyTorch, to be trained further."""
    place = ENCODER.found() if name is None else name
    return SentenceEncoder(from_pretrained("AutoModel", place), from_pretrained("AutoTokenizer", place))

"""The sentence encoder: all-MiniLM-L6-v2 by default, any BERT-like checkpoint by name or path."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.backbones.catalogue import ENCODER
from tacit.backbones.checkpoints import from_pretrained
from tacit.extras import require

Vectors = npt.NDArray[np.float32]


class SentenceEncoder:
    """Sentences as unit vectors: the mean of the last layer's states over real tokens, normalised."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self.model = model
        self.tokenizer = tokenizer

    @property
    def width(self) -> int:
        """Length of each vector."""
        return int(self.model.config.hidden_size)

    def encode(self, sentences: Sequence[str], *, batch_size: int = 32, max_length: int = 128) -> Vectors:
        """One row a sentence. Sentences are batched by length, so padding costs little."""
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
def load(name: str | Path | None = None) -> SentenceEncoder:
    """The encoder, loaded once a process and shared: whoever changes its weights takes a `fresh` one."""
    return fresh(name)


def fresh(name: str | Path | None = None) -> SentenceEncoder:
    """A copy of one's own."""
    place = ENCODER.found() if name is None else name
    return SentenceEncoder(from_pretrained("AutoModel", place), from_pretrained("AutoTokenizer", place))

"""Tiling with the sentence encoder: split where the meanings on the two sides of a gap have least in common."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tacit.backbones import encoder
from tacit.scenarios.segmenters import Segmenter
from tacit.scenarios.segmenters.tiling import coherence, tile


class EmbeddingTiling(Segmenter):
    """As TextTiling, with sentence vectors in place of words. `model` names another encoder.

    The defaults are the best on documents merged from MCScript's training texts.
    """

    def __init__(self, *, window: int = 5, x: float = -10.0, model: str | Path | None = None) -> None:
        self.window = window
        self.x = x
        self.model = model

    def starts(self, sentences: Sequence[str]) -> list[int]:
        """Where the meaning changes."""
        if not sentences:
            return []
        return tile(coherence(encoder.load(self.model).encode(sentences), self.window), self.x)

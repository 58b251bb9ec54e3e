"""TextTiling (Hearst 1994, 1997) on sentences: split where the words on the two sides of a gap have least in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tacit.scenarios.segmenters import Segmenter
from tacit.scenarios.segmenters.lexical import stems
from tacit.scenarios.segmenters.tiling import sparse_coherence, tile


class TextTiling(Segmenter):
    """A boundary is a deep valley of the similarity between blocks of sentences, as bags of words.

    Hearst compares blocks of ten windows of 20 words; here a block is `window` sentences, so that boundaries need
    not be moved to the nearest sentence afterwards. The threshold is µ − σ/x; both defaults are the best on documents
    merged from MCScript's training texts. Hearst's own threshold is x = 2, which gives more segments.
    """

    def __init__(self, *, window: int = 8, x: float = -10.0) -> None:
        self.window = window
        self.x = x

    def starts(self, sentences: Sequence[str]) -> list[int]:
        """Where the vocabulary changes."""
        if not sentences:
            return []
        return tile(sparse_coherence([Counter(words) for words in stems(sentences)], self.window), self.x)

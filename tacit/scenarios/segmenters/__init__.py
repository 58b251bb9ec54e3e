"""Ways to split a text where its topic changes.

>>> from tacit.scenarios.segmenters import segmenter
>>> segmenter("optimal").starts(["The kettle boiled.", "I poured the kettle."])
[0]
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from tacit.errors import UsageError

SEGMENTERS = {
    "topictiling": "topictiling:TopicTiling",
    "texttiling": "texttiling:TextTiling",
    "embedding": "embedding:EmbeddingTiling",
    "optimal": "optimal:OptimalSegmenter",
    "changes": "changes:ChangePoints",
}
"""Their names, and the module and class of each."""


class Segmenter(ABC):
    """Splits a text, given as its sentences, into segments of one topic."""

    @abstractmethod
    def starts(self, sentences: Sequence[str]) -> list[int]:
        """The numbers of the sentences that start a segment: 0 first, none for an empty text."""


def segmenter(name: str, **options: Any) -> Segmenter:
    """A segmenter by its name."""
    if name not in SEGMENTERS:
        raise UsageError(f"there is no segmenter {name!r}; there are {', '.join(SEGMENTERS)}")
    module, _, kind = SEGMENTERS[name].partition(":")
    made: Segmenter = getattr(importlib.import_module(f"{__name__}.{module}"), kind)(**options)
    return made

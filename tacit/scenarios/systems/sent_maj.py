"""The baseline `sent maj`: every sentence is about the most frequent scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numpy as np

from tacit.errors import InputError, UsageError
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress
from tacit.scenarios.task import NONE, Detection, Narrative, ScenarioSystem, Scored
from tacit.shapes import AtLeastOne

_KIND = "scenarios sent_maj"


class SentenceMajority(ScenarioSystem):
    """Ranks scenarios by how many training sentences are about them, for every sentence alike."""

    name = "sent_maj"

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    @property
    def labels(self) -> tuple[str, ...]:
        """The scenarios it has learnt, the most frequent first."""
        return tuple(self._counts)

    def fit(self, narratives: Sequence[Narrative], *, seed: int = 0, progress: Progress = no_progress) -> Self:
        """Count; nothing is random."""
        counts = Counter(label for narrative in narratives for labels in narrative.labels for label in labels)
        if not counts:
            raise InputError("no training text is about any scenario")
        self._counts = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
        return self

    def detect(self, narratives: Sequence[Narrative]) -> list[Detection]:
        """The same ranking for every sentence; a text is one segment."""
        if not self._counts:
            raise UsageError(f"the system {self.name!r} has not been trained: call fit or load first")
        total = sum(self._counts.values())
        ranking = (*(Scored(label, count / total) for label, count in self._counts.items()), Scored(NONE, 0.0))
        return [Detection((ranking,) * len(text), (0,) if len(text) else ()) for text in narratives]

    def save(self, folder: Path) -> None:
        """Write a model folder."""
        counts = np.array(list(self._counts.values()), dtype=np.int64)
        write_folder(folder, _KIND, {"labels": list(self._counts)}, {"counts": counts})

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""
        system = cls()
        with read_folder(folder, _KIND, {"labels": AtLeastOne(str)}) as (config, arrays):
            labels, counts = [str(label) for label in config["labels"]], arrays["counts"].tolist()
            system._counts = {label: int(count) for label, count in zip(labels, counts, strict=True)}
            if not labels or min(system._counts.values()) < 1:
                raise ValueError("it has no counts of scenarios")
        return system

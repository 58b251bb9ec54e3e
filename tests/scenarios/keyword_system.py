"""A scenario system small enough to see through: a sentence is about the scenarios whose keywords it has."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tacit.progress import Progress, no_progress
from tacit.scenarios import NONE, Detection, Narrative, ScenarioSystem, Scored
from tacit.scenarios.evaluate import segment_starts

KEYWORDS = {"kettle": "making tea", "teapot": "making tea", "dough": "baking a cake", "guests": "throwing a party"}


class KeywordSystem(ScenarioSystem):
    name = "keywords"

    def __init__(self) -> None:
        self.texts_ = 0

    def fit(self, narratives: Sequence[Narrative], *, seed: int = 0, progress: Progress = no_progress) -> KeywordSystem:
        self.texts_ = len(narratives)
        return self

    def detect(self, narratives: Sequence[Narrative]) -> list[Detection]:
        return [self._detect(narrative) for narrative in narratives]

    def _detect(self, narrative: Narrative) -> Detection:
        found = [
            tuple(dict.fromkeys(label for word, label in KEYWORDS.items() if word in sentence))
            for sentence in narrative.sentences
        ]
        rankings = []
        for labels in found:
            likely = [Scored(label, 0.9 - 0.2 * place) for place, label in enumerate(labels)]
            rest = [Scored(label, 0.1) for label in dict.fromkeys(KEYWORDS.values()) if label not in labels]
            rankings.append((*likely, Scored(NONE, 0.1 if labels else 0.8), *rest))
            if not labels:
                rankings[-1] = tuple(sorted(rankings[-1], key=lambda scored: -scored.probability))
        return Detection(tuple(rankings), tuple(segment_starts(found)))

    def save(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.json").write_text(json.dumps({"texts": self.texts_}))

    @classmethod
    def load(cls, folder: Path) -> KeywordSystem:
        system = cls()
        system.texts_ = json.loads((folder / "config.json").read_text())["texts"]
        return system

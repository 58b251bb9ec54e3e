"""mflor (Flor and Somasundaran 2017): rules. First the sentiment that fits, then the words that cohere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import ClassVar

from tacit.endings.features.choice import softmax
from tacit.endings.features.sentiment import trajectory
from tacit.endings.features.word_pairs import WordPairs, word_pair_features
from tacit.endings.task import Cloze, EndingSystem, Probabilities, Story
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress

_SURE = 2.0
"""Log-odds per unit of sentiment that fits."""


class Mflor(EndingSystem):
    """If the story has a tone, the ending whose tone goes with it most; else the ending whose words keep the story's
    company best.

    PMI from Gigaword is replaced by PMI from the training stories.
    """

    name: ClassVar[str] = "mflor"
    uses_clozes: ClassVar[bool] = False
    uses_stories: ClassVar[bool] = True

    def __init__(self) -> None:
        self.pairs_: WordPairs | None = None

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Mflor:
        """Count which words share stories."""
        self.pairs_ = WordPairs.count(tuple(stories))
        return self

    def predict(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[Probabilities]:
        """By sentiment where it tells endings apart, else by coherence."""
        return [softmax([_SURE * score for score in self._scores(cloze)]) for cloze in clozes]

    def _scores(self, cloze: Cloze) -> list[float]:
        story = fmean(trajectory(cloze.story))
        tones = trajectory(cloze.endings)
        if story and len(set(tones)) > 1:
            return [tone if story > 0 else -tone for tone in tones]
        assert self.pairs_ is not None, "fit it first"
        return [float(row[0]) for row in word_pair_features(cloze, self.pairs_)]

    def save(self, folder: Path) -> None:
        """Write the words and the table of their company."""
        assert self.pairs_ is not None, "fit it first"
        write_folder(folder, self.name, {"words": self.pairs_.words}, self.pairs_.to_arrays())

    @classmethod
    def load(cls, folder: Path) -> Mflor:
        """The system that `save` wrote."""
        system = cls()
        with read_folder(folder, cls.name, {"words": [str]}) as (config, arrays):
            system.pairs_ = WordPairs.from_arrays(config["words"], arrays)
        return system

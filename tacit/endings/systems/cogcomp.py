"""cogcomp (Chaturvedi, Peng and Roth 2017): do events, sentiment and topic go on as they should?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import ClassVar

import numpy as np

from tacit.endings.choice import ChoiceRegression
from tacit.endings.features import Matrix
from tacit.endings.features.event_model import EventModel, event_features, learn_events
from tacit.endings.features.sentiment import sentiment_features
from tacit.endings.features.tone_model import ToneModel, tone_features
from tacit.endings.features.word_pairs import WordPairs, word_pair_features
from tacit.endings.features.word_vectors import word_similarity_features
from tacit.endings.model_folder import read_folder, write_folder
from tacit.endings.systems.base import FeatureSystem
from tacit.endings.task import Cloze, Progress, Story, no_progress


class Cogcomp(FeatureSystem):
    """Logistic regression on an event model, a tone model, and word similarity with the story.

    Events are verbs without FrameNet frames, learnt from the training stories alone; the sentiment lexicons are
    VADER's; word2vec is replaced by GloVe and word pairs.
    """

    name: ClassVar[str] = "cogcomp"
    uses_stories: ClassVar[bool] = True

    def __init__(self, most: int = 8_000) -> None:
        super().__init__()
        self.most = most
        self.events_: EventModel | None = None
        self.tones_: ToneModel | None = None
        self.pairs_: WordPairs | None = None

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Cogcomp:
        """Learn what follows from whole stories, then how much each aspect counts from clozes."""
        drawn = tuple(Random(seed).sample(list(stories), min(self.most, len(stories))))  # noqa: S311
        self.events_ = learn_events(drawn, seed=seed, progress=progress)
        self.tones_ = ToneModel.count(drawn)
        self.pairs_ = WordPairs.count(tuple(stories))
        super().fit(clozes, stories, seed=seed, progress=progress)
        return self

    def features(self, clozes: Sequence[Cloze], progress: Progress) -> Matrix:
        """The three aspects side by side."""
        assert self.events_ and self.tones_ and self.pairs_, "fit it first"
        rows = [
            np.hstack(
                [
                    tone_features(cloze, self.tones_),
                    sentiment_features(cloze),
                    word_similarity_features(cloze),
                    word_pair_features(cloze, self.pairs_),
                ]
            )
            for cloze in clozes
        ]
        return np.hstack([event_features(clozes, self.events_, progress=progress), np.concatenate(rows)])

    def save(self, folder: Path) -> None:
        """Write the three models and the weights."""
        assert self.events_ and self.tones_ and self.pairs_, "fit it first"
        config = {"events": self.events_.events, "words": self.pairs_.words}
        arrays = {**self.events_.to_arrays(), "tones": self.tones_.counts, **self.pairs_.to_arrays()}
        write_folder(folder, self.name, config, {**arrays, **self.regression_.to_arrays()})

    @classmethod
    def load(cls, folder: Path) -> Cogcomp:
        """The system that `save` wrote."""
        system = cls()
        with read_folder(folder, cls.name) as (config, arrays):
            system.events_ = EventModel.from_arrays(config["events"], arrays)
            system.tones_ = ToneModel(arrays["tones"])
            system.pairs_ = WordPairs.from_arrays(config["words"], arrays)
            system.regression_ = ChoiceRegression.from_arrays(arrays)
        return system

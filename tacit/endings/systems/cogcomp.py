"""cogcomp (Chaturvedi, Peng and Roth 2017): do events, sentiment and topic go on as they should?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import ClassVar

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.features.choice import ChoiceRegression
from tacit.endings.features.closings import Closings, closing_features
from tacit.endings.features.event_model import EventModel, event_features, event_vectors, learn_events
from tacit.endings.features.sentiment import sentiment_features
from tacit.endings.features.surface import NAMES, surface_features
from tacit.endings.features.tone_model import ToneModel, tone_features
from tacit.endings.features.word_pairs import WordPairs, word_pair_features
from tacit.endings.features.word_vectors import word_similarity_features
from tacit.endings.systems.base import FeatureSystem
from tacit.endings.task import Cloze, Story
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress
from tacit.shapes import Named

_RATIOS = Named(str, float)
_SHAPE = {"events": [str], "closing_words": _RATIOS, "closing_events": _RATIOS, "words": [str]}
_NEGATION = [NAMES.index("negation in the ending"), NAMES.index("negation like the story")]


class Cogcomp(FeatureSystem):
    """Logistic regression on what each aspect says: events and what endings are made of, tones, and topic.

    Events are verbs with negation, without FrameNet frames; what is alike among them their word vectors tell. They are
    learnt from the training stories alone. The sentiment lexicons are VADER's; word2vec is replaced by GloVe and word
    pairs.
    """

    strength: ClassVar[float] = 0.05

    name: ClassVar[str] = "cogcomp"
    uses_stories: ClassVar[bool] = True

    def __init__(self, most: int = 5_000) -> None:
        super().__init__()
        self.most = most
        self.events_: EventModel | None = None
        self.closings_: Closings | None = None
        self.tones_: ToneModel | None = None
        self.pairs_: WordPairs | None = None

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Cogcomp:
        """Learn what follows from whole stories, then how much each aspect counts from clozes."""
        drawn = tuple(Random(seed).sample(list(stories), min(self.most, len(stories))))  # noqa: S311
        self.events_ = learn_events(drawn, seed=seed, progress=progress)
        self.closings_ = Closings.learn(tuple(stories), drawn, progress=progress)
        self.tones_ = ToneModel.count(drawn)
        self.pairs_ = WordPairs.count(tuple(stories))
        super().fit(clozes, stories, seed=seed, progress=progress)
        return self

    def features(self, clozes: Sequence[Cloze], progress: Progress) -> Matrix:
        """The three aspects side by side."""
        assert self.events_ and self.closings_ and self.tones_ and self.pairs_, "fit it first"
        events = [
            event_features(clozes, self.events_, progress=progress),
            event_vectors(clozes, progress=progress),
            closing_features(clozes, self.closings_, progress=progress),
        ]
        rows = [
            np.hstack(
                [
                    surface_features(cloze)[:, _NEGATION],
                    tone_features(cloze, self.tones_),
                    sentiment_features(cloze),
                    word_similarity_features(cloze),
                    word_pair_features(cloze, self.pairs_),
                ]
            )
            for cloze in clozes
        ]
        return np.hstack([*events, np.concatenate(rows)])

    def save(self, folder: Path) -> None:
        """Write the models and the weights."""
        assert self.events_ and self.closings_ and self.tones_ and self.pairs_, "fit it first"
        config = {
            "events": self.events_.events,
            "words": self.pairs_.words,
            "closing_words": self.closings_.words,
            "closing_events": self.closings_.events,
        }
        arrays = {**self.events_.to_arrays(), "tones": self.tones_.counts, **self.pairs_.to_arrays()}
        write_folder(folder, self.name, config, {**arrays, **self.regression_.to_arrays()})

    @classmethod
    def load(cls, folder: Path) -> Cogcomp:
        """The system that `save` wrote."""
        system = cls()
        with read_folder(folder, cls.name, _SHAPE) as (config, arrays):
            system.events_ = EventModel.from_arrays(config["events"], arrays)
            system.closings_ = Closings(config["closing_words"], config["closing_events"])
            system.tones_ = ToneModel(arrays["tones"])
            system.pairs_ = WordPairs.from_arrays(config["words"], arrays)
            system.regression_ = ChoiceRegression.from_arrays(arrays)
        return system

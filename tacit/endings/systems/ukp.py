"""ukp (Bugert et al. 2017): a BiLSTM joined with overlap, sentiment, negation and pronoun features."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import ClassVar, Self

import numpy as np

from tacit.endings.features import Matrix
from tacit.endings.features.sentiment import sentiment_features
from tacit.endings.features.surface import surface_features
from tacit.endings.making.negatives import make_clozes
from tacit.endings.systems.recurrent import RecurrentSystem
from tacit.endings.task import Cloze, Story
from tacit.progress import Progress, no_progress

_METHODS = ("random", "backward", "nearest")


class Ukp(RecurrentSystem):
    """CoreNLP's and DKPro's annotations are replaced by word lists and VADER.

    Learns from answered clozes alone; `UkpStories` learns from stories with made-up wrong endings before.
    """

    name: ClassVar[str] = "ukp"

    def features(self, cloze: Cloze) -> Matrix:
        """N-gram overlap, negation, pronouns and names; tone beside the story's."""
        return np.hstack([surface_features(cloze), sentiment_features(cloze)])


class UkpStories(Ukp):
    """The same after training on whole stories with wrong endings made up for them: data generation is what the paper
    is about.

    Those of `tacit.endings.making.negatives` stand for the paper's own ways of making endings.
    """

    name: ClassVar[str] = "ukp_stories"
    uses_stories: ClassVar[bool] = True

    def __init__(self, most: int = 3_000, methods: Sequence[str] = _METHODS) -> None:
        super().__init__()
        self.most = most
        self.methods = tuple(methods)

    def fit(
        self, clozes: Sequence[Cloze], stories: Sequence[Story] = (), *, seed: int = 0, progress: Progress = no_progress
    ) -> Self:
        """Learn to tell made-up endings from right ones, then go on with the clozes."""
        drawn = Random(seed).sample(list(stories), len(stories))[: self.most]  # noqa: S311 (a larger draw holds it)
        made = make_clozes(drawn, self.methods, seed=seed, progress=progress)
        learnt = _learnt_from_made_up(tuple(made), seed)
        self.scale_, self.networks_ = learnt.scale_, learnt.networks_
        return self.go_on(clozes, seed=seed, progress=progress)


class _MadeUp(Ukp):
    """One epoch is enough where there are many stories."""

    epochs: ClassVar[int] = 1


@lru_cache(maxsize=1)
def _learnt_from_made_up(made: tuple[Cloze, ...], seed: int) -> Ukp:
    """What knows made-up endings; the last one is remembered, as each fold asks for the same."""
    return _MadeUp().fit(made, seed=seed)

"""A topic model (LDA, Blei et al. 2003) of content words: trained with tomotopy, read with numpy alone.

What is kept of it is how often each word was drawn from each topic. These counts are whole numbers, nearly all of
them zero, so a model of 200 topics takes some hundred kilobytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.extras import require
from tacit.learning.folder import read_folder, write_folder
from tacit.scenarios.features.content import Words
from tacit.shapes import Within

SHIPPED = Path(__file__).parents[2] / "models" / "topics"
KIND = "topics"
MAX_TOPICS = 10_000
_SHAPE = {"topics": Within(int, 1, MAX_TOPICS), "alpha": float, "eta": float}
Floats = npt.NDArray[np.float32]
Counts = npt.NDArray[np.integer[Any]]
_ROUNDS = 30
"""Rounds of expectation and maximisation for a new text; by then the proportions hardly move."""


@dataclass(frozen=True, slots=True)
class TopicRecipe:
    """How a topic model is trained; the number of topics is the paper's."""

    topics: int = 200
    least_texts: int = 5
    most_texts: float = 0.2
    iterations: int = 300
    alpha: float = 0.1
    eta: float = 0.01


class TopicModel:
    """Words with their counts in each topic; `alpha` and `eta` are the priors of texts and of topics."""

    def __init__(
        self, words: Sequence[str], counts: npt.NDArray[Any], *, alpha: float = 0.1, eta: float = 0.01
    ) -> None:
        self.words = list(words)
        self.counts = counts
        self.alpha, self.eta = alpha, eta
        self._rows = {word: row for row, word in enumerate(self.words)}
        smooth = counts.astype(np.float32) + np.float32(eta)
        self._of_topic: Floats = smooth / smooth.sum(0)

    @property
    def topics(self) -> int:
        """How many topics there are."""
        return int(self.counts.shape[1])

    @classmethod
    def fit(cls, texts: Iterable[Words], recipe: TopicRecipe | None = None, *, seed: int = 0) -> TopicModel:
        """Learn the topics of texts by Gibbs sampling; the same texts and seed give the same model."""
        recipe = recipe or TopicRecipe()
        tomotopy = require("tomotopy", extra="neural")
        kept = _frequent(texts := list(texts), recipe)
        lda = tomotopy.LDAModel(k=recipe.topics, alpha=recipe.alpha, eta=recipe.eta, seed=seed)
        for text in texts:
            if known := [word for word in text if word in kept]:
                lda.add_doc(known)
        # One worker: several draw in an order that differs from run to run.
        lda.train(recipe.iterations, workers=1)
        words = list(lda.used_vocabs)
        drawn = [lda.get_topic_word_dist(topic, normalize=False) for topic in range(recipe.topics)]
        counts = np.rint(np.stack(drawn, axis=1) - recipe.eta) if words else np.zeros((0, recipe.topics))
        return cls(words, counts.astype(np.uint32), alpha=recipe.alpha, eta=recipe.eta)

    def proportions(self, words: Words) -> Floats:
        """How much of a text each topic makes up: the expected proportions given its words (EM, no sampling)."""
        return self._infer(words)[0]

    def best_topics(self, words: Words) -> dict[str, tuple[int, float]]:
        """For each known word of a text its most relevant topic there, and how sure that is."""
        _, known, given = self._infer(words)
        best = given.argmax(1)
        sure = given[np.arange(len(best)), best]
        return {word: (int(topic), float(weight)) for word, topic, weight in zip(known, best, sure, strict=True)}

    def _infer(self, words: Words) -> tuple[Floats, list[str], Floats]:
        """Proportions of topics, the different known words, and for each of these the probability of each topic."""
        found = Counter(word for word in words if word in self._rows)
        known = list(found)
        of_topic = self._of_topic[[self._rows[word] for word in known]]
        times = np.array(list(found.values()), dtype=np.float32)
        share = np.full(self.topics, 1 / self.topics, dtype=np.float32)
        given = of_topic
        for _ in range(_ROUNDS):
            given = of_topic * share
            given = given / given.sum(1, keepdims=True)
            share = times @ given + np.float32(self.alpha)
            share /= share.sum()
        return share, known, given

    def save(self, folder: Path) -> None:
        """Write a model folder."""
        rows, columns = np.nonzero(self.counts)
        arrays: dict[str, npt.NDArray[Any]] = {
            "words": np.frombuffer("\n".join(self.words).encode(), dtype=np.uint8),
            "row_sizes": np.bincount(rows, minlength=len(self.words)).astype(np.uint16),
            "topics": columns.astype(np.uint16),
            "counts": self.counts[rows, columns].astype(np.uint32),
        }
        config = {"topics": self.topics, "words": len(self.words), "alpha": self.alpha, "eta": self.eta}
        write_folder(folder, KIND, config, arrays)

    @classmethod
    def load(cls, folder: Path) -> TopicModel:
        """The model that `save` wrote."""
        with read_folder(folder, KIND, _SHAPE) as (config, arrays):
            text = bytes(arrays["words"]).decode("utf-8")
            words = text.split("\n") if text else []
            rows, topics, drawn = (
                np.repeat(np.arange(len(words)), arrays["row_sizes"]),
                arrays["topics"],
                arrays["counts"],
            )
            if not len(rows) == len(topics) == len(drawn):
                raise ValueError("its words, topics and counts do not fit together")
            alpha, eta = float(config["alpha"]), float(config["eta"])
            if drawn.dtype != np.uint32 or not (0 < alpha < inf and 0 < eta < inf):
                raise ValueError("counts must be whole numbers, alpha and eta positive")
            counts = np.zeros((len(words), int(config["topics"])), dtype=np.uint32)
            counts[rows, topics] = drawn
            return cls(words, counts, alpha=alpha, eta=eta)


@lru_cache(maxsize=1)
def shipped() -> TopicModel:
    """The topics that come with tacit, loaded once a process."""
    return TopicModel.load(SHIPPED)


def _frequent(texts: Sequence[Words], recipe: TopicRecipe) -> set[str]:
    """Words that stand in enough texts to have a topic, and not in so many that they have all."""
    found = Counter(word for text in texts for word in set(text))
    least = min(recipe.least_texts, max(1, len(texts) // 20))
    most = max(recipe.most_texts * len(texts), least)
    return {word for word, count in found.items() if least <= count <= most}

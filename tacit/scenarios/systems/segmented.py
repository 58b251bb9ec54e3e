"""What the paper's systems share: split a text, classify each segment, say None where the classifiers are undecided.

Classifiers are trained on passages about some scenario. A segment's probabilities, made to add up to one, have an
entropy; above a threshold, the segment is about nothing (section 5.1). The threshold is the one with the best F1 on
documents merged from a tenth of the training texts, held out for that, with training texts about nothing between them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain, pairwise
from math import inf
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from tacit.errors import InputError, UsageError
from tacit.learning.folder import read_folder, write_folder
from tacit.progress import Progress, no_progress
from tacit.scenarios.evaluate import segment_starts
from tacit.scenarios.features.bank import BankTraining, ClassifierBank, Floats
from tacit.scenarios.features.content import Words, content_words
from tacit.scenarios.features.passages import KINDS, LDA, TFIDF, PassageFeatures, check_features
from tacit.scenarios.features.topics import TopicModel, TopicRecipe
from tacit.scenarios.metrics import predicted, sentence_counts
from tacit.scenarios.systems.held_out import best_threshold, held_out_documents, split
from tacit.scenarios.task import NONE, Detection, Narrative, Ranking, ScenarioSystem, Scored
from tacit.shapes import AtLeastOne, Optional, Shape, Text, Within, numbers_of

_RANKED = 20
"""How many scenarios a ranking holds."""
_LARGEST = 4 << 30
"""Unpacked bytes of weights that are read: each scenario has a classifier of its own over all words."""


@dataclass(frozen=True, slots=True)
class _Fitted:
    """What the classifiers learn. `none_above` is the entropy above which a segment is about nothing."""

    labels: tuple[str, ...]
    features: PassageFeatures
    bank: ClassifierBank
    none_above: float = inf

    def judge(self, segments: Sequence[Words]) -> tuple[list[Ranking], list[float]]:
        """For each segment a ranking of scenarios, and how undecided it is."""
        probabilities = self.bank.probabilities(self.features.rows(segments))
        best = np.argsort(-probabilities, axis=1, kind="stable")[:, :_RANKED].tolist()
        rankings = [
            tuple(Scored(self.labels[number], float(row[number])) for number in numbers)
            for numbers, row in zip(best, probabilities, strict=True)
        ]
        return rankings, entropies(probabilities).tolist()


@dataclass(frozen=True, slots=True)
class _Judged:
    """A text after splitting: where segments start, their lengths, scenarios and entropies."""

    starts: list[int]
    lengths: list[int]
    rankings: list[Ranking]
    entropies: list[float]


class SegmentedSystem(ScenarioSystem):
    """One classifier a scenario on features of a segment's content words; subclasses say what a segment is.

    `features` are `tfidf`, as the paper's tables have it, or others that it tried: see `PassageFeatures`; `topics` is
    the recipe of the topics that some need. `cache` keeps the content words of sentences on disk, so that experiments
    on the same texts need not tag them again.
    """

    splits_by_topics: ClassVar[bool] = False

    def __init__(
        self,
        *,
        features: Sequence[str] = (TFIDF,),
        topics: TopicRecipe | None = None,
        training: BankTraining | None = None,
        cache: bool = True,
        pipeline: str | Path | None = None,
    ) -> None:
        self.features = tuple(features)
        self.topics = topics or TopicRecipe()
        self.training = training or BankTraining()
        self.cache = cache
        self.pipeline = pipeline
        self._seed = 0
        self._topic_model: TopicModel | None = None
        self._fitted: _Fitted | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """The scenarios it has learnt."""
        return self._ready().labels

    @abstractmethod
    def _starts(self, id: str, words: Sequence[Words]) -> list[int]:
        """The sentences that start the segments of a text."""

    def fit(self, narratives: Sequence[Narrative], *, seed: int = 0, progress: Progress = no_progress) -> Self:
        """Train the classifiers and tune the threshold."""
        self._seed = seed
        kinds = check_features(self.features)
        kept, held_out, about_nothing = split(narratives, seed)
        documents = held_out_documents(held_out, about_nothing, seed)
        texts = [*kept, *held_out, *about_nothing]
        self._topic_model = self._learn_topics(texts) if self._needs_topics(kinds) else None
        self._fit_segments(texts, [*documents, *held_out_documents(held_out, (), seed)])
        passages = list(_passages(kept, self._read(kept)))
        labels = tuple(sorted({label for _, about in passages for label in about}))
        if not labels:
            raise InputError("no training text is about any scenario")
        words = [words for words, _ in passages]
        features = PassageFeatures.fit(kinds, words, self._topic_model)
        targets = np.array([[label in about for label in labels] for _, about in passages])
        bank = ClassifierBank.fit(features.rows(words), targets, self.training, seed=seed)
        self._fitted = _Fitted(labels, features, bank)
        self._fitted = replace(self._fitted, none_above=self._best_threshold(documents))
        return self

    def _fit_segments(self, narratives: Sequence[Narrative], documents: Sequence[Narrative]) -> None:
        """Learn how to split, if that can be learnt, from texts and from documents to tune on.

        The latter are merged from held-out texts, half of them with texts about nothing between.
        """

    def _needs_topics(self, kinds: Sequence[str]) -> bool:
        return self.splits_by_topics or LDA in kinds

    def _learn_topics(self, narratives: Sequence[Narrative]) -> TopicModel:
        texts = [tuple(chain.from_iterable(words)) for words in self._read(narratives)]
        return TopicModel.fit(texts, self.topics, seed=self._seed)

    def detect(self, narratives: Sequence[Narrative]) -> list[Detection]:
        """Split each text, and rank scenarios for each of its segments."""
        fitted = self._ready()
        detections = []
        for text in self._judge(narratives):
            rankings: list[Ranking] = []
            for ranking, entropy, length in zip(text.rankings, text.entropies, text.lengths, strict=True):
                rankings += [with_none(ranking, first=entropy > fitted.none_above)] * length
            detections.append(Detection(tuple(rankings), tuple(text.starts)))
        return detections

    def _judge(self, narratives: Sequence[Narrative]) -> Iterator[_Judged]:
        texts = self._read(narratives)
        splits = [self._starts(narrative.id, words) for narrative, words in zip(narratives, texts, strict=True)]
        segments = [part for words, starts in zip(texts, splits, strict=True) for part in _segments(words, starts)]
        rankings, undecided = self._ready().judge(segments)
        place = 0
        for words, starts in zip(texts, splits, strict=True):
            lengths = [end - start for start, end in pairwise([*starts, len(words)])]
            end = place + len(starts)
            yield _Judged(starts, lengths, rankings[place:end], undecided[place:end])
            place = end

    def _best_threshold(self, documents: Sequence[Narrative]) -> float:
        undecided, said, unsaid = [], [], []
        for narrative, text in zip(documents, self._judge(documents), strict=True):
            for start, length, ranking, entropy in zip(
                text.starts, text.lengths, text.rankings, text.entropies, strict=True
            ):
                for gold in narrative.labels[start : start + length]:
                    undecided.append(entropy)
                    said.append(sentence_counts(gold, predicted(ranking, gold)))
                    unsaid.append(sentence_counts(gold, ()))
        return best_threshold(undecided, said, unsaid)

    def _read(self, narratives: Sequence[Narrative]) -> list[list[Words]]:
        """The content words of each sentence of each text."""
        sentences = [sentence for narrative in narratives for sentence in narrative.sentences]
        words = iter(content_words(sentences, pipeline=self.pipeline, cache=self.cache))
        return [[next(words) for _ in narrative.sentences] for narrative in narratives]

    def _ready(self) -> _Fitted:
        if self._fitted is None:
            raise UsageError(f"the system {self.name!r} has not been trained: call fit or load first")
        return self._fitted

    def save(self, folder: Path) -> None:
        """Write a model folder, and topics into a folder in it."""
        fitted = self._ready()
        none_above = None if fitted.none_above == inf else fitted.none_above
        config = {"labels": fitted.labels, "none_above": none_above, "seed": self._seed, **self._segment_options()}
        config["features"] = list(fitted.features.kinds)
        arrays = {**fitted.features.arrays(), **fitted.bank.arrays()}
        write_folder(folder, self._kind(), {**config, "training": asdict(self.training)}, arrays)
        if self._topic_model is not None:
            self._topic_model.save(folder / "topics")

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote."""
        system = cls()
        with read_folder(folder, cls._kind(), cls._shape(), largest=_LARGEST) as (config, arrays):
            labels, none_above = tuple(map(str, config["labels"])), config["none_above"]
            system._seed = int(config["seed"])
            system.training = BankTraining(**config["training"])
            system.features = kinds = check_features(config.get("features", [TFIDF]))
            if system._needs_topics(kinds):
                system._topic_model = TopicModel.load(folder / "topics")
            system._set_segment_options(config)
            features = PassageFeatures.from_arrays(kinds, arrays, system._topic_model)
            bank = ClassifierBank.from_arrays(arrays)
            if (bank.inputs, bank.labels) != (features.width, len(labels)):
                raise ValueError("features, labels and networks do not fit together")
            system._fitted = _Fitted(labels, features, bank, inf if none_above is None else float(none_above))
        return system

    @classmethod
    def _shape(cls) -> dict[Any, Shape]:
        """What config.json must look like."""
        training = {**numbers_of(BankTraining), "hidden": Within(int, 1, 1 << 16)}
        return {
            "labels": [str],
            "none_above": (float, type(None)),
            "seed": int,
            "training": training,
            Optional("features"): AtLeastOne(Text("|".join(KINDS))),
        }

    def _segment_options(self) -> dict[str, Any]:
        """What config.json keeps of how to split."""
        return {}

    def _set_segment_options(self, config: dict[str, Any]) -> None:
        """Take them back from there."""

    @classmethod
    def _kind(cls) -> str:
        return f"scenarios {cls.name}"


def entropies(probabilities: Floats) -> Floats:
    """Of each row, once it adds up to one: 0 where one label takes all, log n where n are equal."""
    shares = np.maximum(probabilities, 1e-12)
    shares = shares / shares.sum(1, keepdims=True)
    return np.asarray(-(shares * np.log(shares)).sum(1), dtype=np.float32)


def with_none(ranking: Ranking, *, first: bool) -> Ranking:
    """A ranking with `NONE` at its head or its end. The paper decides, so its probability is 1 or 0."""
    return (Scored(NONE, 1.0), *ranking) if first else (*ranking, Scored(NONE, 0.0))


def _passages(narratives: Sequence[Narrative], texts: Sequence[Sequence[Words]]) -> Iterator[tuple[Words, set[str]]]:
    """The passages about the same scenarios throughout, as their content words, with these scenarios."""
    for narrative, words in zip(narratives, texts, strict=True):
        starts = segment_starts(narrative.labels)
        for start, segment in zip(starts, _segments(words, starts), strict=True):
            if narrative.labels[start]:
                yield segment, set(narrative.labels[start])


def _segments(words: Sequence[Words], starts: Sequence[int]) -> list[Words]:
    """The content words of each segment of a text."""
    return [
        tuple(word for sentence in words[start:end] for word in sentence)
        for start, end in pairwise([*starts, len(words)])
    ]

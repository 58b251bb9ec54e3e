"""Learn to judge from a whole passage whether it is about nothing, on documents composed of passages not seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np

from tacit.extras import require
from tacit.scenarios.systems.joint.evidence import NothingJudge, Observed
from tacit.scenarios.systems.joint.passages import JointPassage
from tacit.scenarios.systems.joint.training import MOST_SENTENCES, JointMaterial, learn
from tacit.scenarios.systems.joint.vector_model import SentenceVectors

_FOLDS = 3
_FEWEST = 60
"""Texts about scenarios, and about nothing, without which there is no judge."""
_UNSEEN = 5
"""One in so many scenarios is not seen at all."""
_PASSAGES = 5
"""Passages about scenarios in a document; as many about nothing stand between them."""
_SHORTEST, _LONGEST = 2, 5
"""Sentences of the part of each passage that is judged beside the whole."""


def nothing_for_judging(material: JointMaterial, seed: int) -> list[JointPassage]:
    """The passages about nothing that the documents get: of the pool, as they come."""
    pool = material.pool or material.nothing
    chosen = Random(seed).sample(pool, min(len(pool), len(material.texts)))  # noqa: S311 (reproducible, not secret)
    return [replace(passage, sentences=passage.sentences[:MOST_SENTENCES]) for passage in chosen]


def learn_judge(
    material: JointMaterial, nothing: Sequence[JointPassage], *, seed: int, vectors: SentenceVectors | None
) -> NothingJudge | None:
    """A judge, if there are enough texts; `vectors` hold those of all sentences about scenarios, and of `nothing`."""
    if min(len(material.texts), len(nothing)) < _FEWEST:
        return None
    random = Random(seed)  # noqa: S311 (reproducible, not secret)
    about = random.sample(list(material.texts), len(material.texts))
    features, answers = [], []
    for fold in range(_FOLDS):
        hidden = _hidden(about, fold, random), nothing[fold::_FOLDS]
        evidence = learn(_without(material, *hidden), seed=seed, vectors=vectors)
        for document in _documents(*hidden):
            sentences = [sentence for passage in document for sentence in passage.sentences]
            observed = Observed(evidence, sentences, None if vectors is None else vectors.rows(sentences))
            spans, is_nothing = _spans(document, random)
            features.append(observed.features(spans, observed.margins(spans)))
            answers += is_nothing
    linear_model = require("sklearn.linear_model", extra="neural")
    model = linear_model.LogisticRegression(C=10, class_weight="balanced").fit(np.vstack(features), answers)
    best, none, change = (float(weight) for weight in model.coef_[0])
    return NothingJudge((best, none, change), float(model.intercept_[0]))


def _hidden(about: Sequence[JointPassage], fold: int, random: Random) -> list[JointPassage]:
    """A fold of the texts, and all texts of some scenarios: in use there are many of which no text was seen."""
    labels = sorted({passage.label for passage in about})
    unseen = set(random.sample(labels, len(labels) // _UNSEEN))
    hidden = [passage for place, passage in enumerate(about) if place % _FOLDS == fold or passage.label in unseen]
    return random.sample(hidden, len(hidden))


def _without(material: JointMaterial, about: Sequence[JointPassage], nothing: Sequence[JointPassage]) -> JointMaterial:
    """The material without any passage that begins like one of those."""
    starts = {passage.sentences[0] for passage in (*about, *nothing)}

    def left(passages: Sequence[JointPassage]) -> list[JointPassage]:
        return [passage for passage in passages if passage.sentences[0] not in starts]

    return replace(
        material,
        texts=left(material.texts),
        recruits=left(material.recruits),
        nothing=left(material.nothing),
        pool=left(material.pool),
    )


def _documents(about: Sequence[JointPassage], nothing: Sequence[JointPassage]) -> Iterator[list[JointPassage]]:
    """Passages about scenarios and about nothing by turns."""
    pairs = list(zip(about, nothing, strict=False))
    for place in range(0, len(pairs), _PASSAGES):
        yield [passage for pair in pairs[place : place + _PASSAGES] for passage in pair]


def _spans(document: Sequence[JointPassage], random: Random) -> tuple[list[tuple[int, int]], list[bool]]:
    """Each passage, and a short part of each that is long enough; and whether they are about nothing."""
    ends = np.cumsum([0, *(len(passage.sentences) for passage in document)]).tolist()
    spans: list[tuple[int, int]] = []
    is_nothing: list[bool] = []
    for (start, end), passage in zip(pairwise(ends), document, strict=True):
        spans.append((start, end))
        if end - start > _SHORTEST:
            first = random.randrange(start, end - _SHORTEST + 1)
            spans.append((first, min(end, first + random.randint(_SHORTEST, _LONGEST))))
        is_nothing += [not passage.label] * (len(spans) - len(is_nothing))
    return spans, is_nothing

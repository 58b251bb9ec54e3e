"""Find stories about scenarios among texts without labels, with the sentence encoder.

A scenario of which there are only event phrases learns from stories near these phrases; one with texts of its own gets
stories in another style. Stories near no scenario are what None learns from.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
import numpy.typing as npt

from tacit.backbones import encoder
from tacit.scenarios.systems.joint.passages import JointPassage
from tacit.scenarios.systems.joint.vectorising import sparse_rows, vocabulary_of
from tacit.scenarios.systems.joint.word_model import Array

log = logging.getLogger(__name__)

_NEAR_PHRASES, _NEAR_TEXTS = 0.45, 0.6
"""Cosines from which a story is taken to be about a scenario that is known by phrases, or by texts."""
_FAR = 0.45
"""Cosine to all scenarios below which a story is taken to be about none of them."""
_CANDIDATES = 25
"""Texts that are looked at for each passage of event phrases."""
_SAMPLE = 3500
_MOST_RECRUITS = 12
_WEIGHT = 0.2
"""What a recruited story counts, beside 1 for a labelled text."""
_SENTENCES = 8
"""Sentences of a text that are looked at."""


@dataclass(frozen=True, slots=True)
class Recruits:
    """Stories taken to be about scenarios, and stories taken to be about none."""

    about: list[JointPassage]
    nothing: list[JointPassage]


def recruit(
    texts: Sequence[JointPassage], phrases: Sequence[JointPassage], pool: Sequence[JointPassage], *, seed: int
) -> Recruits:
    """Go through a pool of unlabelled texts: those with words of the `phrases`, and a random sample."""
    chosen = sorted({*_candidates(phrases, pool), *_sample(len(pool), seed)})
    log.info("encoding %d texts and %d stories", len(texts), len(chosen))
    reader = encoder.load()
    by_phrases = _prototypes(reader, [*phrases, *_single_phrases(phrases)])
    by_texts = _prototypes(reader, texts)
    labels = [*by_phrases, *by_texts]
    stories = reader.encode([_text(pool[number]) for number in chosen])
    nearness = stories @ np.stack([*by_phrases.values(), *by_texts.values()]).T
    least = np.array([_NEAR_PHRASES] * len(by_phrases) + [_NEAR_TEXTS] * len(by_texts))
    return Recruits(
        about=_nearest(nearness, least, labels, [pool[number] for number in chosen]),
        nothing=[pool[number] for number, row in zip(chosen, nearness, strict=True) if row.max() < _FAR],
    )


def _candidates(phrases: Sequence[JointPassage], pool: Sequence[JointPassage]) -> set[int]:
    """The texts most similar to each scenario's phrases by tf.idf."""
    vocabulary, rarity = vocabulary_of([*pool, *phrases], least=2)
    stories = sparse_rows([passage.sentences for passage in pool], vocabulary, rarity)
    queries = sparse_rows([passage.sentences for passage in phrases], vocabulary, rarity)
    found: set[int] = set()
    for query in queries:
        similar = (stories @ query.T).toarray().ravel()
        found.update(np.argsort(-similar, kind="stable")[:_CANDIDATES].tolist())
    return found


def _sample(size: int, seed: int) -> list[int]:
    return Random(seed).sample(range(size), min(size, _SAMPLE))  # noqa: S311 (reproducible, not secret)


def _prototypes(reader: encoder.TextEncoder, passages: Sequence[JointPassage]) -> dict[str, Array]:
    """The mean vector of each scenario's passages."""
    rows = reader.encode([_text(passage) for passage in passages])
    sums: dict[str, Array] = {}
    for passage, row in zip(passages, rows, strict=True):
        sums[passage.label] = sums.get(passage.label, np.zeros_like(row)) + row
    return {label: total / np.linalg.norm(total) for label, total in sums.items()}


def _single_phrases(phrases: Sequence[JointPassage]) -> list[JointPassage]:
    return [replace(passage, sentences=(phrase,)) for passage in phrases for phrase in passage.sentences]


def _nearest(
    nearness: npt.NDArray[np.float32],
    least: npt.NDArray[np.float64],
    labels: Sequence[str],
    pool: Sequence[JointPassage],
) -> list[JointPassage]:
    """The nearest stories of each scenario, of those that are nearer to no other."""
    best = nearness.argmax(1)
    close = nearness.max(1)
    taken = Counter[str]()
    recruits = []
    for number in np.argsort(-close, kind="stable"):
        label = labels[best[number]]
        if close[number] >= least[best[number]] and taken[label] < _MOST_RECRUITS:
            taken[label] += 1
            recruits.append(replace(pool[number], label=label, weight=_WEIGHT))
    return recruits


def _text(passage: JointPassage) -> str:
    return " ".join(passage.sentences[:_SENTENCES])

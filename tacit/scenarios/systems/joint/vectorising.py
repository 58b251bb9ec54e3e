"""tf.idf as training needs it: a vocabulary, and sparse matrices for scikit-learn."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tacit.extras import require
from tacit.scenarios.systems.joint.passages import JointPassage
from tacit.scenarios.systems.joint.stems import stems
from tacit.scenarios.systems.joint.word_model import Array, tfidf


def vocabulary_of(
    passages: Sequence[JointPassage], *, least: int, counts: Callable[[str], bool] = lambda _: True
) -> tuple[dict[str, int], Array]:
    """The stems that count and are in at least so many passages, in alphabetical order, and how rare each is."""
    found = Counter[str]()
    for passage in passages:
        found.update({word for sentence in passage.sentences for word in stems(sentence)})
    words = sorted(word for word, count in found.items() if count >= least and counts(word))
    rarity = [1 + math.log((1 + len(passages)) / (1 + found[word])) for word in words]
    return {word: row for row, word in enumerate(words)}, np.array(rarity, dtype=np.float32)


def sparse_rows(passages: Sequence[Sequence[str]], vocabulary: Mapping[str, int], rarity: Array) -> Any:
    """A row a passage, as a scipy matrix."""
    sparse = require("scipy.sparse", extra="neural")
    vectors = [tfidf(passage, vocabulary, rarity) for passage in passages]
    ends = np.cumsum([0, *(len(places) for places, _ in vectors)])
    places = np.concatenate([np.empty(0, dtype=np.intp), *(places for places, _ in vectors)])
    values = np.concatenate([np.empty(0, dtype=np.float32), *(values for _, values in vectors)])
    return sparse.csr_matrix((values, places, ends), shape=(len(passages), len(vocabulary)))

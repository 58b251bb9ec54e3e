"""The learned system: each mention is ranked against its candidate antecedents and against having none.

A mention-ranking model in the line of Durrett and Klein 2013 and Wiseman and others 2015, trained with the marginal
log-likelihood of all right antecedents. Features come from the parse and from static word vectors, so that it runs
on one core at a fraction of the parser's cost; see `train` for how it is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from tacit.backbones import vectors
from tacit.language.coreference.attributes import Attributes, Kind, describe
from tacit.language.coreference.boundaries import Boundaries
from tacit.language.coreference.features import Floats, Ints, content_words, mention_codes, word_rows
from tacit.language.coreference.mentions import detect_mentions
from tacit.language.coreference.model_folder import SHIPPED, STYLES, load_boundaries, read_json
from tacit.language.coreference.network import Network, load_networks
from tacit.language.coreference.pairs import PairFeatures, candidate_pairs
from tacit.language.coreference.task import Clusters, CoreferenceSystem, Mention, ordered
from tacit.language.parse import Parse

VECTOR_LENGTH = 3.0
_PAIRS_AT_ONCE = 4096


class Ranker(CoreferenceSystem):
    """The networks with what they were trained with.

    `style` is the annotation guideline to follow: "ontonotes" takes in everything that is mentioned again,
    "litbank" people and places. `biases` are added to the score of having no antecedent, one for each `Kind`.
    """

    name = "ranker"

    def __init__(
        self,
        networks: Sequence[Network],
        boundaries: Boundaries,
        biases: Mapping[str, float],
        *,
        style: str = STYLES[0],
    ) -> None:
        self.networks = list(networks)
        self.boundaries = boundaries
        self.style = STYLES.index(style)
        self._biases = np.array([biases.get(kind.name.lower(), 0.0) for kind in Kind], dtype=np.float32)
        self._words = Words.shipped()

    @classmethod
    def load(cls, folder: str | Path | None = None, *, style: str = STYLES[0]) -> Ranker:
        """The shipped model, or one that `train` has written."""
        place = SHIPPED if folder is None else Path(folder)
        config = read_json(place / "config.json")
        biases = config.get("biases", {}).get(style, {})
        return cls(load_networks(place / "weights.npz"), load_boundaries(place, style), biases, style=style)

    def resolve(self, parse: Parse) -> Clusters:
        """The clusters of a text."""
        table = describe(parse, detect_mentions(parse, self.boundaries))
        return ordered(linked(table.mentions, self.antecedents(parse, table)))

    def antecedents(self, parse: Parse, table: Attributes) -> list[int]:
        """For each mention the number of its antecedent, -1 for none."""
        pairs = candidate_pairs(table)
        if not len(pairs):
            return [-1] * len(table)
        rows = word_rows(parse, table, self._words.rows)
        codes = mention_codes(parse, table, style=self.style)
        encodings = [network.encode(codes, self._words.joined(rows)) for network in self.networks]
        prepared = [network.prepare(encoding) for network, encoding in zip(self.networks, encodings, strict=True)]
        features = pair_features(parse, table, self._words, rows)
        scores = np.empty(len(pairs), dtype=np.float32)
        for start in range(0, len(pairs), _PAIRS_AT_ONCE):
            part = pairs[start : start + _PAIRS_AT_ONCE]
            pair_codes = features.codes(part)
            members = [n.pair_scores(p, part, pair_codes) for n, p in zip(self.networks, prepared, strict=True)]
            scores[start : start + _PAIRS_AT_ONCE] = sum(members) / len(members)
        new = sum(n.new_scores(e) for n, e in zip(self.networks, encodings, strict=True)) / len(self.networks)
        new += self._biases[np.array(table.kinds)]
        return best_antecedents(pairs.anaphors, pairs.antecedents, scores, new)


def best_antecedents(anaphors: Ints, antecedents: Ints, scores: Floats, new: Floats) -> list[int]:
    """For each mention the antecedent with the best score if it beats having none, else -1."""
    chosen = [-1] * len(new)
    firsts = np.flatnonzero(np.diff(anaphors, prepend=-1))
    for start, end in zip(firsts.tolist(), [*firsts[1:].tolist(), len(anaphors)], strict=True):
        best = start + int(scores[start:end].argmax())
        anaphor = int(anaphors[start])
        if scores[best] > new[anaphor]:
            chosen[anaphor] = int(antecedents[best])
    return chosen


def linked(mentions: Sequence[Mention], antecedents: Sequence[int]) -> Clusters:
    """Clusters from links; an antecedent always comes before its anaphor."""
    clusters: dict[int, list[Mention]] = {}
    entity: dict[int, int] = {}
    for anaphor, antecedent in enumerate(antecedents):
        if antecedent >= 0:
            root = entity.setdefault(antecedent, antecedent)
            entity[anaphor] = root
            clusters.setdefault(root, [mentions[antecedent]]).append(mentions[anaphor])
    return list(clusters.values())


def pair_features(parse: Parse, table: Attributes, words: Words, rows: Ints) -> PairFeatures:
    """The features of a text's pairs, with the vectors they need."""
    return PairFeatures(
        parse, table, words.unit(rows[:, 0]), words.means(len(table), *content_words(table, words.rows))
    )


class Words:
    """Word vectors scaled to one length, with a row of zeros at the end for unknown words."""

    def __init__(self, source: vectors.WordVectors) -> None:
        lengths = np.linalg.norm(source.matrix, axis=1, keepdims=True)
        self.rows = source.rows
        self._matrix = np.vstack([source.matrix / np.maximum(lengths, 1e-6), np.zeros((1, source.width))])
        self._matrix = self._matrix.astype(np.float32)

    _shipped: Words | None = None

    @classmethod
    def shipped(cls) -> Words:
        """Those that ship with tacit, made once a process."""
        if cls._shipped is None:
            cls._shipped = cls(vectors.load())
        return cls._shipped

    def unit(self, rows: Ints) -> Floats:
        """Vectors of length one; row -1 is unknown."""
        return np.asarray(self._matrix[rows])

    def means(self, mentions: int, rows: Ints, owners: Ints) -> Floats:
        """For each mention the mean direction of the vectors that belong to it."""
        sums = np.zeros((mentions, self._matrix.shape[1]), dtype=np.float32)
        np.add.at(sums, owners, self._matrix[rows])
        return np.asarray(sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6))

    def joined(self, rows: Ints) -> Floats:
        """The vectors of all columns of a row, one after the other."""
        return np.asarray(self._matrix[rows].reshape(len(rows), -1) * np.float32(VECTOR_LENGTH))

"""The learned system: each mention is ranked against its candidate antecedents and against having none.

A mention-ranking model in the line of Durrett and Klein 2013 and Wiseman and others 2015, trained with the marginal
log-likelihood of all right antecedents. Features come from the parse and from static word vectors, so that it runs
on one core at a fraction of the parser's cost; see `train` for how it is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from tacit.backbones import vectors
from tacit.language.coreference.features.attributes import Attributes, MentionKind, describe
from tacit.language.coreference.features.boundaries import Boundaries
from tacit.language.coreference.features.constraints import impossible
from tacit.language.coreference.features.mention_codes import Floats, Ints, content_words, mention_codes, word_rows
from tacit.language.coreference.features.mentions import detect_mentions
from tacit.language.coreference.model_folder import SHIPPED, STYLES, fingerprint, load_biases, load_boundaries
from tacit.language.coreference.systems.tacit.decoding import best_antecedents, entity_marks, linked
from tacit.language.coreference.systems.tacit.network import Network, Prepared, load_networks
from tacit.language.coreference.systems.tacit.pairs import PairFeatures, Pairs, candidate_pairs
from tacit.language.coreference.task import Clusters, CoreferenceSystem, ordered
from tacit.language.parse import Parse
from tacit.learning.parameters import WithParameters

VECTOR_LENGTH = 3.0
_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class RankerModel:
    """The networks with what they were trained with.

    `biases` are added to the score of having no antecedent, one for each `MentionKind` by its name in small letters.
    """

    networks: Sequence[Network]
    boundaries: Boundaries
    biases: Mapping[str, float]

    @classmethod
    def load(cls, folder: Path, style: str) -> RankerModel:
        """What `train` has written, for one style."""
        biases, boundaries = load_biases(folder, style), load_boundaries(folder, style)
        return cls(load_networks(folder / "weights.npz"), boundaries, biases)


class MentionRanker(WithParameters, CoreferenceSystem):
    """The ranker of a model folder, by default of the shipped one, which is read when it is first needed.

    `style` is the annotation guideline to follow: "ontonotes" takes in everything that is mentioned again,
    "litbank" people and places.

    >>> MentionRanker(style="litbank")
    MentionRanker(folder=None, style='litbank')
    """

    name = "ranker"

    def __init__(self, folder: str | Path | None = None, *, style: str = STYLES[0]) -> None:
        self.folder = folder
        self.style = style

    @classmethod
    def load(cls, folder: str | Path | None = None, *, style: str = STYLES[0]) -> MentionRanker:
        """The shipped model, or one that `train` has written, read at once."""
        ranker = cls(folder, style=style)
        ranker.model = RankerModel.load(ranker._place, style)
        ranker.fingerprint = fingerprint(ranker._place)
        return ranker

    @classmethod
    def of(cls, model: RankerModel, *, style: str = STYLES[0]) -> MentionRanker:
        """One that stands in no folder."""
        ranker = cls(style=style)
        ranker.model = model
        return ranker

    @cached_property
    def model(self) -> RankerModel:
        """The networks and what they were trained with."""
        return RankerModel.load(self._place, self.style)

    @property
    def _place(self) -> Path:
        return SHIPPED if self.folder is None else Path(self.folder)

    def resolve(self, parse: Parse) -> Clusters:
        """The clusters of a text."""
        table = describe(parse, detect_mentions(parse, self.model.boundaries))
        return ordered(linked(table.mentions, self.antecedents(parse, table)))

    def antecedents(self, parse: Parse, table: Attributes) -> list[int]:
        """For each mention the number of its antecedent, -1 for none."""
        pairs = candidate_pairs(table)
        if not len(pairs):
            return [-1] * len(table)
        scores, new = self.scores(parse, table, pairs)
        return best_antecedents(pairs.anaphors, pairs.antecedents, scores, new, entity_marks(table))

    def scores(self, parse: Parse, table: Attributes, pairs: Pairs) -> tuple[Floats, Floats]:
        """The score of each pair, minus infinity where it cannot be, and for each mention that of having none."""
        words, networks = UnitVectors.shipped(), self.model.networks
        rows = word_rows(parse, table, words.rows)
        codes = mention_codes(parse, table, style=STYLES.index(self.style))
        prepared = [_prepared(network, words, codes, rows) for network in networks]
        features = pair_features(parse, table, words, rows)
        scores = np.empty(len(pairs), dtype=np.float32)
        for start in range(0, len(pairs), _AT_ONCE):
            part = pairs[start : start + _AT_ONCE]
            pair_codes = features.codes(part)
            members = [n.pair_scores(p, part, pair_codes) for n, p in zip(networks, prepared, strict=True)]
            scores[start : start + _AT_ONCE] = sum(members) / len(members)
        scores[impossible(parse, table, pairs.anaphors, pairs.antecedents)] = -np.inf
        biases = [self.model.biases.get(kind.name.lower(), 0.0) for kind in MentionKind]
        new = sum(mentions.new for mentions in prepared) / len(prepared)
        new = new + np.array(biases, dtype=np.float32)[np.array(table.kinds)]
        return scores, np.asarray(new)


def _prepared(network: Network, words: UnitVectors, codes: Ints, rows: Ints) -> Prepared:
    """The mentions encoded block by block, so that the word vectors of a long text are never all at hand."""
    blocks = [slice(start, start + _AT_ONCE) for start in range(0, len(codes), _AT_ONCE)]
    parts = [network.prepare(network.encode(codes[block], words.joined(rows[block]))) for block in blocks]
    return Prepared(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def pair_features(parse: Parse, table: Attributes, words: UnitVectors, rows: Ints) -> PairFeatures:
    """The features of a text's pairs, with the vectors they need."""
    return PairFeatures(
        parse, table, words.unit(rows[:, 0]), words.means(len(table), *content_words(table, words.rows))
    )


class UnitVectors:
    """Word vectors scaled to one length, with a row of zeros at the end for unknown words."""

    def __init__(self, source: vectors.WordVectors) -> None:
        lengths = np.linalg.norm(source.matrix, axis=1, keepdims=True)
        self.rows = source.rows
        self._matrix = np.vstack([source.matrix / np.maximum(lengths, 1e-6), np.zeros((1, source.width))])
        self._matrix = self._matrix.astype(np.float32)

    _shipped: UnitVectors | None = None

    @classmethod
    def shipped(cls) -> UnitVectors:
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

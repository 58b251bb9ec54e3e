"""The learned system: each mention is ranked against its candidate antecedents and against having none.

A mention-ranking model in the line of Durrett and Klein 2013 and Wiseman and others 2015, trained with the marginal
log-likelihood of all right antecedents. Features come from the parse and from static word vectors, so that it runs
on one core at a fraction of the parser's cost; see `train` for how it is made.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tacit.backbones import vectors
from tacit.errors import InputError
from tacit.files import reason
from tacit.language.coreference.attributes import Attributes, Kind, describe
from tacit.language.coreference.boundaries import Boundaries
from tacit.language.coreference.features import Ints, mention_codes, word_rows
from tacit.language.coreference.mentions import detect_mentions
from tacit.language.coreference.network import Floats, Network, load_networks
from tacit.language.coreference.pairs import PairFeatures, candidate_pairs
from tacit.language.coreference.task import Clusters, CoreferenceSystem, Mention, ordered
from tacit.language.parse import Parse

SHIPPED = Path(__file__).parent.parent.parent / "models" / "coreference"
STYLES = ("ontonotes", "litbank")
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
        features = PairFeatures(parse, table, self._words.unit(rows[:, 0]))
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

    def joined(self, rows: Ints) -> Floats:
        """The vectors of all columns of a row, one after the other."""
        return np.asarray(self._matrix[rows].reshape(len(rows), -1) * np.float32(VECTOR_LENGTH))


def load_boundaries(folder: Path = SHIPPED, style: str = STYLES[0]) -> Boundaries:
    """How far noun phrases reach in this style of annotation."""
    table = read_json(folder / "boundaries.json").get(style)
    if not isinstance(table, dict) or not all(isinstance(value, int | float) for value in table.values()):
        raise InputError(f"there is no table of weights for the style {style!r}", path=folder / "boundaries.json")
    return Boundaries(table)


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object of a model folder."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=path) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON ({error})", path=path) from None
    if not isinstance(content, dict):
        raise InputError("not a JSON object", path=path)
    return content

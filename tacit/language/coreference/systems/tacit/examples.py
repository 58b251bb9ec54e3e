"""Training examples of the ranker: the mentions and candidate pairs of a gold document as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacit.language.coreference.features.attributes import describe
from tacit.language.coreference.features.boundaries import Boundaries, features, outwards
from tacit.language.coreference.features.mention_codes import Floats, Ints, mention_codes, word_rows
from tacit.language.coreference.features.mentions import FUSED_HEAD_TAGS, NOUN_TAGS, detect_mentions
from tacit.language.coreference.gold import GoldDocument
from tacit.language.coreference.systems.tacit.decoding import entity_marks
from tacit.language.coreference.systems.tacit.pairs import candidate_pairs
from tacit.language.coreference.systems.tacit.ranker import UnitVectors, pair_features
from tacit.language.coreference.task import Mention
from tacit.language.parse import Parse

_NO_CHAIN = -1


@dataclass(frozen=True)
class DocumentExample:
    """A document as the network sees it.

    `columns` gives each pair its place among the candidates of its anaphor, counted from 1; `right` is true for
    each right choice of each mention, column 0 standing for no antecedent.
    """

    id: str
    style: int
    mentions: list[Mention]
    kinds: Ints
    marks: list[int]
    codes: Ints
    words: Ints
    anaphors: Ints
    antecedents: Ints
    columns: Ints
    pair_codes: Ints
    right: npt.NDArray[np.bool_]
    gold: list[list[tuple[int, int]]]


def example_of(document: GoldDocument, boundaries: Boundaries, words: UnitVectors, *, style: int) -> DocumentExample:
    """The example of one document."""
    parse = document.parse
    table = describe(parse, detect_mentions(parse, boundaries))
    pairs = candidate_pairs(table)
    rows = word_rows(parse, table, words.rows)
    first = np.searchsorted(pairs.anaphors, np.arange(len(table)))
    columns = np.arange(len(pairs), dtype=np.int32) - first[pairs.anaphors].astype(np.int32) + 1
    chains = _chains(table.mentions, document.clusters)
    right = np.zeros((len(table), int(columns.max(initial=0)) + 1), dtype=bool)
    same = chains[pairs.anaphors] == chains[pairs.antecedents]
    right[pairs.anaphors, columns] = same & (chains[pairs.anaphors] != _NO_CHAIN)
    right[:, 0] = ~right.any(axis=1)
    return DocumentExample(
        id=document.id,
        style=style,
        mentions=table.mentions,
        kinds=np.array(table.kinds, dtype=np.int32),
        marks=entity_marks(table),
        codes=mention_codes(parse, table, style=style),
        words=rows,
        anaphors=pairs.anaphors,
        antecedents=pairs.antecedents,
        columns=columns,
        pair_codes=pair_features(parse, table, words, rows).codes(pairs) if len(pairs) else _no_codes(),
        right=right,
        gold=[cluster for cluster in document.clusters if len(cluster) > 1],
    )


def _no_codes() -> Ints:
    return np.zeros((0, 1), dtype=np.int32)


def _chains(mentions: list[Mention], clusters: list[list[tuple[int, int]]]) -> Ints:
    chain = {span: number for number, cluster in enumerate(clusters) for span in cluster}
    return np.array([chain.get(mention.span, _NO_CHAIN) for mention in mentions], dtype=np.int32)


def boundary_decisions(document: GoldDocument) -> Iterator[tuple[list[str], bool]]:
    """The features of each dependent of a gold noun phrase's head, and whether it belongs to the phrase."""
    parse = document.parse
    for start, end in (span for cluster in document.clusters for span in cluster):
        heads = [token for token in range(start, end) if is_top(parse, token, start, end)]
        if len(heads) != 1 or parse.tags[heads[0]] not in NOUN_TAGS | FUSED_HEAD_TAGS:
            continue
        head = heads[0]
        if any(start <= child < end for child in parse.dependents(head, "conj")):
            continue
        for direction in (-1, 1):
            for child in outwards(parse, head, direction):
                inside = start <= child < end
                yield features(parse, head, child), inside
                if not inside:
                    break


def is_top(parse: Parse, token: int, start: int, end: int) -> bool:
    """Does the token hang on nothing inside the span?"""
    head = parse.heads[token]
    return head == token or not start <= head < end


def word_matrix(example: DocumentExample, words: UnitVectors) -> Floats:
    """The joined word vectors of the example's mentions."""
    return words.joined(example.words)

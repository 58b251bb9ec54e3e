"""Coreference by any spaCy pipeline that has a component for it.

Three habits are understood: span groups whose names begin with "coref_clusters" (spaCy's own experimental
component), `doc._.coref_clusters` as lists of spans or of (start, end) character pairs (fastcoref), and
`doc._.coref_chains` as lists of mentions with token indexes (coreferee).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.backbones import parser
from tacit.errors import UsageError
from tacit.language.coreference.task import Clusters, CoreferenceSystem, Mention, ordered
from tacit.language.parse import Parse

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

SPAN_GROUP = "coref_clusters"


class SpacyComponent(CoreferenceSystem):
    """Clusters of a spaCy pipeline, placed on the tokens of the parse by their characters."""

    def __init__(self, pipeline: str | Path | Language) -> None:
        self._nlp = parser.load(pipeline) if isinstance(pipeline, str | Path) else pipeline
        self.name = f"spacy:{pipeline if isinstance(pipeline, str | Path) else self._nlp.meta['name']}"

    def resolve(self, parse: Parse) -> Clusters:
        """The clusters of a text."""
        doc = self._nlp(parse.text)
        if not _fills_clusters(doc):
            raise UsageError(
                f"the pipeline {self.name!r} fills no coreference clusters: no span group {SPAN_GROUP!r}…, "
                "no doc._.coref_clusters, no doc._.coref_chains"
            )
        return clusters_in(doc, parse)


def clusters_in(doc: Doc, parse: Parse) -> Clusters:
    """What a component of whichever package has found in a document, on the tokens of a parse of the same text."""
    return ordered(
        [
            [mention for start, end in cluster if (mention := mention_at(parse, start, end)) is not None]
            for cluster in _clusters(doc)
        ]
    )


def mention_at(parse: Parse, start: int, end: int) -> Mention | None:
    """The mention of the tokens that touch the characters `start` to `end`, or none."""
    first = bisect_right(parse.ends, start)
    last = bisect_left(parse.starts, end)
    if first >= last:
        return None
    outside = (token for token in range(first, last) if not first <= parse.heads[token] < last)
    root = next((token for token in range(first, last) if parse.heads[token] == token), last - 1)
    return Mention(first, last, next(outside, root))


def _fills_clusters(doc: Doc) -> bool:
    return (
        any(name.startswith(SPAN_GROUP) for name in doc.spans)
        or doc.has_extension("coref_clusters")
        or doc.has_extension("coref_chains")
    )


def _clusters(doc: Doc) -> Iterator[list[tuple[int, int]]]:
    """Clusters as character ranges."""
    for name, group in doc.spans.items():
        if name.startswith(SPAN_GROUP):
            yield [(span.start_char, span.end_char) for span in group]
    if doc.has_extension("coref_clusters"):
        for cluster in doc._.coref_clusters or ():
            yield [_characters(span) for span in cluster]
    if doc.has_extension("coref_chains"):
        for chain in doc._.coref_chains or ():
            yield [_of_tokens(doc, mention) for mention in chain]


def _characters(span: Any) -> tuple[int, int]:
    if hasattr(span, "start_char"):
        return span.start_char, span.end_char
    return int(span[0]), int(span[1])


def _of_tokens(doc: Doc, mention: Any) -> tuple[int, int]:
    indexes = list(getattr(mention, "token_indexes", mention))
    first, last = doc[min(indexes)], doc[max(indexes)]
    return first.idx, last.idx + len(last)

"""Texts as several annotators labelled them, built by hand."""

from __future__ import annotations

from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.scenarios.annotation.annotators import Annotated

TEA, CAKE, PARTY = "making tea", "baking a cake", "throwing a party"
SENTENCE = 10
"""Characters of a sentence with the space after it; it is one word."""


def annotated(id: str = "a", sentences: int = 6, **marked: list[tuple[int, int, str]]) -> Annotated:
    """A text; each annotator's passages are given as (first sentence, last sentence, label)."""
    text = " ".join("x" * (SENTENCE - 1) for _ in range(sentences))
    spans = Layer(SENTENCES, [passage(number, number, "", "x") for number in range(sentences)])
    return Annotated(
        id,
        {
            name: Document(text, id, {}, [spans, Layer("scenarios", [passage(*each, name) for each in passages])])
            for name, passages in marked.items()
        },
    )


def passage(first: int, last: int, label: str, source: str) -> Annotation:
    labels = (label,) if label else ()
    return Annotation.of(SENTENCE * first, SENTENCE * last + SENTENCE - 1, *labels, source=source)

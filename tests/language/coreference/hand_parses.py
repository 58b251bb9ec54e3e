"""Parses written by hand for the tests of coreference."""

from __future__ import annotations

from collections.abc import Sequence

from tacit.language.parse import Parse


def parse_of(*sentences: str, entities: Sequence[tuple[int, int, str]] = ()) -> Parse:
    """A parse of sentences whose words are written word/lemma/POS/TAG/head/dep; heads count from 1, 0 is the root."""
    rows: list[tuple[str, str, str, str, int, str]] = []
    places = []
    for sentence in sentences:
        first = len(rows)
        for number, cell in enumerate(sentence.split()):
            word, lemma, pos, tag, head, dep = cell.split("/")
            rows.append((word, lemma, pos, tag, first + (int(head) - 1 if int(head) else number), dep))
        places.append((first, len(rows)))
    text = " ".join(row[0] for row in rows)
    return Parse.from_rows(text, rows, sentences=places, entities=entities)


ANN = parse_of(
    "Ann/Ann/PROPN/NNP/2/nsubj found/find/VERB/VBD/0/ROOT the/the/DET/DT/5/det old/old/ADJ/JJ/5/amod "
    "key/key/NOUN/NN/2/dobj ././PUNCT/./2/punct",
    "She/she/PRON/PRP/2/nsubj put/put/VERB/VBD/0/ROOT it/it/PRON/PRP/2/dobj in/in/ADP/IN/2/prep "
    "her/her/PRON/PRP$/6/poss pocket/pocket/NOUN/NN/4/pobj ././PUNCT/./2/punct",
    "The/the/DET/DT/2/det key/key/NOUN/NN/3/nsubj was/be/AUX/VBD/0/ROOT cold/cold/ADJ/JJ/3/acomp ././PUNCT/./3/punct",
    entities=[(0, 1, "PERSON")],
)
"""Ann found the old key. She put it in her pocket. The key was cold."""


def spans(clusters: Sequence[Sequence[object]]) -> list[list[tuple[int, int]]]:
    """Clusters as plain ranges."""
    return [[mention.span for mention in cluster] for cluster in clusters]  # type: ignore[attr-defined]

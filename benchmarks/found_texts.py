"""Labels of found texts, put back on their texts.

`data/found` says which sentences of published texts are about which scenario, by document and number, without the
texts, which are not ours. Whoever has them (docs/reference/data.md) gets files that every command reads:

    python benchmarks/found_texts.py data/found DATA --out found

with the folders `treebanks/ewt`, `treebanks/gum` and `rocstories` in DATA, writes found/train-a.jsonl and so on.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from tacit import formats
from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.scenarios.layers import SCENARIOS

STORY = "ROC_"
"""How ids of stories begin."""
Row = tuple[int, tuple[str, ...]]
"""The number of a sentence, from 1, and what it is about."""


def read_labels(path: Path) -> dict[str, list[Row]]:
    """For each document its labelled sentences, as they stand in the file."""
    found: dict[str, list[Row]] = defaultdict(list)
    with path.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
            labels = tuple(label.strip() for label in row["scenarios"].split(";") if label.strip())
            found[row["document"]].append((int(row["sentence"]), labels))
    return dict(found)


def treebank(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The sentences of each document of a CoNLL-U file, as they stand in its comments."""
    id, sentences = "", []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# newdoc id = "):
            if sentences:
                yield id, sentences
            id, sentences = line.partition("= ")[2].strip(), []
        elif line.startswith("# text = "):
            sentences.append(line.partition("= ")[2].strip())
    if sentences:
        yield id, sentences


def stories(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The sentences of each five-sentence story."""
    with path.open(encoding="utf-8", newline="") as stream:
        for number, row in enumerate(csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)):
            if number:
                yield STORY + row[0], row[1:6]


def all_texts(data: Path) -> dict[str, list[str]]:
    """All texts that labels may be of."""
    found = dict(stories(data / "rocstories" / "stories.tsv"))
    for folder in ("ewt", "gum"):
        for part in ("train", "dev"):
            found.update(treebank(data / "treebanks" / folder / f"{part}.conllu"))
    return found


def labelled(id: str, sentences: Sequence[str], rows: Sequence[Row]) -> Document:
    """A stretch of a text with its sentences, and each labelled one as a passage."""
    text, spans, passages = "", [], []
    for number, labels in rows:
        text += " " if text else ""
        start, text = len(text), text + " ".join(sentences[number - 1].split())
        spans.append(Annotation.of(start, len(text), source="found"))
        passages += [Annotation.of(start, len(text), label, source="found") for label in labels]
    return Document(text, id=id, layers=[Layer(SENTENCES, spans), Layer(SCENARIOS, passages)])


def stretches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The labelled sentences of a document, cut where some between were not read."""
    stretch: list[Row] = []
    for row in sorted(rows):
        if stretch and row[0] != stretch[-1][0] + 1:
            yield stretch
            stretch = []
        stretch.append(row)
    if stretch:
        yield stretch


def all_labelled(texts: Mapping[str, Sequence[str]], labels: Mapping[str, Sequence[Row]]) -> Iterator[Document]:
    """A document for each stretch; further ones of a text have the number of their first sentence in their id."""
    for id, rows in labels.items():
        if id in texts:
            for number, stretch in enumerate(stretches(rows)):
                yield labelled(f"{id}:{stretch[0][0]}" if number else id, texts[id], stretch)


def main() -> None:
    """Write a file of texts for each file of labels."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path, help="the folder data/found")
    parser.add_argument("data", type=Path, help="a folder with treebanks/ewt, treebanks/gum and rocstories")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    texts = all_texts(arguments.data)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for path in sorted(arguments.labels.glob("*.tsv")):
        labels = read_labels(path)
        documents = list(all_labelled(texts, labels))
        formats.write(documents, arguments.out / f"{path.stem}.jsonl")
        print(f"{path.stem}: {len(documents)} texts, {len(labels.keys() - texts.keys())} not there")


if __name__ == "__main__":
    main()

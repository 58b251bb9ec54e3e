"""How well texts are split by topic: every segmenter of tacit beside NLTK's TextTilingTokenizer, in one run.

    python benchmarks/segmentation.py --data FOLDER … [--texts FILE …] [--every N] [--method NAME …] [--json]

A data folder holds `.ref` files, a sentence a line, `==========` between segments (Choi's documents and those of
Eisenstein and Barzilay). `--texts` are texts about one scenario each (MCScript): documents of five are merged from
them, once for each of three seeds. `--every 10` measures each tenth document. Pk and WindowDiff are means over
documents, with half the mean length of the gold segments as window.

NLTK's tokenizer gets each sentence as a paragraph, as it places boundaries between paragraphs only; its stop words
are spaCy's, as NLTK's own must be downloaded.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from statistics import fmean

from tacit.scenarios import load_inventory, narrative_of, read_labelled
from tacit.scenarios.annotation.compose import compose
from tacit.scenarios.evaluate import segment_starts
from tacit.scenarios.metrics import pk, windowdiff
from tacit.scenarios.segmenters import SEGMENTERS, segmenter

SEEDS = (0, 1, 2)
NLTK = "nltk"
Splitter = Callable[[Sequence[str]], list[int]]


@dataclass(frozen=True)
class GoldDocument:
    sentences: list[str]
    starts: list[int]


def read_reference(path: Path) -> GoldDocument:
    segments: list[list[str]] = [[]]
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith("====="):
            segments.append([])
        elif line.strip():
            segments[-1].append(line.strip())
    segments = [segment for segment in segments if segment]
    starts = [0, *accumulate(map(len, segments))][:-1]
    return GoldDocument([sentence for segment in segments for sentence in segment], starts)


def read_composed(paths: Sequence[Path]) -> list[GoldDocument]:
    texts = read_labelled(paths, load_inventory())
    documents = [narrative_of(document, None) for seed in SEEDS for document in compose(texts, seed=seed)]
    return [GoldDocument(list(one.sentences), segment_starts(one.labels)) for one in documents]


def split_with_nltk(sentences: Sequence[str]) -> list[int]:
    from nltk.tokenize.texttiling import TextTilingTokenizer
    from spacy.lang.en.stop_words import STOP_WORDS

    text = "".join(f"\n\n{sentence}" for sentence in sentences) + "\n\n"
    try:
        tiles = TextTilingTokenizer(stopwords=STOP_WORDS).tokenize(text)
    except ValueError:  # too short for its windows
        return [0]
    lengths = [sum(bool(paragraph.strip()) for paragraph in tile.split("\n\n")) for tile in tiles]
    return [0, *accumulate(lengths)][: len(lengths)]


def measure(documents: Sequence[GoldDocument], split: Splitter) -> dict[str, float]:
    began = time.perf_counter()
    pairs = [(document, split(document.sentences)) for document in documents]
    spent = time.perf_counter() - began
    return {
        "pk": fmean(pk(gold.starts, found, len(gold.sentences)) or 0.0 for gold, found in pairs),
        "windowdiff": fmean(windowdiff(gold.starts, found, len(gold.sentences)) or 0.0 for gold, found in pairs),
        "segments": fmean(len(found) for _, found in pairs),
        "sentences_per_second": sum(len(document.sentences) for document in documents) / spent,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="*", default=[], help="folders of .ref files")
    parser.add_argument("--texts", type=Path, nargs="*", default=[], help="texts to merge documents from")
    parser.add_argument("--every", type=int, default=1, help="measure each N-th document")
    parser.add_argument("--method", nargs="*", choices=[NLTK, *SEGMENTERS], default=[NLTK, *SEGMENTERS])
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args()
    sets = {folder.name: [read_reference(path) for path in sorted(folder.rglob("*.ref"))] for folder in options.data}
    if options.texts:
        sets["composed"] = read_composed(options.texts)
    for name, documents in sets.items():
        chosen = documents[:: options.every]
        for method in options.method:
            split = split_with_nltk if method == NLTK else segmenter(method).starts
            figures = measure(chosen, split)
            if options.json:
                print(json.dumps({"data": name, "n": len(chosen), "method": method, **figures}), flush=True)
            else:
                shown = "  ".join(f"{key} {value:.3f}" for key, value in figures.items())
                print(f"{name} ({len(chosen)})  {method:<12} {shown}", flush=True)


if __name__ == "__main__":
    main()

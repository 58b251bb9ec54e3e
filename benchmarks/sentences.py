"""How well sentences and tokens are found: plain spaCy against `tacit.language.analysis`.

    python benchmarks/sentences.py TREEBANK.conllu … [--documents N]

Each treebank is read with its paragraphs, as one line a document, and as one line with blog noise.
A sentence or token counts as found when both of its ends are right.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import spacy
from spacy.language import Language
from treebanks import GoldText, read_documents, render, with_blog_noise

from tacit.backbones import parser
from tacit.language.analysis import analyse
from tacit.language.parse import Parse

Spans = list[tuple[int, int]]


@lru_cache
def untouched() -> Language:
    """The default pipeline as spaCy loads it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return spacy.load(parser.resolve())


def plain(text: str) -> Parse:
    return Parse.from_spacy(untouched()(text))


def f1(gold: list[Spans], found: list[Spans]) -> float:
    shared = sum(len(set(a) & set(b)) for a, b in zip(gold, found))
    return 2 * shared / max(1, sum(map(len, gold)) + sum(map(len, found)))


def sentence_spans(parse: Parse) -> Spans:
    return [(parse.starts[start], parse.ends[end - 1]) for start, end in parse.sentences]


def token_spans(parse: Parse) -> Spans:
    return list(zip(parse.starts, parse.ends))


def measure(texts: list[GoldText], read: Callable[[str], Parse]) -> tuple[float, float, float]:
    began = time.process_time()
    parses = [read(gold.text) for gold in texts]
    spent = time.process_time() - began
    return (
        f1([gold.sentences for gold in texts], [sentence_spans(parse) for parse in parses]),
        f1([gold.tokens for gold in texts], [token_spans(parse) for parse in parses]),
        spent / sum(len(gold.tokens) for gold in texts),
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("treebanks", nargs="+", type=Path)
    options.add_argument("--documents", type=int, help="only so many, evenly taken")
    options.add_argument("--seed", type=int, default=1)
    arguments = options.parse_args()
    plain("Warm up.")
    print(f"{'':42} {'sentence F1':>20} {'token F1':>20} {'µs a token':>20}")
    for path in arguments.treebanks:
        documents = list(read_documents(path))
        if arguments.documents:
            documents = documents[:: max(1, len(documents) // arguments.documents)]
        noisy = [with_blog_noise(document, arguments.seed + number) for number, document in enumerate(documents)]
        variants = {
            "paragraphs": [render(document, paragraphs=True) for document in documents],
            "one line": [render(document, paragraphs=False) for document in documents],
            "one line, noise": [render(document, paragraphs=False) for document in noisy],
        }
        for name, texts in variants.items():
            before, after = measure(texts, plain), measure(texts, analyse)
            cells = [f"{a:9.4f} → {b:.4f}" for a, b in zip(before[:2], after[:2])]
            cells.append(f"{before[2] * 1e6:9.0f} → {after[2] * 1e6:.0f}")
            print(f"{path.parent.name + '/' + path.stem + ', ' + name:42} " + " ".join(f"{cell:>20}" for cell in cells))


if __name__ == "__main__":
    main()

"""Treebank documents as plain text with gold tokens and sentences, and the same with the noise of blog prose."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

CLITICS = re.compile(r"(?:n['’]t|['’](?:s|m|re|ve|ll|d))$", re.IGNORECASE)


@dataclass
class GoldText:
    """A text and the character spans of its tokens and sentences."""

    text: str = ""
    tokens: list[tuple[int, int]] = field(default_factory=list)
    sentences: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class GoldSentence:
    """Words, whether a space follows each, and whether the sentence opens a paragraph; `rows` are raw CoNLL-U."""

    words: list[str]
    spaces: list[bool]
    opens_paragraph: bool
    rows: list[list[str]]


def read_documents(path: Path) -> Iterator[list[GoldSentence]]:
    """The documents of a CoNLL-U file."""
    document: list[GoldSentence] = []
    rows: list[list[str]] = []
    opens = False
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.startswith("# newdoc") and document:
            yield document
            document = []
        opens = opens or line.startswith("# newpar")
        if line and not line.startswith("#"):
            rows.append(line.split("\t"))
        elif not line and rows:
            document.append(_sentence(rows, opens))
            rows, opens = [], False
    if document:
        yield document


def _sentence(rows: list[list[str]], opens: bool) -> GoldSentence:
    glued: set[int] = set()  # words that are followed by no space
    for row in rows:
        if "-" in row[0]:
            first, last = map(int, row[0].split("-"))
            glued.update(range(first, last))
            if "SpaceAfter=No" in row[9]:
                glued.add(last)
    words = [row for row in rows if row[0].isdigit()]
    inside = {number for row in rows if "-" in row[0] for number in _covered(row[0])}
    spaces = [int(row[0]) not in glued and ("SpaceAfter=No" not in row[9] or int(row[0]) in inside) for row in words]
    return GoldSentence([row[1] for row in words], spaces, opens, words)


def _covered(numbers: str) -> range:
    first, last = map(int, numbers.split("-"))
    return range(first, last + 1)


def render(document: list[GoldSentence], *, paragraphs: bool) -> GoldText:
    """The document as text; without `paragraphs` all its sentences stand in one line."""
    gold, parts, place = GoldText(), [], 0
    for sentence in document:
        if gold.sentences:
            separator = "\n\n" if paragraphs and sentence.opens_paragraph else " "
            parts.append(separator)
            place += len(separator)
        first = place
        for number, (word, space) in enumerate(zip(sentence.words, sentence.spaces)):
            gold.tokens.append((place, place + len(word)))
            last = number + 1 == len(sentence.words)
            parts.append(word + (" " if space and not last else ""))
            place += len(parts[-1])
        gold.sentences.append((first, place))
    gold.text = "".join(parts)
    return gold


def with_blog_noise(document: list[GoldSentence], seed: int) -> list[GoldSentence]:
    """Lower-case starts, spaces before punctuation, split clitics, runs of dots and marks."""
    rng = random.Random(seed)
    noisy = []
    for sentence in document:
        words, spaces = list(sentence.words), list(sentence.spaces)
        if rng.random() < 0.5:
            words[0] = words[0][:1].lower() + words[0][1:]
        for number, word in enumerate(words):
            if word == "I" and rng.random() < 0.3:
                words[number] = "i"
            splits = word in {".", ",", "!", "?"} or CLITICS.match(word)
            if number and splits and rng.random() < 0.5:
                spaces[number - 1] = True
        if words[-1] == "." and rng.random() < 0.25:
            words[-1] = "." * rng.randint(2, 5)
        elif words[-1] in {"!", "?"} and rng.random() < 0.5:
            words[-1] *= rng.randint(2, 4)
        noisy.append(GoldSentence(words, spaces, sentence.opens_paragraph, sentence.rows))
    return noisy

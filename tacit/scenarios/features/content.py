"""Sentences as their lemmatised content words: nouns and verbs, particles joined on (*pick_up*).

The tagger and the lemmatiser are enough for that, and take a third of the time of a full parse.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from tacit.backbones import parser
from tacit.files import cache_folder
from tacit.language.prose import blocks

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

Words: TypeAlias = tuple[str, ...]

_UNUSED = ("parser", "ner")
_CONTENT = frozenset({"NOUN", "PROPN", "VERB"})
_LIGHT = frozenset({"be", "have", "do"})
"""Verbs that say nothing of a scenario and, without a parse, cannot be told from auxiliaries."""
_PARTICLE_REACH = 4
"""How far a particle may stand from its verb: 'put the old kettle on'."""


def content_words(sentences: Sequence[str], *, pipeline: str | Path | None = None, cache: bool = False) -> list[Words]:
    """The content words of each sentence, lower case, in order.

    With `cache`, sentences that were read before are looked up in the cache folder, and new ones are added.
    """
    nlp = parser.load(pipeline)
    if not cache:
        return _read(sentences, nlp)
    with closing(_Cache(nlp)) as known:
        words = known.get(sentences)
        missing = [sentence for sentence in dict.fromkeys(sentences) if sentence not in words]
        new = dict(zip(missing, _read(missing, nlp), strict=True))
        known.add(new)
        words.update(new)
    return [words[sentence] for sentence in sentences]


def _read(sentences: Sequence[str], nlp: Language) -> list[Words]:
    """Read in blocks of bounded length, of which a sentence has one and white space none."""
    pieces = ((text[start:end], number) for number, text in enumerate(sentences) for start, end in blocks(text))
    words: list[Words] = [()] * len(sentences)
    for doc, number in nlp.pipe(pieces, as_tuples=True, disable=_UNUSED):
        words[number] += tuple(content_of(doc))
    return words


def content_of(doc: Doc) -> list[str]:
    """The content words of a tagged text."""
    words: list[str] = []
    verb, verb_place = -1, -1
    for token in doc:
        lemma = "".join(token.lemma_.lower().split())
        if token.pos_ in _CONTENT and any(letter.isalpha() for letter in lemma) and lemma not in _LIGHT:
            words.append(lemma)
            if token.pos_ == "VERB":
                verb, verb_place = len(words) - 1, token.i
        elif token.tag_ == "RP" and verb >= 0 and token.i - verb_place <= _PARTICLE_REACH:
            words[verb] += f"_{lemma}"
            verb = -1
    return words


class _Cache:
    """What was read before, by hash of the sentence, in one SQLite file. A cache that fails is done without."""

    def __init__(self, nlp: Language) -> None:
        self._reader = f"{nlp.meta['name']} {nlp.meta['version']}"
        self._connection: sqlite3.Connection | None = None
        with suppress(OSError, sqlite3.Error):
            folder = cache_folder()
            folder.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(folder / "content-words.sqlite")
            self._connection.execute("CREATE TABLE IF NOT EXISTS words (key BLOB PRIMARY KEY, words TEXT)")

    def get(self, sentences: Sequence[str]) -> dict[str, Words]:
        """Those sentences that are known, with their words."""
        found: dict[str, Words] = {}
        if self._connection is not None:
            with suppress(sqlite3.Error):
                for sentence in set(sentences):
                    row = self._connection.execute("SELECT words FROM words WHERE key = ?", (self._key(sentence),))
                    for (words,) in row:
                        found[sentence] = tuple(str(words).split())
        return found

    def add(self, words: dict[str, Words]) -> None:
        """Keep new ones."""
        if self._connection is not None:
            rows = ((self._key(sentence), " ".join(found)) for sentence, found in words.items())
            with suppress(sqlite3.Error), self._connection:
                self._connection.executemany("INSERT OR REPLACE INTO words VALUES (?, ?)", rows)

    def _key(self, sentence: str) -> bytes:
        return blake2b(f"{self._reader}\n{sentence}".encode(errors="replace"), digest_size=16).digest()

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()

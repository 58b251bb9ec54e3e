"""From text to `Parse`: sentences, tokens, lemmas, dependencies and entities, with offsets in the text as given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from tacit.backbones import parser
from tacit.errors import UsageError
from tacit.language.attachment import with_phrases_attached
from tacit.language.english.misread import with_commands
from tacit.language.english.prose import Words, read_words
from tacit.language.lemmas import known_verbs, with_lemmas_mended
from tacit.language.parse import Parse, ParsedPiece

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

_BATCH = 32


def analyse(text: str, *, pipeline: str | Path | None = None) -> Parse:
    """The parse of one text; `pipeline` is the name or path of a spaCy pipeline."""
    return next(analyse_many([text], pipeline=pipeline))


def analyse_many(texts: Iterable[str], *, pipeline: str | Path | None = None) -> Iterator[Parse]:
    """The parses of many texts, in their order.

    Texts are parsed in batches, half as fast again as one by one; the same texts in the same order give the same
    parses.
    """
    nlp = parser.load(pipeline)
    _check_parses(nlp)
    waiting: dict[int, str] = {}
    pieces = nlp.pipe(_docs(texts, nlp, waiting), as_tuples=True, batch_size=_BATCH)
    due = 0
    for number, found in groupby(pieces, key=lambda piece: piece[1][0]):
        while due < number:  # a text without words
            yield _finished(waiting.pop(due), [], nlp)
            due += 1
        yield _finished(waiting.pop(number), (ParsedPiece(doc, w.starts, w.ends) for doc, (_, w) in found), nlp)
        due += 1
    for number in sorted(waiting):
        yield _finished(waiting[number], [], nlp)


def _check_parses(nlp: Language) -> None:
    if "token.dep" not in {attribute for name in nlp.pipe_names for attribute in nlp.get_pipe_meta(name).assigns}:
        raise UsageError(f"the spaCy pipeline {nlp.meta['name']!r} has no parser: name one that has")


def _docs(texts: Iterable[str], nlp: Language, waiting: dict[int, str]) -> Iterator[tuple[Doc, tuple[int, Words]]]:
    """Texts in pieces for the parser, each with its text's number; the texts wait until their parse is whole."""
    from spacy.tokens import Doc

    for number, text in enumerate(texts):
        waiting[number] = text
        for words in read_words(text, nlp):
            doc = Doc(nlp.vocab, words=words.forms, spaces=words.spaces, sent_starts=list(words.openings))
            yield doc, (number, words)


def _finished(text: str, pieces: Iterable[ParsedPiece], nlp: Language) -> Parse:
    parse = with_commands(Parse.from_pieces(text, pieces), nlp)
    return with_phrases_attached(with_lemmas_mended(parse, known_verbs(nlp)))

"""From text to `Parse`: sentences, tokens, lemmas, dependencies and entities, with offsets in the text as given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tacit.backbones import parser
from tacit.errors import UsageError
from tacit.language.attachment import with_phrases_attached
from tacit.language.commands import with_commands
from tacit.language.lemmas import known_verbs, with_lemmas_mended
from tacit.language.parse import Parse, Piece
from tacit.language.prose import read_words

if TYPE_CHECKING:
    from spacy.language import Language


def analyse(text: str, *, pipeline: str | Path | None = None) -> Parse:
    """The parse of one text; `pipeline` is the name or path of a spaCy pipeline."""
    return next(analyse_many([text], pipeline=pipeline))


def analyse_many(texts: Iterable[str], *, pipeline: str | Path | None = None) -> Iterator[Parse]:
    """The parses of many texts, in their order.

    A text is parsed by itself, so its parse does not depend on its neighbours in a batch.
    """
    nlp = parser.load(pipeline)
    _check_parses(nlp)
    for text in texts:
        parse = with_commands(Parse.from_pieces(text, _pieces(text, nlp)), nlp)
        yield with_phrases_attached(with_lemmas_mended(parse, known_verbs(nlp)))


def _check_parses(nlp: Language) -> None:
    if "token.dep" not in {attribute for name in nlp.pipe_names for attribute in nlp.get_pipe_meta(name).assigns}:
        raise UsageError(f"the spaCy pipeline {nlp.meta['name']!r} has no parser: name one that has")


def _pieces(text: str, nlp: Language) -> Iterator[Piece]:
    from spacy.tokens import Doc

    for words in read_words(text, nlp):
        doc = Doc(nlp.vocab, words=words.forms, spaces=words.spaces, sent_starts=list(words.openings))
        yield Piece(nlp(doc), words.starts, words.ends)

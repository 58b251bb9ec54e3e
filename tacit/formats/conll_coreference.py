"""CoNLL files with coreference: CoNLL-2012 (OntoNotes, LitBank), the three columns of OntoGUM, and fewer columns.

`#begin document (name); part 0` starts a document, an empty line ends a sentence, the last column has the brackets
of coreference. Words are joined with a space, sentences with a line end. Layers: `tokens` (other columns are their
features), `sentences` where the file has any, and `mentions` with their `chain`. Documents are written as CoNLL-2012;
what it has no place for is kept in a comment before `#begin document`, where scorers do not look.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from tacit.documents import SENTENCES, TOKENS, Annotation, Document, Layer, Span
from tacit.formats.parts import carried
from tacit.formats.parts.assembly import Assembly
from tacit.formats.parts.brackets import MentionMark, OpenMentions, WordMarks, brackets, cells
from tacit.formats.parts.units import plain, units
from tacit.formats.recognition import CONLL_BEGIN, CONLL_CARRIED
from tacit.formats.registry import FormatOptions
from tacit.formats.source import MAX_DOCUMENT, MEGABYTE, Source
from tacit.values import Features

MENTIONS = "mentions"
_END = re.compile(r"#\s*end document\s*")
_COLUMNS = {"xpos": 4, "parse": 5, "lemma": 6, "frameset": 7, "sense": 8, "speaker": 9, "entity": 10}
_NOT_KNOWN = ("-", "_", "")
_NOT_SPACE = re.compile(r"\S")
_CHAIN = re.compile(r"[^\s()|]+")


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """One document for each `#begin document`; the parts of one are told apart as `name#1`, `name#2` …"""
    builder: _Builder | None = None
    difference: dict[str, Any] = {}
    found = False
    for line, row in source.lines():
        if begin := CONLL_BEGIN.fullmatch(row):
            if builder is not None:
                source.fail("a document begins before the one before it has ended", line)
            builder, difference, found = _Builder(source, begin, difference), {}, True
        elif _END.fullmatch(row):
            if builder is None:
                source.fail("a document ends that never began", line)
            yield builder.document()
            builder = None
        elif builder is not None:
            builder.add(row, line)
        elif told := CONLL_CARRIED.fullmatch(row):
            difference = carried.parsed(told[1])
        elif row.strip() and not row.startswith("#"):
            source.fail("a word stands outside a document; '#begin document (name)' must come before it", line)
    if builder is not None:
        yield builder.document()
    elif not found:
        source.fail("there is no '#begin document' in the file")


class _Builder:
    """One document as it grows."""

    def __init__(self, source: Source, begin: re.Match[str], difference: dict[str, Any]) -> None:
        self._source = source
        self._difference = difference
        part = int(begin[2] or 0)
        name = source.stem if begin[1] is None else begin[1]
        self._id = f"{name}#{part}" if part else name
        self._metadata = {"part": part} if part else {}
        self._known: str | None = difference.get("text")
        self._assembly = Assembly()
        self._tokens: list[Annotation] = []
        self._sentences: list[Span] = []
        self._first: int | None = None
        self._size = 0
        self._is_full = False
        self._has_breaks = False
        self._mentions = OpenMentions()

    def add(self, row: str, line: int) -> None:
        if not row.strip():
            self._end_sentence()
            return
        cells = _split(row)
        if len(cells) in (1, 4):
            self._source.fail(f"a word has 2, 3, or 5 and more columns, not {len(cells)}", line)
        self._is_full = len(cells) > 3
        word = cells[min(len(cells) - 2, 3)] or "_"  # OntoGUM has a word without characters
        span = self._place(word, line)
        self._size += len(row)
        if self._size > MAX_DOCUMENT:
            self._source.fail(f"more than {MAX_DOCUMENT // MEGABYTE} MB in one document; split it", line)
        if self._first is None:
            self._has_breaks = self._has_breaks or bool(self._sentences)
            self._first = span.start
        self._tokens.append(Annotation((span,), (), _features(cells), "conll_coreference"))
        try:
            self._corefer(cells[-1].strip(), span, line)
        except ValueError as error:
            self._source.fail(str(error), line)

    def _place(self, word: str, line: int) -> Span:
        """The next word of the text that tacit kept; without one, the text grows by the word."""
        if self._known is None:
            return self._assembly.add(word, " " if self._first is not None else "\n")
        here = self._assembly.length
        found = _NOT_SPACE.search(self._known, here)
        start = found.start() if found else here
        if plain(self._known[start : start + len(word)]) != word:
            self._source.fail(f"the text in the comment {carried.KEY!r} does not go on with {word!r}", line)
        self._assembly.add(self._known[here:start])
        return self._assembly.add(word)

    def _corefer(self, cell: str, span: Span, line: int) -> None:
        for bracket in brackets(cell) if cell not in _NOT_KNOWN else ():
            if bracket.opens:
                self._mentions.begin(bracket.content, bracket.content, span, line)
            if bracket.closes:
                self._mentions.end(bracket.content, span)

    def _end_sentence(self) -> None:
        if self._first is not None:
            self._sentences.append(Span(self._first, self._assembly.length))
            self._first = None

    def document(self) -> Document:
        """The document so far, whole if it was tacit that wrote it."""
        self._end_sentence()
        if lost := self._mentions.unclosed():
            self._source.fail(f"the mention {lost.content!r} that begins here never ends", lost.line)
        layers = [Layer(TOKENS, self._tokens)] if self._tokens else []
        if self._sentences and (self._is_full or self._has_breaks):
            spans = self._sentences
            layers.append(Layer(SENTENCES, (Annotation((span,), source="conll_coreference") for span in spans)))
        if begun := self._mentions.begun:
            mentions = (Annotation.of(m.start, m.end, source="conll_coreference", chain=m.content) for m in begun)
            layers.append(Layer(MENTIONS, mentions))
        return carried.restored(Document(self._assembly.text, self._id, self._metadata, layers), self._difference)


def _split(row: str) -> list[str]:
    """The columns: all of CoNLL-2012, the first four and the last, a number with word and last, or the last two.

    In the scorer's own tests a row may end in a tab.
    """
    cells = row.split("\t") if "\t" in row else row.split()
    return cells[:-1] if 4 < len(cells) < 12 and not cells[-1] else cells


def _features(cells: list[str]) -> Features:
    """The columns that say something; those of predicates and their arguments are one list."""
    known = ((name, cells[place]) for name, place in _COLUMNS.items() if place < len(cells) - 1)
    found: dict[str, Any] = {name: cell for name, cell in known if cell not in _NOT_KNOWN}
    if any(cell not in (*_NOT_KNOWN, "*") for cell in cells[11:-1]):
        found["arguments"] = cells[11:-1]
    return Features(found)


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """CoNLL-2012, one document after the other."""
    for document in documents:
        body = "".join(_rows(document))
        native = _read_back(body)
        if native.text == document.text:
            stream.write(carried.comment(document, native) + body)
        else:
            native = _read_back(carried.text_comment(document) + body)
            stream.write(carried.text_comment(document, native) + body)


def _read_back(content: str) -> Document:
    return next(read(Source("document.conll", content.encode()), FormatOptions()))


def _rows(document: Document) -> Iterator[str]:
    name, _, part = document.id.rpartition("#")
    if not (name and part.isdecimal() and part.isascii() and len(part) < 10):
        name, part = document.id, "0"
    yield f"#begin document ({plain(name)}); part {int(part):03}\n"
    sentences = [_distinct(unit.words) for unit in units(document)]
    marks = cells(_marks(document), [word.span for words in sentences for word in words])
    written = 0
    for words in sentences:
        for number, word in enumerate(words):
            mark = marks.get(written, WordMarks())
            coreference = "|".join([*mark.begin, *mark.single, *mark.end]) or "-"
            form = plain(document.text[word.start : word.end].strip())
            row = [re.sub(r"\s", "_", plain(name)) or "-", str(int(part)), str(number), form]
            yield "\t".join([*row, *_cells(word.features), coreference]) + "\n"
            written += 1
        yield "\n"
    yield "#end document\n"


def _distinct(words: list[Annotation]) -> list[Annotation]:
    """Words that share one place in the text, as those of some multiword tokens do, are written once."""
    return [word for word, before in zip(words, [None, *words], strict=False) if not before or before.span != word.span]


def _marks(document: Document) -> Iterator[MentionMark]:
    for mention in document.layer(MENTIONS):
        chain = mention.features.get("chain")
        if isinstance(chain, str | int) and _CHAIN.fullmatch(str(chain)):
            yield MentionMark(mention.span, f"({chain}", f"{chain})")


def _cells(features: Features) -> Iterator[str]:
    for name in _COLUMNS:
        value = features.get(name)
        yield plain(value) if isinstance(value, str) and value else "-"
    arguments = features.get("arguments", ())
    if isinstance(arguments, tuple) and all(isinstance(argument, str) and argument for argument in arguments):
        yield from map(plain, arguments)

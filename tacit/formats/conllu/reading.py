"""CoNLL-U read sentence by sentence and put together to documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tacit.documents import SENTENCES, TOKENS, Annotation, Document, Layer, Span
from tacit.errors import InputError
from tacit.formats.conllu.columns import EMPTY, features, pairs
from tacit.formats.conllu.entities import HEADER, EntityReader
from tacit.formats.conllu.spacing import Before, stated, unescaped
from tacit.formats.parts import carried
from tacit.formats.parts.assembly import Assembly
from tacit.formats.registry import FormatOptions
from tacit.formats.source import MAX_DOCUMENT, MEGABYTE, Source
from tacit.values import Features

MULTIWORD = "multiword_tokens"
EMPTY_NODES = "empty_nodes"
PARAGRAPHS = "paragraphs"
_ID = re.compile(r"([0-9]{1,9})(?:([-.])([0-9]{1,9}))?")
_ENTITY = re.compile(r"(?:^|\|)Entity=([^|]*)")
_NOWHERE = Span(0, 0)
_TOO_LONG = f"more than {MAX_DOCUMENT // MEGABYTE} MB in one document; part it with '# newdoc'"


@dataclass(slots=True)
class _Row:
    line: int
    cells: list[str]
    number: int
    kind: str
    second: int
    span: Span = _NOWHERE
    spells: bool = True
    """Does its form stand in the text? Not so the words of a multiword token that is not their mere sequence."""


@dataclass(slots=True)
class _Sentence:
    """Comments and rows up to an empty line."""

    comments: list[tuple[str, str | None]] = field(default_factory=list)
    rows: list[_Row] = field(default_factory=list)
    size: int = 0
    line: int = 0

    @property
    def words(self) -> list[_Row]:
        return [row for row in self.rows if not row.kind]

    def names(self, start: str) -> bool:
        return any(name.split(" ")[0] == start for name, _ in self.comments)


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """One document for each `# newdoc`; the whole file where there is none."""
    builder = None
    number = 0
    for sentence in _sentences(source):
        if builder is None or sentence.names("newdoc"):
            if builder is not None:
                yield builder.document()
            number += 1
            builder = _Builder(source, source.stem if number == 1 else f"{source.stem}-{number}")
        builder.add(sentence)
    if builder is None:
        source.fail("there is no sentence in the file")
    yield builder.document()


def _sentences(source: Source) -> Iterator[_Sentence]:
    sentence = _Sentence()
    for line, row in source.lines():
        sentence.size += len(row)
        sentence.line = line
        if sentence.size > MAX_DOCUMENT:
            source.fail(_TOO_LONG, line)
        if row.startswith("#"):
            if sentence.rows:
                source.fail("a comment stands after words; an empty line must end the sentence before it", line)
            name, equals, value = row[1:].partition("=")
            sentence.comments.append((name.strip(), value.removeprefix(" ") if equals else None))
        elif row.strip():
            sentence.rows.append(_row(source, row, line))
        elif sentence.size:
            yield sentence
            sentence = _Sentence()
    if sentence.size:
        yield sentence


def _row(source: Source, row: str, line: int) -> _Row:
    cells = row.split("\t")
    if len(cells) != 10:
        source.fail(f"a word has 10 columns with tabs between them, not {len(cells)}", line)
    if "" in cells:
        source.fail(f"column {cells.index('') + 1} is empty; what is not known is written {EMPTY}", line)
    found = _ID.fullmatch(cells[0])
    if not found:
        source.fail(f"the first column must be a number such as 3, 3-4 or 3.1, not {cells[0]!r}", line)
    return _Row(line, cells, int(found[1]), found[2] or "", int(found[3] or 0))


class _Builder:
    """One document as it grows."""

    def __init__(self, source: Source, id: str) -> None:
        self._source = source
        self._id = id
        self._entities: EntityReader | None = None
        self._metadata: dict[str, Any] = {}
        self._difference: dict[str, Any] = {}
        self._assembly = Assembly()
        self._layers: dict[str, list[Annotation]] = {name: [] for name in (SENTENCES, TOKENS, MULTIWORD, EMPTY_NODES)}
        self._paragraphs: list[int] = []
        self._last_misc: Features | str | None = None
        self._size = 0

    def add(self, sentence: _Sentence) -> None:
        self._size += sentence.size
        if self._size > MAX_DOCUMENT:
            self._source.fail(_TOO_LONG, sentence.line)
        comments = self._comments(sentence)
        words = sentence.words
        if not words:
            return
        if [row.number for row in words] != list(range(1, len(words) + 1)):
            self._source.fail("the words of a sentence must be numbered 1, 2, 3 …", words[0].line)
        starts_paragraph = sentence.names("newpar")
        self._place(sentence, comments, starts_paragraph)
        span = Span(words[0].span.start, words[-1].span.end)
        if starts_paragraph:
            self._paragraphs.append(len(self._layers[SENTENCES]))
        self._layers[SENTENCES].append(Annotation((span,), (), Features(comments), "conllu"))
        for row in sentence.rows:
            self._annotate(row, len(words))

    def _comments(self, sentence: _Sentence) -> dict[str, Any]:
        """What is said about the sentence; what is said about the document is noted there."""
        about: dict[str, Any] = {}
        for name, value in sentence.comments:
            if name == carried.KEY:
                self._difference = carried.parsed(value or "")
            elif name == "newdoc id":
                self._id = value or ""
            elif name.startswith("meta::"):
                self._metadata[name.removeprefix("meta::")] = value
            elif name.startswith("global."):
                self._metadata[name] = value
                if name == HEADER and value:
                    self._entities = EntityReader(value)
            elif isinstance(earlier := about.get(name), list):
                earlier.append(value)
            elif name in about:
                about[name] = [earlier, value]
            elif name != "newdoc":
                about[name] = value
        return about

    def _place(self, sentence: _Sentence, comments: dict[str, Any], starts_paragraph: bool) -> None:
        """Append the words to the text."""
        surface = _surface(self._source, sentence)
        gaps = [stated(_misc(row), Before.WORD) for row, _ in surface[:-1]]
        told = comments.get("text")
        if isinstance(told, str):
            forms = [row.cells[1] for row, _ in surface]
            aligned: list[str] | None = gaps
            if "".join(map("".join, zip(forms, [*gaps, ""], strict=True))).split() != told.split():
                aligned = _gaps_in(told, forms)
            if aligned is not None:
                gaps = aligned
                _forget_text(comments)
        if self._layers[TOKENS]:
            before = stated(self._last_misc, Before.PARAGRAPH if starts_paragraph else Before.WORD)
        else:
            before = _space_before(surface[0][0])
        self._assembly.add(before)
        for (row, words), gap in zip(surface, ["", *gaps], strict=True):
            self._assembly.add(gap)
            row.span = self._assembly.add(row.cells[1])
            _place_words(row, words)
        self._last_misc = _misc(surface[-1][0])
        place = surface[0][0].span.start
        for row in sentence.rows:
            if row.kind == ".":
                row.span = Span(place, place)
            elif not row.kind:
                place = row.span.end

    def _annotate(self, row: _Row, words: int) -> None:
        entity = self._take_entity(row)
        try:
            found = features(row.cells, row.number, words)
            if entity and self._entities:
                self._entities.add(entity, row.span, row.line)
        except ValueError as error:
            self._source.fail(str(error), row.line)
        if row.kind == ".":
            found = {"node": row.second, "form": row.cells[1], **found}
        elif not row.spells:
            found = {"form": row.cells[1], **found}
        layer = {"": TOKENS, "-": MULTIWORD, ".": EMPTY_NODES}[row.kind]
        self._layers[layer].append(Annotation((row.span,), (), Features(found), "conllu"))

    def _take_entity(self, row: _Row) -> str:
        if not self._entities or not (found := _ENTITY.search(row.cells[9])):
            return ""
        row.cells[9] = (row.cells[9][: found.start()] + row.cells[9][found.end() :]).removeprefix("|") or EMPTY
        return found[1]

    def document(self) -> Document:
        """The document so far, whole if it was tacit that wrote it."""
        if isinstance(self._last_misc, Features) and "SpacesAfter" in self._last_misc:
            self._assembly.add(stated(self._last_misc, Before.NOTHING))
        layers = [Layer(name, rows) for name, rows in self._layers.items() if rows]
        try:
            if self._entities and len(mentions := self._entities.layer()):
                layers.append(mentions)
        except InputError as error:
            raise error.at(self._source.path) from None
        if self._paragraphs:
            layers.append(Layer(PARAGRAPHS, self._paragraph_annotations()))
        native = Document(self._assembly.text, self._id, self._metadata, layers)
        return carried.restored(native, self._difference)

    def _paragraph_annotations(self) -> Iterator[Annotation]:
        sentences = self._layers[SENTENCES]
        for first, following in zip(self._paragraphs, [*self._paragraphs[1:], len(sentences)], strict=True):
            yield Annotation.of(sentences[first].start, sentences[following - 1].end, source="conllu")


def _surface(source: Source, sentence: _Sentence) -> list[tuple[_Row, list[_Row]]]:
    """What stands in the text: words, and multiword tokens with their words."""
    words = sentence.words
    surface: list[tuple[_Row, list[_Row]]] = []
    covered = 0
    for row in sentence.rows:
        if row.kind == "-":
            if not covered < row.number < row.second <= len(words):
                source.fail(f"{row.cells[0]!r} is no range of words that follow", row.line)
            surface.append((row, words[row.number - 1 : row.second]))
            covered = row.second
        elif not row.kind and row.number > covered:
            surface.append((row, []))
    return surface


def _place_words(token: _Row, words: list[_Row]) -> None:
    """The words of a multiword token share it out if they spell it, else each has all of it."""
    spelled = "".join(word.cells[1] for word in words) == token.cells[1]
    start = token.span.start
    for word in words:
        word.spells = spelled
        word.span = Span(start, start + len(word.cells[1])) if spelled else token.span
        start += len(word.cells[1])


def _forget_text(comments: dict[str, Any]) -> None:
    """The text says it itself; where other comments follow, it stays to keep their order."""
    if next(reversed(comments)) == "text":
        del comments["text"]


def _misc(row: _Row) -> Features | str:
    return pairs(row.cells[9])


def _space_before(row: _Row) -> str:
    misc = _misc(row)
    value = misc.get("SpacesBefore") if isinstance(misc, Features) else None
    return unescaped(value) if isinstance(value, str) else ""


def _gaps_in(text: str, forms: list[str]) -> list[str] | None:
    """The space between the forms as they stand in the text; nothing if it has other words."""
    gaps, place = [], 0
    for form in forms:
        start = text.find(form, place)
        if start < 0 or text[place:start].strip():
            return None
        gaps.append(text[place:start])
        place = start + len(form)
    return None if text[place:].strip() else gaps[1:]

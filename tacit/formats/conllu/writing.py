"""Documents written as CoNLL-U, in the words and sentences they have or in simple ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any, TextIO

from tacit.documents import Annotation, Document, Span
from tacit.formats.conllu import columns
from tacit.formats.conllu.entities import HEADER, MENTIONS, entity_cells, header_for
from tacit.formats.conllu.reading import EMPTY_NODES, MULTIWORD, PARAGRAPHS, read
from tacit.formats.conllu.spacing import Before, escaped, stating
from tacit.formats.parts import carried
from tacit.formats.parts.units import Unit, plain, units
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source
from tacit.values import NO_FEATURES, Features

_OF_THE_DOCUMENT = ("newdoc", "meta::", "global.", carried.KEY)
_SURE_SPACE = re.compile(r"[^\S\x1c-\x1f]*")


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """One `# newdoc` after the other; what CoNLL-U cannot say goes to the comment `# tacit.document`."""
    for document in documents:
        opening, body = _Writer(document).lines()
        native = next(read(Source("document.conllu", "".join([opening, *body]).encode()), FormatOptions()))
        stream.write(opening + carried.comment(document, native))
        stream.writelines(body)


class _Writer:
    """What writing one document needs to know at every sentence."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._units = units(document)
        self._multiword = {token.start: token for token in document.layer(MULTIWORD) if len(token.spans) == 1}
        self._paragraphs = {paragraph.start for paragraph in document.layer(PARAGRAPHS)}
        has_entities = len(document.layer(MENTIONS)) or HEADER in document.metadata
        self._header = header_for(document) if has_entities else ""
        words = [word.span for unit in self._units for word in unit.words]
        self._entities = entity_cells(document.layer(MENTIONS), self._header, words) if self._header else {}
        self._written = 0

    def lines(self) -> tuple[str, list[str]]:
        """The line that opens the document, and all others."""
        body = list(self._metadata())
        for unit, following in zip(self._units, [*self._units[1:], None], strict=False):
            body += self._sentence(unit, following)
        if not self._units:
            body.append("\n")
        return f"# newdoc id = {plain(self._document.id)}\n", body

    def _metadata(self) -> Iterator[str]:
        metadata = dict(self._document.metadata)
        if self._header:
            metadata.setdefault(HEADER, self._header)
        for name, value in metadata.items():
            if name == HEADER and self._header:
                yield _comment(HEADER, self._header)
            elif (value is None or isinstance(value, str)) and _is_name(name):
                yield _comment(name if name.startswith("global.") else f"meta::{name}", value)

    def _sentence(self, unit: Unit, following: Unit | None) -> Iterator[str]:
        yield from self._comments(unit)
        nodes = self._empty_nodes(unit)
        yield from nodes.pop(0, ())
        number = 0
        for token, words in self._spaced(unit, following):
            if len(words) > 1:
                cells = self._cells(token, number + 1)
                yield _row(f"{number + 1}-{number + len(words)}", self._form(token), cells)
            for word in words:
                number += 1
                form = word.features.get("form") if len(words) > 1 else None
                yield self._word(unit, number, word, form if isinstance(form, str) and form else self._form(word))
                yield from nodes.pop(number, ())
        yield "\n"

    def _spaced(self, unit: Unit, following: Unit | None) -> Iterator[tuple[Annotation, list[Annotation]]]:
        """The surface of a sentence; MISC of each part states the space after it, and that before the document."""
        surface = self._surface(unit)
        after = Before.NOTHING
        if following:
            after = Before.PARAGRAPH if self._starts_paragraph(following) else Before.WORD
        starts = [token.start for token, _ in surface[1:]]
        starts.append(following.words[0].start if following else len(self._document.text))
        befores = [Before.WORD] * (len(surface) - 1) + [after]
        for (token, words), start, before in zip(surface, starts, befores, strict=True):
            misc = stating(token.features.get("misc"), before, _sure(self._document.text[token.end : start]))
            if self._written == 0 and token.start:
                misc = _stating_before(misc, _sure(self._document.text[: token.start]))
            if misc is not token.features.get("misc"):
                token = replace(token, features=Features({**token.features, "misc": misc}))
            yield token, words if len(words) > 1 else [token]

    def _comments(self, unit: Unit) -> Iterator[str]:
        comments = unit.sentence.features
        if self._starts_paragraph(unit) and not _names_paragraph(comments):
            yield _comment("newpar", None)
        for name, value in comments.items():
            if _is_name(name) and not name.startswith(_OF_THE_DOCUMENT):
                for item in value if isinstance(value, tuple) else (value,):
                    if item is None or isinstance(item, str):
                        yield _comment(name, item)
        if "text" not in comments:
            text = self._document.text[unit.words[0].start : max(word.end for word in unit.words)]
            yield _comment("text", " ".join(text.split()) if re.search(r"[^\S ]", text) else text)

    def _starts_paragraph(self, unit: Unit) -> bool:
        return unit.words[0].start in self._paragraphs or _names_paragraph(unit.sentence.features)

    def _surface(self, unit: Unit) -> list[tuple[Annotation, list[Annotation]]]:
        """What stands in the text: words, and multiword tokens with the several words they have."""
        surface: list[tuple[Annotation, list[Annotation]]] = []
        for word in unit.words:
            if surface and surface[-1][0].span.contains(word.span):
                surface[-1][1].append(word)
            else:
                token = self._multiword.get(word.start)
                surface.append((token if token and token.end >= word.end else Annotation((word.span,)), [word]))
        return [part for token, words in surface for part in _whole_or_words(token, words)]

    def _empty_nodes(self, unit: Unit) -> dict[int, list[str]]:
        """Rows of the nodes that are not in the text, by the number of the word they follow."""
        rows: dict[int, list[str]] = {}
        span = Span(unit.words[0].start, max(word.end for word in unit.words))
        for node in self._document.layer(EMPTY_NODES).within(span):
            number = sum(word.end <= node.start for word in unit.words)
            form = node.features.get("form")
            siblings = rows.setdefault(number, [])
            cells = self._cells(node, number)
            form = form if isinstance(form, str) and form else columns.EMPTY
            siblings.append(_row(f"{number}.{len(siblings) + 1}", form, cells))
        return rows

    def _word(self, unit: Unit, number: int, word: Annotation, form: str) -> str:
        cells = self._cells(word, number, _head(word.features.get("head"), unit, number))
        if entity := self._entities.get(self._written):
            cells[-1] = _with_entity(cells[-1], entity)
        self._written += 1
        return _row(str(number), form, cells)

    def _cells(self, annotation: Annotation, number: int, head: int | None = None) -> list[str]:
        cells = columns.cells(annotation.features, number, head=head)
        if self._header:  # then only mentions may speak of entities
            cells[-1] = _without_entity(cells[-1])
        return cells

    def _form(self, annotation: Annotation) -> str:
        return self._document.text[annotation.start : annotation.end]


def _whole_or_words(token: Annotation, words: list[Annotation]) -> list[tuple[Annotation, list[Annotation]]]:
    """A multiword token if it has several words and ends with the last of them."""
    if len(words) > 1 and words[-1].end == token.end:
        return [(token, words)]
    return [(word, [word]) for word in words]


def _head(offset: Any, unit: Unit, number: int) -> int | None:
    """The number of the head in its sentence; nothing if it stands elsewhere."""
    if type(offset) is not int:
        return None
    if offset == 0:
        return 0
    head = unit.places[number - 1] + offset
    return unit.places.index(head) + 1 if head in unit.places else None


def _without_entity(misc: str) -> str:
    return "|".join(part for part in misc.split("|") if not part.startswith("Entity=")) or columns.EMPTY


def _with_entity(misc: str, entity: str) -> str:
    """MISC with the entity where the alphabet puts it, as GUM has it."""
    parts = [] if misc == columns.EMPTY else misc.split("|")
    place = next((place for place, part in enumerate(parts) if part.partition("=")[0] > "Entity"), len(parts))
    return "|".join(chain(parts[:place], [f"Entity={entity}"], parts[place:]))


def _stating_before(misc: Features | str | None, space: str) -> Features:
    return Features({**(misc if isinstance(misc, Features) else NO_FEATURES), "SpacesBefore": escaped(space)})


def _sure(space: str) -> str:
    """The space, as far as a text file can hold it."""
    return space if _SURE_SPACE.fullmatch(space) else " " * len(space)


def _is_name(name: str) -> bool:
    """Can the name stand before the '=' of a comment?"""
    return bool(name) and name == plain(name).strip() and "=" not in name


def _names_paragraph(comments: Features) -> bool:
    return any(name.split(" ")[0] == "newpar" for name in comments)


def _comment(name: str, value: str | None) -> str:
    return f"# {plain(name)}\n" if value is None else f"# {plain(name)} = {plain(value)}\n"


def _row(id: str, form: str, cells: list[str]) -> str:
    return "\t".join([id, plain(form), *cells]) + "\n"

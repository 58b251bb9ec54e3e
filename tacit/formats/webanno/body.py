"""The rows of a WebAnno TSV file, checked and taken apart; nothing is resolved or converted yet."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

from tacit.errors import InputError
from tacit.formats.parts.uima import CHAIN_FEATURES, LayerKind, joined_role
from tacit.formats.parts.utf16 import utf16_length
from tacit.formats.source import MAX_DOCUMENT, MEGABYTE
from tacit.formats.webanno.escaping import join_surrogates, split_cell, unescape_text, unescape_value
from tacit.formats.webanno.schema import Role, TsvLayer, parse_header

NONE = "_"
NULL = "*"
MAX_GAP = 1_000_000
"""Most characters that may lie between sentences beyond as many as these have; more is a broken offset."""

_UNIT = re.compile(r"([0-9]{1,9}-[0-9]{1,9})(\.[0-9]{1,9})?")
_PLACE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
_NUMBERED = re.compile(r"(?s)(.*)\[([0-9]{1,9})\]")
_IN_CHAIN = re.compile(r"(?s)(.*)->([0-9]{1,9})-([0-9]{1,9})")
_REFERENCE = re.compile(r"([0-9.-]+)(?:\[([0-9]{1,9})(?:_([0-9]{1,9}))?\])?")


@dataclass(frozen=True, slots=True)
class Reference:
    """An arrow to what stands in another row: the annotation of that type or number there."""

    role: str
    type: str
    unit: str
    number: int


@dataclass(eq=False, slots=True)
class OpenMark:
    """An annotation, token or sentence in the making; offsets count UTF-16 units."""

    type: str
    start: int
    end: int
    line: int
    text: str = ""
    number: int = 0
    values: dict[str, str] = field(default_factory=dict)
    place_in_chain: tuple[int, int] | None = None
    references: list[Reference] = field(default_factory=list)


class WebannoBody:
    """All that the file says: text, sentences, tokens, and for each unit (token or part of one) its marks."""

    def __init__(self, lines: list[str]) -> None:
        self.version, self.layers, used = parse_header(lines)
        self.width = 3 + sum(len(layer.columns) for layer in self.layers)
        self.length = 0
        self._gaps = 0
        self.sentences: list[OpenMark] = []
        self.tokens: dict[str, OpenMark] = {}
        self.units: dict[str, list[OpenMark]] = {}
        self.marks: dict[str, list[OpenMark]] = {layer.type: [] for layer in self.layers}
        self._by_number: dict[tuple[str, int], OpenMark] = {}
        self._by_chain: dict[tuple[str, int, int], OpenMark] = {}
        self._texts: list[str] = []
        self._in_row: set[OpenMark] = set()
        self._head: list[str] = []
        self._sentence_id = ""
        self._token = OpenMark("", 0, 0, 0)
        self._token_unit = ""
        self._in_head = self._open = False
        self._ends_in_tab: bool | None = None
        self._line = used
        self.summaries: dict[str, str] = {}
        """GUM's own lines, which stand in the header."""
        self.uneven_rows: set[int] = set()
        """Lines in which one column tells of fewer annotations than another."""
        self.strayed_rows: list[int] = []
        """Lines with a place without width that stand below another token of the sentence."""
        self._read(lines, used)

    def _read(self, lines: list[str], used: int) -> None:
        for self._line, line in enumerate(lines[used:], start=used + 1):
            if not line:
                self._end_sentence()
            elif line.startswith("#"):
                self._end_rows()
                self._read_head(line)
            else:
                self._read_row(line, is_cut=self._line == len(lines))
        self._end_sentence()
        if not self.sentences:
            self._fail("there is no sentence in the file; it may be cut")
        self.text = "".join(self._texts)

    def _fail(self, message: str) -> NoReturn:
        raise InputError(message, line=self._line)

    def _read_head(self, line: str) -> None:
        name, _, value = line.partition("=")
        if name.startswith("#Summary"):
            self.summaries[name[1:]] = value
            return
        self._in_head = True
        if name == "#Text":
            try:
                self._head.append(join_surrogates(unescape_text(value, self.version)))
            except ValueError:
                self._fail("half of a surrogate pair, which is not Unicode text")
        elif name == "#Sentence.id":
            self._sentence_id = unescape_text(value, self.version)

    def _end_rows(self) -> None:
        if self._open:
            self._open = False
            sentence = self.sentences[-1]
            rest = sentence.text[self._token_end_in(sentence) :]
            if rest.strip():
                self._fail(f"the tokens of the sentence end before its text does, at {rest.strip()[:30]!r}")

    def _token_end_in(self, sentence: OpenMark) -> int:
        """Where the last token ends, in code points of the sentence; in the middle of a pair, before it."""
        units = self._token.end - sentence.start
        return len(sentence.text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))

    def _end_sentence(self) -> None:
        self._end_rows()
        if self._in_head:
            self._fail("a sentence without tokens; the file may be cut")

    def _read_row(self, line: str, is_cut: bool) -> None:
        cells = line.split("\t")
        ends_in_tab = len(cells) == self.width + 1 and not cells[-1]
        if self._ends_in_tab is None:
            self._ends_in_tab = ends_in_tab
        if not (ends_in_tab or len(cells) == self.width) or (is_cut and self._ends_in_tab and not ends_in_tab):
            self._fail(f"{len(cells)} cells where the header asks for {self.width}; the file may be cut")
        unit, place = _UNIT.fullmatch(cells[0]), _PLACE.fullmatch(cells[1])
        if not unit or not place:
            self._fail(f"a row starts with a number such as 1-2 and a place such as 4-8, not {line[:30]!r}")
        if unit[0] in self.units:
            self._fail(f"the row {unit[0]} stands twice")
        start, end = int(place[1]), int(place[2])
        if end < start:
            self._fail(f"the row ends at {end}, before it starts at {start}")
        if unit[2]:
            self._check_part(unit[1], start, end)
        else:
            self._begin_token(unit[0], start, end, cells[2])
        self.units[unit[0]] = []
        self._in_row.clear()
        for layer in self.layers:
            self._read_layer(layer, unit[0], start, end, cells[layer.slice])

    def _check_part(self, token: str, start: int, end: int) -> None:
        if not self._open or token != self._token_unit:
            self._fail(f"a part of the token {token} must follow it")
        if start < self._token.start or end > self._token.end:
            if start == end and self.sentences[-1].start <= start <= self.length:
                self.strayed_rows.append(self._line)
                return
            self._fail(f"the part {start}-{end} is not inside its token, {self._token.start}-{self._token.end}")

    def _begin_token(self, unit: str, start: int, end: int, text: str) -> None:
        if not self._open:
            self._begin_sentence(start)
        elif start < self._token.end:
            self._fail(f"the token starts at {start}, before the one ahead of it ends, at {self._token.end}")
        if end > self.length:
            self._fail(f"the token ends at {end}, but the text of its sentence ends at {self.length}")
        self._token = self.tokens[unit] = OpenMark("", start, end, self._line, text)
        self._token_unit = unit
        self.sentences[-1].end = end

    def _begin_sentence(self, start: int) -> None:
        if not self._head:
            self._fail("the row belongs to no sentence: '#Text=' is missing")
        gap = start - self.length
        if gap < 0 or self._gaps + gap > MAX_GAP + self.length - self._gaps:
            self._fail(f"the sentence starts at {start}, but the text before it ends at {self.length}")
        self._gaps += gap
        text = "\n".join(self._head)
        between = " " * gap if not self.sentences or not gap else "\n" + " " * (gap - 1)
        self._texts += between, text
        self.length = start + utf16_length(text)
        if self.length > MAX_DOCUMENT:
            self._fail(f"more than {MAX_DOCUMENT // MEGABYTE} MB in one document; split it")
        values = {"id": self._sentence_id} if self._sentence_id else {}
        self.sentences.append(OpenMark("", start, start, self._line, text, values=values))
        self._head, self._sentence_id, self._in_head, self._open = [], "", False, True

    def _read_layer(self, layer: TsvLayer, unit: str, start: int, end: int, cells: list[str]) -> None:
        stacks = [split_cell(cell, "|") for cell in cells if cell != NONE]
        if not stacks:
            return
        longest = max(stacks, key=len)
        if len(longest) > min(map(len, stacks)):
            stacks = [self._spread(layer, stack, longest) for stack in stacks]
        whole = iter(stacks)
        columns = [next(whole) if cell != NONE else [NONE] * len(longest) for cell in cells]
        for parts in zip(*columns, strict=True):
            mark = OpenMark(layer.type, start, end, self._line)
            if layer.kind is LayerKind.CHAIN:
                mark = self._read_mention(layer, mark, parts)
            else:
                mark = self._read_columns(layer, mark, unit, parts)
            if mark in self._in_row:
                self._fail(f"the same annotation of {layer.type} stands twice in one row")
            if mark.line == self._line:
                self.marks[layer.type].append(mark)
            self.units[unit].append(mark)
            self._in_row.add(mark)
            mark.end = end

    def _spread(self, layer: TsvLayer, stack: list[str], longest: list[str]) -> list[str]:
        """A column that tells something of some of the annotations only, as GUM has them: numbers say of which."""
        uneven = f"the columns of {layer.type} hold different numbers of annotations"
        if layer.kind is not LayerKind.SPAN:
            self._fail(uneven)
        numbers = [numbered[2] if (numbered := _NUMBERED.fullmatch(part)) else "" for part in longest]
        spread = [NONE] * len(longest)
        for part in stack:
            numbered = _NUMBERED.fullmatch(part)
            if not numbered or numbers.count(numbered[2]) != 1:
                self._fail(
                    f"the columns of {layer.type} hold different numbers of annotations, and not all are numbered"
                )
            spread[numbers.index(numbered[2])] = part
        if len(stack) < len(longest):
            self.uneven_rows.add(self._line)
        return spread

    def _read_mention(self, layer: TsvLayer, mark: OpenMark, parts: tuple[str, ...]) -> OpenMark:
        by_name = {column.feature: part for column, part in zip(layer.columns, parts, strict=True)}
        first, second = (by_name[name] for name in CHAIN_FEATURES)
        type, relation = _NUMBERED.fullmatch(first), _IN_CHAIN.fullmatch(second)
        if not type or not relation or type[2] != relation[2]:
            self._fail(f"a mention is written as 'type[1]' and 'relation->1-2', not {first!r} and {second!r}")
        mark.place_in_chain = int(relation[2]), int(relation[3])
        cells = zip(CHAIN_FEATURES, (type[1], relation[1]), strict=True)
        mark.values = {name: unescape_value(value) for name, value in cells if value != NULL}
        return self._by_chain.setdefault((mark.type, *mark.place_in_chain), mark)

    def _read_columns(self, layer: TsvLayer, mark: OpenMark, unit: str, parts: tuple[str, ...]) -> OpenMark:
        roles: list[str] = []
        for column, part in zip(layer.columns, parts, strict=True):
            if column.role is Role.SLOT_TARGET:
                self._read_targets(mark, column.target, roles, split_cell(part, ";"))
            elif column.role is Role.RELATION_SOURCE:
                self._read_ends(mark, column.target, unit, part)
            else:
                value = self._without_number(mark, part)
                if column.role is Role.SLOT_ROLE:
                    roles = [] if value == NONE else split_cell(value, ";")
                    roles = [joined_role(column.feature, "" if r == NULL else unescape_value(r)) for r in roles]
                elif column.role is Role.VALUE and value not in (NULL, NONE):
                    mark.values[column.feature] = unescape_value(value)
        if not mark.number:
            return mark
        return self._by_number.setdefault((mark.type, mark.number), mark)

    def _without_number(self, mark: OpenMark, part: str) -> str:
        """The value in front of '[1]'; the number is the mark's, the same in all its columns."""
        numbered = _NUMBERED.fullmatch(part)
        if not numbered:
            return part
        if mark.number not in (0, int(numbered[2])):
            self._fail(f"the columns of one annotation of {mark.type} have different numbers in brackets")
        mark.number = int(numbered[2])
        return numbered[1]

    def _read_targets(self, mark: OpenMark, type: str, roles: list[str], targets: list[str]) -> None:
        if not roles and targets in ([NULL], [NONE]):
            return
        if len(roles) != len(targets):
            self._fail(f"{len(roles)} roles of a slot, but {len(targets)} targets")
        for role, target in zip(roles, targets, strict=True):
            where = self._reference(target)
            mark.references.append(Reference(role, type, where[1], int(where[2] or 0)))

    def _read_ends(self, mark: OpenMark, type: str, unit: str, part: str) -> None:
        where = self._reference(part)
        mark.references = [
            Reference("source", type, where[1], int(where[2] or 0)),
            Reference("target", type, unit, int(where[3] or 0)),
        ]

    def _reference(self, part: str) -> re.Match[str]:
        where = _REFERENCE.fullmatch(part)
        if not where:
            self._fail(f"a reference is written as 1-2 or 1-2[3], not {part[:30]!r}")
        return where

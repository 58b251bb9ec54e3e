"""An analysed text as parallel lists, one entry a token: what events and coreference work on.

Plain lists are several times faster to walk than spaCy's token objects, can be written by hand in a test, and
hide which label scheme the parser uses: a `Parse` always speaks ClearNLP, the scheme of spaCy's English
pipelines, and `tacit.language.schemes` converts Universal Dependencies to it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tacit.language.schemes import from_universal, is_universal

if TYPE_CHECKING:
    from spacy.tokens import Doc


@dataclass(frozen=True)
class Parse:
    """Tokens, sentences and entities of one text.

    `heads` are token indices, a root is its own head. `sentences` and `entities` are token ranges with an
    exclusive end; entities carry their label.

    >>> parse = Parse.from_rows("Ann sat down", [("Ann", "Ann", "PROPN", "NNP", 1, "nsubj"),
    ...                         ("sat", "sit", "VERB", "VBD", 1, "ROOT"), ("down", "down", "ADP", "RP", 1, "prt")])
    >>> parse.children[1]
    [0, 2]
    """

    text: str
    words: list[str]
    starts: list[int]
    ends: list[int]
    lemmas: list[str]
    pos: list[str]
    tags: list[str]
    deps: list[str]
    heads: list[int]
    sentences: list[tuple[int, int]]
    entities: list[tuple[int, int, str]]

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def children(self) -> list[list[int]]:
        """For each token its dependents, in text order."""
        children: list[list[int]] = [[] for _ in self.words]
        for token, head in enumerate(self.heads):
            if head != token:
                children[head].append(token)
        return children

    @cached_property
    def sentence_of(self) -> list[int]:
        """For each token the number of its sentence."""
        numbers = [0] * len(self.words)
        for number, (start, end) in enumerate(self.sentences):
            numbers[start:end] = [number] * (end - start)
        return numbers

    @cached_property
    def entity_of(self) -> list[str]:
        """For each token the label of the named entity it is in, or nothing."""
        labels = [""] * len(self.words)
        for start, end, label in self.entities:
            labels[start:end] = [label] * (end - start)
        return labels

    @cached_property
    def edges(self) -> tuple[list[int], list[int]]:
        """For each token the leftmost and rightmost token of its subtree."""
        left, right = list(range(len(self))), list(range(len(self)))
        for token in range(len(self)):
            node, head = token, self.heads[token]
            while head != node and (token < left[head] or token > right[head]):
                left[head], right[head] = min(left[head], token), max(right[head], token)
                node, head = head, self.heads[head]
        return left, right

    def dependents(self, token: int, *labels: str) -> list[int]:
        """The dependents of a token that bear one of these labels."""
        return [child for child in self.children[token] if self.deps[child] in labels]

    def text_between(self, start: int, end: int) -> str:
        """The characters of the token range `start` to `end` (exclusive)."""
        return self.text[self.starts[start] : self.ends[end - 1]] if end > start else ""

    def part(self, start: int, end: int) -> Parse | None:
        """The parse of the characters `start` to `end` alone; nothing where that would cut a word or a sentence.

        >>> whole = Parse.from_rows("Sit. Wait.", [("Sit.", "sit", "VERB", "VB", 0, "ROOT"),
        ...                         ("Wait.", "wait", "VERB", "VB", 1, "ROOT")], sentences=[(0, 1), (1, 2)])
        >>> part = whole.part(5, 10)
        >>> (part.words, part.starts, part.heads, part.sentences), whole.part(2, 10)
        ((['Wait.'], [0], [0], [(0, 1)]), None)
        """
        first, last = bisect_right(self.ends, start), bisect_left(self.starts, end)
        if first < last and (self.starts[first] < start or self.ends[last - 1] > end):
            return None
        sentences = [(a, b) for a, b in self.sentences if first < last and a < last and b > first]
        if any(a < first or b > last for a, b in sentences):
            return None
        entities = [(a, b, label) for a, b, label in self.entities if first <= a and b <= last]
        return Parse(
            text=self.text[start:end],
            words=self.words[first:last],
            starts=[each - start for each in self.starts[first:last]],
            ends=[each - start for each in self.ends[first:last]],
            lemmas=self.lemmas[first:last],
            pos=self.pos[first:last],
            tags=self.tags[first:last],
            deps=self.deps[first:last],
            heads=[head - first for head in self.heads[first:last]],
            sentences=[(a - first, b - first) for a, b in sentences],
            entities=[(a - first, b - first, label) for a, b, label in entities],
        )

    @classmethod
    def from_rows(
        cls,
        text: str,
        rows: Sequence[tuple[str, str, str, str, int, str]],
        *,
        sentences: Sequence[tuple[int, int]] = (),
        entities: Sequence[tuple[int, int, str]] = (),
    ) -> Parse:
        """A parse from (word, lemma, pos, tag, head, dep) rows; words are found in `text` from left to right."""
        starts, place = [], 0
        for row in rows:
            place = text.index(row[0], place)
            starts.append(place)
            place += len(row[0])
        return cls.of_any_scheme(
            text=text,
            words=[row[0] for row in rows],
            starts=starts,
            ends=[start + len(row[0]) for start, row in zip(starts, rows, strict=True)],
            lemmas=[row[1] for row in rows],
            pos=[row[2] for row in rows],
            tags=[row[3] for row in rows],
            heads=[row[4] for row in rows],
            deps=[row[5] for row in rows],
            sentences=list(sentences) or ([(0, len(rows))] if rows else []),
            entities=list(entities),
        )

    @classmethod
    def of_any_scheme(cls, *, pos: list[str], deps: list[str], heads: list[int], **columns: object) -> Parse:
        """A parse whose labels may be Universal Dependencies; they are converted."""
        if is_universal(deps):
            deps, heads = from_universal(pos, deps, heads, list(columns["words"]))  # type: ignore[call-overload]
        return cls(pos=pos, deps=deps, heads=heads, **columns)  # type: ignore[arg-type]

    @classmethod
    def from_spacy(cls, doc: Doc) -> Parse:
        """The parse that a spaCy pipeline made; tokens of mere white space are left out."""
        starts = [token.idx for token in doc]
        return cls.from_pieces(doc.text, [ParsedPiece(doc, starts, [token.idx + len(token) for token in doc])])

    @classmethod
    def from_pieces(cls, text: str, pieces: Iterable[ParsedPiece]) -> Parse:
        """One parse of a text whose stretches were parsed one by one."""
        columns = _Columns()
        for piece in pieces:
            columns.add(piece, text)
        return cls.of_any_scheme(text=text, **vars(columns))


class ParsedPiece(NamedTuple):
    """A stretch of a text as spaCy parsed it, and the places of its tokens in the whole text."""

    doc: Doc
    starts: list[int]
    ends: list[int]


class _Columns:
    """The columns of a `Parse` while pieces are added to them."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.lemmas: list[str] = []
        self.pos: list[str] = []
        self.tags: list[str] = []
        self.deps: list[str] = []
        self.heads: list[int] = []
        self.sentences: list[tuple[int, int]] = []
        self.entities: list[tuple[int, int, str]] = []

    def add(self, piece: ParsedPiece, text: str) -> None:
        """Append a piece without its tokens of white space."""
        from spacy.attrs import DEP, HEAD, LEMMA, POS, TAG

        doc, strings = piece.doc, piece.doc.vocab.strings
        kept = [token.i for token in doc if not token.is_space]
        number = {token: len(self.words) + place for place, token in enumerate(kept)}
        table = doc.to_array([LEMMA, POS, TAG, DEP, HEAD])[kept]
        names = {key: strings[int(key)] for key in set(table[:, :4].ravel().tolist())}
        for place, column in enumerate((self.lemmas, self.pos, self.tags, self.deps)):
            column += [names[key] for key in table[:, place].tolist()]
        # Heads are relative, and negative ones wrapped round in the unsigned table.
        offsets = table[:, 4].astype("int64").tolist()
        self.heads += [number.get(token + offset, number[token]) for token, offset in zip(kept, offsets, strict=True)]
        self.starts += [piece.starts[token] for token in kept]
        self.ends += [piece.ends[token] for token in kept]
        self.words += [text[piece.starts[token] : piece.ends[token]] for token in kept]
        for sentence in doc.sents:
            inside = [number[token] for token in range(sentence.start, sentence.end) if token in number]
            if inside:
                self.sentences.append((inside[0], inside[-1] + 1))
        for entity in doc.ents:
            inside = [number[token] for token in range(entity.start, entity.end) if token in number]
            self.entities.append((inside[0], inside[-1] + 1, entity.label_))

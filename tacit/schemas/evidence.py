"""The sentences of a corpus that stand behind the events of a schema."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tacit.corpus import Corpus, sql
from tacit.schemas.task import Schema, Slot

DOCUMENTS = 20
"""Most documents of a schema to look into: the best supporters come first."""


@dataclass(frozen=True, slots=True)
class EvidenceQuote:
    """A sentence of a document, the place of the verb in it, and whether a chain of the schema runs through it."""

    document: str
    text: str
    start: int
    end: int
    linked: bool


Evidence = dict[str, list[EvidenceQuote]]
"""Quotes for each event of a schema."""


def evidence(schemas: Sequence[Schema], corpus: Corpus, *, quotes: int = 3) -> list[Evidence]:
    """For each schema up to so many sentences an event, from its supporting documents.

    Sentences come first in which the event shares a participant with another event of the schema, as a chain of the
    schema has it; after that in the order of the documents.
    """
    wanted = {id for schema in schemas for id in schema.documents[:DOCUMENTS]}
    told = _Told(corpus, wanted)
    return [_of_schema(schema, told, quotes) for schema in schemas]


class _Told:
    """What the wanted documents tell: events by document and verb, participants by document, texts."""

    def __init__(self, corpus: Corpus, wanted: set[str]) -> None:
        chosen = _in("document", wanted)
        self.events: dict[tuple[str, str], list[tuple[int, int, int, int]]] = defaultdict(list)
        self._ends: dict[tuple[str, int], int] = {}
        rows = corpus.query(
            "SELECT e.document, e.verb, e.event, e.start, e.end, s.start, s.end FROM events e"  # noqa: S608
            f" JOIN sentences s USING (document, sentence) WHERE {chosen} ORDER BY e.document, e.event"
        ).fetchall()
        for document, verb, event, start, end, first, last in rows:
            self.events[document, verb].append((event, start - first, end - first, first))
            self._ends[document, first] = last
        self.slots: dict[str, dict[int, list[tuple[int, Slot]]]] = defaultdict(lambda: defaultdict(list))
        found = corpus.query(f"SELECT document, chain, event, verb, slot FROM chains WHERE {chosen}")  # noqa: S608
        for document, chain, event, verb, role in found.fetchall():
            self.slots[document][chain].append((event, Slot(verb, role)))
        found = corpus.query(f"SELECT id, text FROM documents WHERE {_in('id', wanted)}")  # noqa: S608
        self.texts: dict[str, str] = dict(found.fetchall())

    def sentence(self, document: str, first: int) -> str:
        """The text of the sentence that begins there."""
        return self.texts[document][first : self._ends[document, first]]

    def linked_events(self, schema: Schema, document: str) -> set[int]:
        """Events of a document that share a participant with another one, as a chain of the schema has it."""
        linked: set[int] = set()
        for slots in self.slots[document].values():
            for chain in schema.chains:
                inside = [(event, slot) for event, slot in slots if slot in chain.slots]
                if len({slot for _, slot in inside}) > 1:
                    linked |= {event for event, _ in inside}
        return linked


def _of_schema(schema: Schema, told: _Told, quotes: int) -> Evidence:
    found: dict[str, list[EvidenceQuote]] = {verb: [] for verb in schema.events}
    for document in schema.documents[:DOCUMENTS]:
        linked = told.linked_events(schema, document)
        for verb in schema.events:
            for event, start, end, first in told.events.get((document, verb), ()):
                found[verb].append(EvidenceQuote(document, told.sentence(document, first), start, end, event in linked))
    return {verb: sorted(listed, key=lambda quote: not quote.linked)[:quotes] for verb, listed in found.items()}


def _in(column: str, values: Iterable[str]) -> str:
    listed = ", ".join(map(sql.text, sorted(values)))
    return f"{column} IN ({listed})" if listed else "false"

"""A gold standard from several annotators' work, as section 3.3 describes it.

Segments of the same label that overlap are merged to the longest. What only one annotator marked becomes a case for an
adjudicator: *single* (keep it or drop it), or *conflict* where annotators gave different labels to overlapping
segments (keep one of them or both). Cases are rows of a table that is edited with any spreadsheet or editor. Only the
column `decision` may be filled in: neither segments nor labels can be changed there.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tacit.documents import SENTENCES, TOKENS, Annotation, Document, Layer, Span
from tacit.errors import InputError
from tacit.files import atomic_write
from tacit.formats import Source
from tacit.scenarios.annotation.annotators import Annotated
from tacit.scenarios.layers import SCENARIOS, Segment, share_a_word
from tacit.values import Features

SINGLE, CONFLICT = "single", "conflict"
KEEP, DROP = "keep", "drop"
COLUMNS = ("case", "kind", "document", "start", "end", "label", "annotators", "decision", "text")
_SHOWN = 300
"""Characters of a segment that the adjudicator sees."""


@dataclass(frozen=True, slots=True)
class Merged:
    """A segment and its label, with all who marked it."""

    span: Span
    label: str
    annotators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dispute:
    """What an adjudicator decides on: one segment, or several that contradict each other."""

    kind: str
    segments: tuple[Merged, ...]


@dataclass(frozen=True, slots=True)
class MergedText:
    """A text with the segments that were agreed on, and the cases that are left."""

    text: Annotated
    agreed: tuple[Merged, ...]
    cases: tuple[Dispute, ...]


def merge(text: Annotated) -> MergedText:
    """Merge what all annotators of one text marked."""
    segments = [segment for annotator in text.versions for segment in text.segments(annotator)]
    merged = list(_maximal(segments, text.document.text))
    agreed = tuple(segment for segment in merged if len(segment.annotators) > 1)
    lonely = [segment for segment in merged if len(segment.annotators) == 1]
    groups = _contradicting(lonely, text.document.text)
    cases = tuple(Dispute(CONFLICT if len(group) > 1 else SINGLE, tuple(group)) for group in groups)
    return MergedText(text, agreed, cases)


def _maximal(segments: Iterable[Segment], text: str) -> Iterator[Merged]:
    """Segments of one label that overlap become one, from the first character of any to the last of any."""
    by_label: dict[str, list[Segment]] = {}
    for segment in sorted(segments):
        by_label.setdefault(segment.label, []).append(segment)
    for label, same in by_label.items():
        span, annotators = same[0].span, {same[0].annotator}
        for segment in same[1:]:
            if share_a_word(text, span, segment.span):
                span = Span(span.start, max(span.end, segment.span.end))
                annotators.add(segment.annotator)
            else:
                yield Merged(span, label, tuple(sorted(annotators)))
                span, annotators = segment.span, {segment.annotator}
        yield Merged(span, label, tuple(sorted(annotators)))


def _contradicting(lonely: Iterable[Merged], text: str) -> list[list[Merged]]:
    """Groups of segments that overlap with one of another annotator; those that do not stand alone."""
    groups: list[list[Merged]] = []
    for segment in sorted(lonely, key=lambda segment: (segment.span, segment.label)):
        touched = [group for group in groups if any(_contradict(segment, other, text) for other in group)]
        for group in touched:
            groups.remove(group)
        groups.append([other for group in touched for other in group] + [segment])
    return sorted(groups, key=lambda group: (group[0].span, group[0].label))


def _contradict(first: Merged, second: Merged, text: str) -> bool:
    return first.annotators != second.annotators and share_a_word(text, first.span, second.span)


def write_cases(texts: Sequence[MergedText], path: str | Path) -> int:
    """Write the table for the adjudicator and return the number of cases; refuses to overwrite decisions."""
    table = Path(path)
    if table.exists() and table.stat().st_size and any(row["decision"].strip() for _, row in _rows(Source(path))):
        raise InputError("already holds decisions; apply them, or name another file", path=path)
    number = 0
    with atomic_write(path) as stream:
        rows = csv.writer(stream, delimiter="\t", lineterminator="\n")
        rows.writerow(COLUMNS)
        for text in texts:
            for case in text.cases:
                number += 1
                rows.writerows((*_place(number, text, case, each), "", _shown(text, each)) for each in case.segments)
    return number


def _place(number: int, text: MergedText, case: Dispute, segment: Merged) -> tuple[str, ...]:
    """The columns that must stay as they are."""
    span = segment.span
    annotators = ", ".join(segment.annotators)
    cells = (str(number), case.kind, text.text.id, str(span.start), str(span.end), segment.label, annotators)
    return tuple(" ".join(cell.split()) for cell in cells)


def _shown(text: MergedText, segment: Merged) -> str:
    words = " ".join(text.text.document.text_of(segment.span).split())
    return f"“{words if len(words) <= _SHOWN else words[:_SHOWN] + ' …'}”"


def apply_cases(texts: Sequence[MergedText], path: str | Path) -> list[Document]:
    """The gold documents: what was agreed on, and what the table of cases says to keep."""
    source = Source(path)
    decisions = _decisions(source)
    documents = []
    number = 0
    for text in texts:
        kept: list[Merged] = []
        for case in text.cases:
            number += 1
            kept += _kept(number, text, case, decisions, source)
        documents.append(_gold(text, kept))
    if decisions:
        place = next(iter(decisions))
        source.fail(f"case {place[0]} ({place[5]!r}) is none of the annotators'; only 'decision' may be edited")
    return documents


def _kept(
    number: int, text: MergedText, case: Dispute, decisions: dict[tuple[str, ...], str], source: Source
) -> list[Merged]:
    """The segments of a case that its rows say to keep; the rows are taken out of `decisions`."""
    kept = []
    for segment in case.segments:
        decision = decisions.pop(_place(number, text, case, segment), None)
        if decision is None:
            source.fail(
                f"case {number} ({segment.label!r} in {text.text.id!r}) is missing or was changed;"
                " only the column 'decision' may be edited"
            )
        if decision == KEEP:
            kept.append(segment)
    if case.kind == CONFLICT and not kept:
        source.fail(f"case {number} drops all its labels; of a conflict at least one must be kept")
    return kept


def _decisions(source: Source) -> dict[tuple[str, ...], str]:
    decisions = {}
    for line, row in _rows(source):
        decision = row["decision"].strip().lower()
        if decision not in (KEEP, DROP):
            what = f"{decision!r} is no decision" if decision else "there is no decision"
            source.fail(f"{what} for case {row['case']}; write {KEEP!r} or {DROP!r}", line)
        decisions[tuple(row[column].strip() for column in COLUMNS[:7])] = decision
    return decisions


def _rows(source: Source) -> Iterator[tuple[int, dict[str, str]]]:
    """Line numbers and rows; spreadsheets may have added quotes, and saved other separators and line ends."""
    lines = io.StringIO(source.text(), newline=None)
    separator = max("\t,;", key=lines.readline().count)
    lines.seek(0)
    reader = csv.DictReader(lines, delimiter=separator)
    try:
        if not set(COLUMNS) <= set(reader.fieldnames or ()):
            source.fail(f"a table of cases needs the columns {', '.join(COLUMNS)}", 1)
        for row in reader:
            if any(row.values()):
                yield reader.line_num, {column: row[column] or "" for column in COLUMNS}
    except csv.Error as error:
        source.fail(f"not a table: {error}", reader.line_num)


def _gold(text: MergedText, kept: Sequence[Merged]) -> Document:
    """The text with its sentences and tokens, and the gold layer alone."""
    document = text.text.document
    passages = [
        Annotation((segment.span,), (segment.label,), Features({"annotators": list(segment.annotators)}), "gold")
        for segment in (*text.agreed, *kept)
    ]
    layers = [document.layers[name] for name in (SENTENCES, TOKENS) if name in document.layers]
    return Document(document.text, text.text.id, document.metadata, [*layers, Layer(SCENARIOS, passages)])

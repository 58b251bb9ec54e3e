"""Clarifications that people made: from revisions to instructions with the filler they inserted (section 3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from tacit.clarifications.context import StepPassage, discourse
from tacit.clarifications.pages import Line, Page
from tacit.clarifications.task import Filler, Instruction, Phenomenon
from tacit.language.analysis import analyse, analyse_many
from tacit.language.parse import Parse
from tacit.mining.phenomena import Clarified, classify
from tacit.mining.revisions import insertions, revised_sentences


@dataclass(frozen=True, slots=True)
class Revision:
    """A sentence before and after, with what stood around it and where it was found."""

    original: str
    revised: str
    title: str = ""
    section: str = ""
    previous: str = ""
    following: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Mined:
    """A revision that made something explicit: the instruction with its blank, and the filler that was inserted.

    `antecedent` is the earlier mention of what the filler names, if there is one: the paper keeps only implicit
    references that have one.
    """

    revision: Revision
    instruction: Instruction
    antecedent: str = ""

    @property
    def filler(self) -> str:
        """What the writer inserted."""
        return self.instruction.fillers[0].text

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        instruction = self.instruction
        return {
            "id": instruction.id,
            "phenomenon": instruction.phenomenon.value,
            "title": instruction.title,
            "section": instruction.section,
            "previous": instruction.previous,
            "sentence": instruction.sentence,
            "following": instruction.following,
            "filler": self.filler,
            "antecedent": self.antecedent,
            "original": self.revision.original,
            "revised": self.revision.revised,
            "source": self.revision.source,
        }


def mine(revisions: Iterable[Revision], *, coreferent: bool = False) -> Iterator[Mined]:
    """The clarifications among revisions, numbered from 1.

    With `coreferent`, implicit references must name something that the previous context names, as in the paper.
    """
    number = 0
    for revision, parse in _parsed(revisions):
        clarified = _clarification(revision, parse)
        if clarified is None:
            continue
        antecedent = _antecedent(revision, parse, clarified)
        if coreferent and clarified.phenomenon is Phenomenon.IMPLICIT_REFERENCE and not antecedent:
            continue
        number += 1
        yield Mined(revision, _instruction(str(number), revision, parse, clarified), antecedent)


def _parsed(revisions: Iterable[Revision]) -> Iterator[tuple[Revision, Parse]]:
    """Revisions that are one insertion, with the parse of the new sentence."""
    waiting: list[Revision] = []

    def texts() -> Iterator[str]:
        for revision in revisions:
            if insertions(revision.original, revision.revised):
                waiting.append(revision)
                yield revision.revised

    for parse in analyse_many(texts()):
        yield waiting.pop(0), parse


def _clarification(revision: Revision, parse: Parse) -> Clarified | None:
    """The first way to see the insertion that is one of the phenomena."""
    for insertion in insertions(revision.original, revision.revised):
        if clarified := classify(parse, insertion.start, insertion.end):
            return clarified
    return None


def recognised(revisions: Sequence[Revision]) -> list[Phenomenon | None]:
    """The phenomenon that each revision clarifies, or nothing."""
    found: dict[int, Phenomenon] = {}
    wanted = [number for number, each in enumerate(revisions) if insertions(each.original, each.revised)]
    for number, (revision, parse) in zip(wanted, _parsed(revisions), strict=True):
        if clarified := _clarification(revision, parse):
            found[number] = clarified.phenomenon
    return [found.get(number) for number in range(len(revisions))]


def _instruction(number: str, revision: Revision, parse: Parse, clarified: Clarified) -> Instruction:
    start, end = parse.starts[clarified.start], parse.ends[clarified.end - 1]
    return Instruction(
        id=number,
        phenomenon=clarified.phenomenon,
        before=revision.revised[:start],
        after=revision.revised[end:],
        fillers=(Filler(revision.revised[start:end]),),
        title=revision.title,
        section=revision.section,
        previous=revision.previous,
        following=revision.following,
    )


def _antecedent(revision: Revision, parse: Parse, clarified: Clarified) -> str:
    """The words of the previous context that the filler refers to: the same head noun, or what coreference joins."""
    if not revision.previous:
        return ""
    head = parse.lemmas[clarified.end - 1].lower()
    before = _parse(revision.previous)
    same = [token for token in range(len(before)) if before.lemmas[token].lower() == head]
    if same:
        return before.text_between(before.edges[0][same[-1]], same[-1] + 1)
    return _coreferent(revision, parse, clarified)


def _coreferent(revision: Revision, parse: Parse, clarified: Clarified) -> str:
    from tacit.language import coreference

    text = f"{revision.previous}\n\n{revision.revised}"
    shift = len(revision.previous) + 2
    place = shift + parse.starts[clarified.end - 1]
    whole = analyse(text)
    for cluster in coreference.load().resolve(whole):
        spans = [(whole.starts[mention.start], whole.ends[mention.end - 1]) for mention in cluster]
        if any(start <= place < end for start, end in spans):
            earlier = [(start, end) for start, end in spans if end <= shift]
            return text[slice(*earlier[-1])] if earlier else ""
    return ""


@lru_cache(maxsize=256)
def _parse(text: str) -> Parse:
    return analyse(text)


class Splitter:
    """Splits lines into sentences, and remembers: versions of a file share most of their lines."""

    _MOST = 50_000

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, ...]] = {}

    def sentences(self, lines: Sequence[str]) -> list[tuple[str, ...]]:
        """The sentences of each line, spaces collapsed."""
        if len(self._known) > self._MOST:
            self._known.clear()
        unknown = [line for line in dict.fromkeys(lines) if line not in self._known]
        for line, parse in zip(unknown, analyse_many(unknown), strict=True):
            self._known[line] = tuple(_sentence_texts(parse))
        return [self._known[line] for line in lines]


def revisions_of_pages(
    old: Page, new: Page, *, source: str = "", splitter: Splitter | None = None
) -> Iterator[Revision]:
    """The sentences of a page that were revised, with their context in the new version."""
    splitter = splitter or Splitter()
    former, latter = _Sentences(old, splitter), _Sentences(new, splitter)
    for before, after in revised_sentences(former.texts, latter.texts):
        yield replace(latter.revision(after), original=former.texts[before], source=source)


class _Sentences:
    """The sentences of a page, by line."""

    def __init__(self, page: Page, splitter: Splitter) -> None:
        self._page = page
        self._lines = [line for line in page.lines if not line.level]
        split = splitter.sentences([page.prose[line.start : line.end] for line in self._lines])
        self._passages = [
            StepPassage(sentences, line.marker) for line, sentences in zip(self._lines, split, strict=True)
        ]
        self._places = [
            (number, sentence)
            for number, passage in enumerate(self._passages)
            for sentence in range(len(passage.sentences))
        ]
        self.texts = [self._passages[number].sentences[sentence] for number, sentence in self._places]

    def revision(self, number: int) -> Revision:
        """A sentence with what stands around it."""
        passage, sentence = self._places[number]
        around = discourse(self._passages, passage, sentence)
        return Revision(
            "",
            self.texts[number],
            title=self._page.title,
            section=_section(self._page, self._lines[passage]),
            previous=around.previous,
            following=around.following,
        )


def _sentence_texts(parse: Parse) -> Iterator[str]:
    for start, end in parse.sentences:
        yield " ".join(parse.text_between(start, end).split())


def _section(page: Page, line: Line) -> str:
    """The last heading before a line, unless it is the title."""
    above = [page.words_of(each) for each in page.lines if each.level and each.start < line.start]
    return above[-1] if above and above[-1] != page.title else ""

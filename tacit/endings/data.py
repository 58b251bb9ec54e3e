"""Read story clozes and whole stories, with one sentence about whatever is wrong in a file.

A cloze file is a CSV with the columns of the Story Cloze Test: `InputStoryid`, `InputSentence1` and on,
`RandomFifthSentenceQuiz1` and on, and where answers are known `AnswerRightEnding`. The test has four sentences and
two endings; any number of each from one and two upwards is read. Stories come from any file that tacit reads.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from tacit import formats
from tacit.documents import Document
from tacit.endings.task import Cloze, Story
from tacit.errors import InputError
from tacit.files import atomic_write
from tacit.formats import Source
from tacit.formats.parts.cells import csv_rows, filled, first_cells, named_rows
from tacit.language.english.sentences import split
from tacit.text import squeezed

_ID = "InputStoryid"
_SENTENCE = "InputSentence"
_ENDING = "RandomFifthSentenceQuiz"
_ANSWER = "AnswerRightEnding"


def read_clozes(paths: Iterable[str | Path], *, answered: bool = False) -> list[Cloze]:
    """The clozes of one or several CSV files; with `answered`, a file without answers is an error."""
    clozes: list[Cloze] = []
    places: dict[str, str] = {}
    for path in paths:
        for source in formats.files_of(path):
            before = len(clozes)
            for line, cloze in _rows(source, answered):
                if cloze.id in places:
                    source.fail(f"the story {cloze.id!r} stands twice (first in {places[cloze.id]})", line)
                places[cloze.id] = f"{source.path}, line {line}"
                clozes.append(cloze)
            if len(clozes) == before:
                source.fail("there is no story in the file; each row after the header should be one")
    return clozes


def read_training(paths: Iterable[str | Path]) -> tuple[list[Cloze], list[Story]]:
    """Answered clozes and whole stories, whichever each file holds: a cloze file has the columns of one."""
    sources = [source for path in paths for source in formats.files_of(path)]
    with_endings = [source.path for source in sources if is_cloze_file(source)]
    whole = [source.path for source in sources if source.path not in with_endings]
    return read_clozes(with_endings, answered=True), read_stories(whole)


def is_cloze_file(source: Source) -> bool:
    """Does its header name sentences and endings of a cloze?"""
    names = first_cells(source, ",")
    return f"{_SENTENCE}1" in names or f"{_ENDING}1" in names


def _rows(source: Source, answered: bool) -> Iterator[tuple[int, Cloze]]:
    for line, row in named_rows(source, csv_rows(source)):
        sentences, endings = numbered(row, _SENTENCE), numbered(row, _ENDING)
        for column in (_ID, f"{_SENTENCE}1", f"{_ENDING}1", f"{_ENDING}2", *([_ANSWER] if answered else [])):
            if column not in row:
                source.fail(f"the column {column!r} is missing; the header names {', '.join(map(repr, row))}", line)
        cloze = Cloze(
            filled(source, row, _ID, line),
            tuple(squeezed(filled(source, row, column, line)) for column in sentences),
            tuple(squeezed(filled(source, row, column, line)) for column in endings),
            _answer(source, row, len(endings), line),
        )
        if problem := problem_of(cloze):
            source.fail(problem, line)
        yield line, cloze


def numbered(row: Mapping[str, str], prefix: str) -> list[str]:
    """The columns prefix1, prefix2 and on, as far as they go without a gap."""
    columns: list[str] = []
    while (column := f"{prefix}{len(columns) + 1}") in row:
        columns.append(column)
    return columns


def _answer(source: Source, row: Mapping[str, str], endings: int, line: int) -> int | None:
    if _ANSWER not in row:
        return None
    given = row[_ANSWER].strip()
    if given not in map(str, range(1, endings + 1)):
        right = "1 or 2" if endings == 2 else f"a number from 1 to {endings}"
        source.fail(f"{_ANSWER!r} must be {right}, not {given!r}", line)
    return int(given) - 1


def problem_of(cloze: Cloze) -> str | None:
    """What keeps a cloze from being one, in a sentence.

    >>> problem_of(Cloze("a", ("It rained.",), ("We got wet.", "we got  wet.")))
    'the endings 1 and 2 are equal; each candidate must differ from the others'
    """
    if not cloze.story:
        return "the story is empty; it must have at least one sentence"
    if not all(sentence.strip() for sentence in cloze.story):
        return "the story has an empty sentence"
    if len(cloze.endings) < 2:
        return "there must be at least two endings to choose from"
    seen: dict[str, int] = {}
    for place, ending in enumerate(cloze.endings, 1):
        if not ending.strip():
            return f"the ending {place} is empty"
        first = seen.setdefault(squeezed(ending).casefold(), place)
        if first != place:
            return f"the endings {first} and {place} are equal; each candidate must differ from the others"
    return None


def read_stories(paths: Iterable[str | Path], *, most: int | None = None) -> list[Story]:
    """The stories of files, folders and globs; a story needs a sentence before its ending."""
    stories: list[Story] = []
    for path in paths:
        for document in formats.open(path):
            if most is not None and len(stories) == most:
                return stories
            story = story_of(document)
            if len(story.sentences) < 2:
                raise InputError(
                    f"the story {document.id!r} has {_count(story.sentences)}; it needs two or more, as the last one"
                    " is its ending",
                    path=path,
                )
            stories.append(story)
    return stories


def story_of(document: Document) -> Story:
    """A document as its sentences: those of its layer, else split by rules."""
    if document.sentences:
        sentences = [document.text_of(sentence) for sentence in document.sentences]
    else:
        sentences = list(split(document.text))
    cleaned = (squeezed(sentence) for sentence in sentences)
    return Story(document.id, tuple(sentence for sentence in cleaned if sentence))


def _count(sentences: Sequence[str]) -> str:
    return {0: "no sentence", 1: "one sentence"}.get(len(sentences), f"{len(sentences)} sentences")


def check_lengths(stories: Sequence[Story]) -> None:
    """Raise an error unless all stories have as many sentences as the first: only such fit into one table."""
    for story in stories:
        if len(story.sentences) != len(stories[0].sentences):
            raise InputError(
                f"the story {story.id!r} has {_count(story.sentences)}, but the first has"
                f" {_count(stories[0].sentences)}; a table needs the same of all"
            )


def write_clozes(clozes: Sequence[Cloze], path: str | Path) -> None:
    """Write a CSV that `read_clozes` reads; all stories need as many sentences and endings as the first has."""
    if not clozes:
        raise InputError("there is nothing to write: no story has all the endings that were asked for")
    sentences, endings = len(clozes[0].story), len(clozes[0].endings)
    for cloze in clozes:
        if (len(cloze.story), len(cloze.endings)) != (sentences, endings):
            raise InputError(
                f"the story {cloze.id!r} has {len(cloze.story)} sentences and {len(cloze.endings)} endings, but the"
                f" first has {sentences} and {endings}; a table needs the same of all"
            )
    header = [_ID, *(f"{_SENTENCE}{i + 1}" for i in range(sentences)), *(f"{_ENDING}{i + 1}" for i in range(endings))]
    with atomic_write(path) as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([*header, _ANSWER])
        for cloze in clozes:
            answer = "" if cloze.answer is None else cloze.answer + 1
            writer.writerow([cloze.id, *cloze.story, *cloze.endings, answer])

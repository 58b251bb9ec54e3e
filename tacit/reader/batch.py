"""Read many texts in many processes: into a folder, or one reading after the other.

The texts are cut into shards as those of a corpus are, by content. What a shard's readings are depends on the shard and
on the settings alone, so one process or ten, in one go or in several, make the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from tacit.corpus.shards import shards, text_key
from tacit.corpus.sources import Sources
from tacit.corpus.work import Workers, run
from tacit.documents import Document
from tacit.errors import InputError, MissingBackboneError, TacitError, UsageError
from tacit.files import atomic_write, make_folder
from tacit.progress import Progress, no_progress
from tacit.reader.reading import LONGEST, Reading, pipe
from tacit.reader.registry import check_known
from tacit.version import __version__

CHARACTERS = 20_000
"""Characters of a shard on average: some twenty stories, a quarter of a minute of work."""
ENDING = ".jsonl"


@dataclass(frozen=True, slots=True)
class BatchSettings:
    """What is read for in each text, and how; `limit` is the longest text that is read, 0 for any length."""

    only: Sequence[str] | None = None
    layout: str = "auto"
    limit: int = LONGEST

    def describe(self) -> str:
        """All that the readings depend on beside the texts."""
        return json.dumps(["readings", __version__, self.only, self.layout, self.limit])


@dataclass(frozen=True, slots=True)
class ShareOfShards:
    """The part `number` of `of`, counted from 1, of all shards.

    >>> ShareOfShards.parse("2/3")
    ShareOfShards(number=2, of=3)
    >>> [shard for shard in range(7) if ShareOfShards(2, 3).has(shard)]
    [1, 4]
    """

    number: int = 1
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> ShareOfShards:
        """The part that a text such as 2/3 names."""
        number, _, of = text.partition("/")
        if not (number.isascii() and number.isdigit() and of.isascii() and of.isdigit() and len(text) < 20):
            raise UsageError(f"a part is written as 2/10, the second of ten, not {text!r}")
        if not 1 <= int(number) <= int(of):
            raise UsageError(f"there is no part {text}: parts count from 1 to their number")
        return cls(int(number), int(of))

    def has(self, shard: int) -> bool:
        """Does the shard with this number, from 0, belong to the part?"""
        return shard % self.of == self.number - 1


@dataclass(frozen=True, slots=True)
class Read:
    """What a run did: texts and shards of its part, how many of these are new, what was not read, and why."""

    texts: int
    shards: int
    new_shards: int
    skipped: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Work:
    name: str
    documents: tuple[dict[str, Any], ...]
    settings: BatchSettings


def read_into(
    sources: Sources,
    out: str | Path,
    *,
    settings: BatchSettings | None = None,
    part: ShareOfShards | None = None,
    workers: Workers | None = None,
    progress: Progress = no_progress,
) -> Read:
    """Write the readings of all texts, or of a part of them, into a folder: JSON lines, a file for each shard.

    Files that are there are not made again. The names of the files, sorted, are in the order of the texts.
    """
    settings, part, folder = settings or BatchSettings(), part or ShareOfShards(), Path(out)
    if settings.only is not None:
        check_known(settings.only)
    make_folder(folder)
    sizes = {name: len(texts) for name, texts in _shards(sources, settings, part)}
    unread = dict(sources.skipped)
    if not sizes and part.of == 1:
        raise InputError(next(iter(unread.values()), "there is no text to read"))
    new = {name for name in sizes if not (folder / name).is_file()}
    done = sum(size for name, size in sizes.items() if name not in new)
    tasks = (
        _Work(name, tuple(text.to_dict() for text in texts), settings)
        for name, texts in _shards(sources, settings, part)
        if name in new
    )
    total = sum(sizes.values())
    progress("reading", done, total)
    for _, (name, lines, skipped) in run(_read_shard, tasks if new else iter(()), workers):
        with atomic_write(folder / name) as stream:
            stream.writelines(lines)
        unread |= skipped
        done += sizes[name]
        progress("reading", done, total)
    if part.of == 1:
        for stale in {each.name for each in folder.glob(f"*{ENDING}") if _is_own(each.name)} - sizes.keys():
            (folder / stale).unlink(missing_ok=True)
    return Read(total, len(sizes), len(new), unread)


def read_in_processes(
    documents: Iterable[Document], *, only: Sequence[str] | None = None, processes: int = 0
) -> Iterator[Reading]:
    """The readings of documents, in their order, made in so many processes (0: one a core)."""
    settings = BatchSettings(None if only is None else tuple(only), limit=0)
    tasks = (
        _Work(str(number), tuple(text.to_dict() for text in texts), settings)
        for number, texts in enumerate(shards(documents, CHARACTERS))
    )
    waiting: dict[int, list[str]] = {}
    coming = 0
    for number, (_, lines, skipped) in run(_read_shard, tasks, Workers(processes)):
        if skipped:
            raise InputError(next(iter(skipped.values())))
        waiting[number] = lines
        while coming in waiting:
            yield from (Reading.from_dict(json.loads(line)) for line in waiting.pop(coming))
            coming += 1


def _shards(sources: Sources, settings: BatchSettings, part: ShareOfShards) -> Iterator[tuple[str, list[Document]]]:
    about = settings.describe()
    for number, texts in enumerate(shards(sources.read(), CHARACTERS)):
        if part.has(number):
            yield f"{number:07d}-{text_key(texts, about)}{ENDING}", texts


def _is_own(name: str) -> bool:
    """Is this a name that `_shards` gives?"""
    number, _, key = name.removesuffix(ENDING).partition("-")
    return len(number) == 7 and number.isdigit() and len(key) == 16 and key.isalnum()


def _read_shard(work: _Work) -> tuple[str, list[str], dict[str, str]]:
    """The readings of a shard as lines, and what was not read."""
    settings, skipped = work.settings, {}
    documents = []
    for document in map(Document.from_dict, work.documents):
        if settings.limit and len(document.text) > settings.limit:
            why = f"has {len(document.text):,} characters; {settings.limit:,} are read at once"
            skipped[document.id] = f"the text {document.id!r} {why}: split it, or lift the limit with `limit` 0"
        else:
            documents.append(document)
    try:
        lines = [_line(reading) for reading in pipe(documents, only=settings.only, layout=settings.layout)]
    except MissingBackboneError:
        raise
    except TacitError:  # one of them cannot be read: which?
        lines = []
        for document in documents:
            try:
                lines += map(_line, islice(pipe([document], only=settings.only, layout=settings.layout), 1))
            except TacitError as error:
                skipped[document.id] = f"the text {document.id!r}: {error}"
    return work.name, lines, skipped


def _line(reading: Reading) -> str:
    if why := reading.not_read.get("language"):  # nor was anything else
        raise MissingBackboneError(why)
    return json.dumps(reading.to_dict(), ensure_ascii=False) + "\n"

"""Which stories a model has learnt from, as hashes in its folder: nobody should measure it on them unaware."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from tacit.endings.task import Cloze, EndingSystem, Story
from tacit.endings.train import create, folder_of
from tacit.errors import InputError
from tacit.files import atomic_write

_FILE = "seen.json"
"""In the model folder: the hash of each story without its ending; no sentence of it."""


def write_seen(folder: Path, system: EndingSystem, clozes: Iterable[Cloze], stories: Iterable[Story]) -> None:
    """Write down which of these stories a system has learnt from."""
    with atomic_write(folder / _FILE) as stream:
        json.dump(sorted(_hashes(system, clozes, stories)), stream)


def count_seen(name: str, tested: Iterable[Cloze], clozes: Sequence[Cloze] = (), stories: Sequence[Story] = ()) -> int:
    """How many of the tested stories a system has learnt from: clozes and stories, or without them, by its folder."""
    trained_now = (clozes or stories) and ":" not in name
    known = _hashes(create(name), clozes, stories) if trained_now else _read(folder_of(name))
    return sum(_hash(cloze.story) in known for cloze in tested)


def _hashes(system: EndingSystem, clozes: Iterable[Cloze], stories: Iterable[Story]) -> set[str]:
    seen = {_hash(cloze.story) for cloze in clozes} if system.uses_clozes else set()
    return seen | ({_hash(story.body) for story in stories} if system.uses_stories else set())


def _read(folder: Path) -> set[str]:
    """Folders of before have no such file."""
    path = folder / _FILE
    if not path.is_file():
        return set()
    try:
        return set(map(str, json.loads(path.read_bytes())))
    except (OSError, ValueError, TypeError) as error:
        raise InputError(f"should hold a list of hashes ({error})", path=path) from None


def _hash(sentences: Sequence[str]) -> str:
    return hashlib.sha256(" ".join(" ".join(sentences).split()).casefold().encode()).hexdigest()[:12]

"""Which stories a model has learnt from, as hashes in its folder: nobody should measure it on them unaware."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tacit.endings.task import Cloze, EndingSystem, Story
from tacit.endings.train import create, folder_of
from tacit.progress import Remarks
from tacit.seen import Seen


def write_seen(folder: Path, system: EndingSystem, clozes: Iterable[Cloze], stories: Iterable[Story]) -> None:
    """Write down which of these stories a system has learnt from."""
    _learnt_from(system, clozes, stories).save(folder)


def learnt_from(clozes: Iterable[Cloze], stories: Iterable[Story] = ()) -> Seen:
    """The hashes of stories without their endings, each as a whole."""
    beginnings = [*(cloze.story for cloze in clozes), *(story.body for story in stories)]
    return Seen.of(map(" ".join, beginnings), whole_only=True)


def count_seen(name: str, tested: Iterable[Cloze], clozes: Sequence[Cloze] = (), stories: Sequence[Story] = ()) -> int:
    """How many of the tested stories a system has learnt from: clozes and stories, or without them, by its folder."""
    trained_now = (clozes or stories) and ":" not in name
    known = _learnt_from(create(name), clozes, stories) if trained_now else Seen.load(folder_of(name))
    return sum(known.is_copy(" ".join(cloze.story)) for cloze in tested) if known else 0  # older folders do not say


def warn_of_seen(remarks: Remarks, system: str, stories: int, seen: int) -> None:
    """Say so if a system has learnt from stories that it is measured on."""
    if seen:
        remarks(
            f"{system} has learnt from {seen} of these {stories} stories: what it gets right there proves little;"
            " measure it on others, or with `folds`"
        )


def _learnt_from(system: EndingSystem, clozes: Iterable[Cloze], stories: Iterable[Story]) -> Seen:
    return learnt_from(clozes if system.uses_clozes else (), stories if system.uses_stories else ())

"""The collection as people write it: TOML files, each with the entries of one part of life, and a checker for them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tacit.howto.phrases import read_phrase
from tacit.howto.task import HowTo
from tacit.shapes import AtLeastOne, Optional, Text
from tacit.written import read_toml, toml_files

MAX_BYTES = 4 << 20
MOST_OWNERS = 10
"""Entries with the same wording that a complaint names at most."""
_LINE = Text(r"[^\n]{1,400}")
_ENTRY = {
    "do": Text(r"[^\n]{3,80}"),
    Optional("also"): [_LINE],
    Optional("not"): [_LINE],
    Optional("tools"): [_LINE],
    Optional("materials"): [_LINE],
    "steps": AtLeastOne(_LINE),
    Optional("done"): Text(r"[^\n]{0,400}"),
    Optional("caution"): [_LINE],
    Optional("object"): Text(r"[^\n]{0,80}"),
    Optional("like"): [_LINE],
    Optional("domain"): _LINE,
    Optional("writer"): _LINE,
}
SHAPE = {Optional("writer"): _LINE, Optional("domain"): _LINE, "howto": AtLeastOne(_ENTRY)}


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something in a file that a person should look at."""

    path: str
    entry: str
    what: str

    def __str__(self) -> str:
        return f"{self.path}: {self.entry!r}: {self.what}"


def read_files(places: Iterable[str | Path]) -> Iterator[tuple[Path, HowTo]]:
    """The entries of files, or of all TOML files of folders, each with its file."""
    for file in toml_files(places):
        for entry in read_file(file):
            yield file, entry


def read_file(path: Path) -> list[HowTo]:
    """The entries of one file; whatever is wrong with it is one sentence."""
    plain = read_toml(path, SHAPE, "how-to file", most=MAX_BYTES)
    common: dict[str, Any] = {name: plain[name] for name in ("domain", "writer") if name in plain}
    return [HowTo.from_dict({**common, **entry}) for entry in plain["howto"]]


def complaints(entries: Sequence[tuple[Path, HowTo]]) -> list[Complaint]:
    """What a reviewer should see: wordings that fit two entries, steps that are none, unused tools, thin entries."""
    owners: dict[str, list[int]] = defaultdict(list)
    for number, (_, entry) in enumerate(entries):
        for key in {_key(wording) for wording in entry.wordings}:
            owners[key].append(number)
    found = []
    for number, (path, entry) in enumerate(entries):
        others = {(wording, owner) for wording in entry.wordings for owner in owners[_key(wording)][:MOST_OWNERS]}
        said = [
            f"{wording!r} is also said of {entries[other][1].do!r}"
            for wording, other in sorted(others)
            if other != number
        ]
        found += [Complaint(str(path), entry.do, what) for what in (*said, *_faults(entry))]
    return found


def without_copies(entries: Iterable[HowTo]) -> list[HowTo]:
    """The entries with each `do` once, the fullest kept; wordings that belong to another entry's `do` go there."""
    best: dict[str, HowTo] = {}
    for entry in entries:
        key = _key(entry.do)
        if key not in best or len(entry.steps) > len(best[key].steps):
            best[key] = entry
    kept = []
    for entry in best.values():
        own = _key(entry.do)
        also = tuple(each for each in entry.also if _key(each) == own or _key(each) not in best)
        kept.append(replace(entry, also=also))
    return kept


def _faults(entry: HowTo) -> Iterator[str]:
    if len(entry.steps) < 3:
        yield f"only {len(entry.steps)} steps"
    if len(entry.also) < 2:
        yield "fewer than two other wordings"
    for step, times in Counter(entry.steps).items():
        if times > 1:
            yield f"says {step[:40]!r} twice"
    for step in entry.steps:
        if step[0].islower() or step[-1] not in ".!?)…":
            yield f"a step is not a sentence: {step[:40]!r}"
    said = " ".join(entry.steps).lower()
    for tool in entry.tools:
        if not any(_stem(word) in said for word in re.findall(r"[a-z]{3,}", tool.lower())):
            yield f"no step uses the tool {tool!r}"
    if not read_phrase(entry.do).verb:
        yield "does not begin with a verb"


def _key(wording: str) -> str:
    """A wording without articles, case and signs."""
    words = re.findall(r"[a-z0-9]+", wording.lower())
    return " ".join(word for word in words if word not in ("a", "an", "the", "your", "some"))


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 3 else word

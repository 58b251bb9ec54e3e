"""How likely is what is right held to be? From instructions with what a good answer must contain; coverage rests on it.

An entry is a good answer if it names most of the key steps that the instruction's writer expects, and no word that
would show that it is about something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tacit.howto.finding import Finder
from tacit.howto.phrases import read_phrase
from tacit.howto.task import HowTo
from tacit.shapes import AtLeastOne, Optional, Text
from tacit.written import read_toml, toml_files

MOST_STEPS = 0.6
"""The share of key steps that a good answer names."""
MAX_BYTES = 4 << 20
_LINE = Text(r"[^\n]{1,400}")
_SHAPE = {
    "instruction": AtLeastOne(
        {
            "id": _LINE,
            "text": _LINE,
            "key_steps": AtLeastOne(_LINE),
            Optional("domain"): _LINE,
            Optional("tools"): [_LINE],
            Optional("nonsense"): [_LINE],
        }
    )
}


@dataclass(frozen=True, slots=True)
class WantedSteps:
    """An instruction, the key steps of a good answer (alternatives between bars), and words that it must not have."""

    text: str
    key_steps: tuple[str, ...]
    nonsense: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()

    def is_met_by(self, entry: HowTo) -> bool:
        """Is the entry a good answer?"""
        said = " ".join((entry.do, *entry.steps, *entry.tools, *entry.materials, entry.done, *entry.caution))
        return not self.is_nonsense(said) and (share_named(self.key_steps, said) or 0.0) >= MOST_STEPS

    def is_nonsense(self, said: str) -> bool:
        """Does an answer have a word that shows that it is about something else?"""
        return any(re.search(rf"\b{re.escape(word)}s?\b", said, re.I) for word in self.nonsense)


def share_named(expected: Sequence[str], said: str) -> float | None:
    """The share of what is expected that an answer names, by the beginning of a word; nothing if nothing is expected.

    >>> share_named(["rinse|hose", "towel"], "Hosed down and dried.")
    0.5
    """
    named = [
        any(re.search(rf"\b{re.escape(word.strip())}", said, re.I) for word in each.split("|")) for each in expected
    ]
    return sum(named) / len(named) if named else None


def read_wanted(places: Iterable[str | Path]) -> list[WantedSteps]:
    """The instructions of files, or of all files of folders."""
    return [
        WantedSteps(
            each["text"], tuple(each["key_steps"]), tuple(each.get("nonsense", ())), tuple(each.get("tools", ()))
        )
        for file in toml_files(places)
        for each in read_toml(file, _SHAPE, "file of instructions", most=MAX_BYTES)["instruction"]
    ]


def read_outside(places: Iterable[str | Path]) -> list[str]:
    """The instructions of files of which no answer is expected."""
    shape = {"instruction": AtLeastOne({"id": _LINE, "text": _LINE, Optional("domain"): _LINE})}
    return [
        each["text"]
        for file in toml_files(places)
        for each in read_toml(file, shape, "file of instructions", most=MAX_BYTES)["instruction"]
    ]


def scores(finder: Finder, wanted: Iterable[WantedSteps]) -> list[float]:
    """For each instruction how likely its best good answer is held to be, ascending; 0 where there is none."""
    found = []
    for each in wanted:
        ranked = finder.find(read_phrase(each.text), count=len(finder.collection.entries))
        found.append(max((one.probability for one in ranked if each.is_met_by(one.entry)), default=0.0))
    return sorted(round(score, 4) for score in found)

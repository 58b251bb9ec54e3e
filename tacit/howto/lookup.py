"""Look things up both ways: what a tool is for, and what an instruction needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tacit.howto.phrases import content_words
from tacit.howto.task import HowTo


@dataclass(frozen=True, slots=True)
class Use:
    """An instruction that needs something, and under which name."""

    do: str
    needs: str
    domain: str

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {"do": self.do, "needs": self.needs, "domain": self.domain}


def uses_of(entries: Sequence[HowTo], thing: str) -> list[Use]:
    """What a tool or material is for: the instructions that need it, those first that name it most plainly.

    >>> wash = HowTo("wash the dog", ("Wet it.",), tools=("non-slip mat", "towels"))
    >>> [use.do for use in uses_of([wash], "towel")]
    ['wash the dog']
    """
    wanted = set(content_words(thing))
    found = []
    for entry in entries:
        for item in (*entry.tools, *entry.materials):
            words = content_words(item)
            if wanted and wanted <= set(words):
                found.append((len(words), Use(entry.do, item, entry.domain)))
                break
    return [use for _, use in sorted(found, key=lambda pair: (pair[0], pair[1].do))]

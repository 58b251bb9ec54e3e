"""What attacks count, and how long they may go on."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from pathlib import Path

HANG = 60.0
"""Seconds after which something hangs; every attack is tiny."""
HARMS = ("crashed", "hung", "lost", "leaked")


@dataclass
class Tally:
    """How often something was tried, and what it did."""

    name: str
    tried: int = 0
    crashed: int = 0
    hung: int = 0
    lost: int = 0
    leaked: int = 0
    remark: str = ""
    findings: list[str] = field(default_factory=list)

    def count(self, harm: str, what: str) -> None:
        """One more attempt; `harm` is empty where all went well."""
        self.tried += 1
        if harm:
            self.add(harm, what)

    def add(self, harm: str, what: str) -> None:
        """A harm that was found after the attempts were counted."""
        setattr(self, harm, getattr(self, harm) + 1)
        self.findings.append(f"{self.name}: {harm}: {what[:2000]}")

    @property
    def harms(self) -> int:
        """All that must not happen."""
        return sum(getattr(self, harm) for harm in HARMS)


@dataclass
class Attempt:
    """One attack's time, place and chance."""

    seconds: float
    scratch: Path
    chance: random.Random

    def __post_init__(self) -> None:
        self.scratch.mkdir(parents=True, exist_ok=True)
        self._until: float | None = None

    @property
    def goes_on(self) -> bool:
        """Is there time left? It counts from the first time that this is asked, when all is prepared."""
        if self._until is None:
            self._until = time.monotonic() + self.seconds
        return time.monotonic() < self._until


def flaw(message: str) -> str:
    """What is wrong with an error message, if anything."""
    if not message.strip():
        return "an error without a sentence"
    if len(message) > 1100:
        return f"a message of {len(message)} characters"
    if "Traceback" in message:
        return "a traceback"
    return ""

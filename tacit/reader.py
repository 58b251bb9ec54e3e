"""All capabilities on one text."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tacit.capability import Capability, Section
from tacit.documents import Document
from tacit.errors import UsageError

CAPABILITIES: dict[str, str] = {
    "language": "tacit.language.capability:Language",
    "scenarios": "tacit.scenarios.capability:Scenarios",
}
"""Name and place of each capability, in the order they read. This is the plug-in point: one line each."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A document with everything that was read into it, and a section from each capability."""

    document: Document
    sections: tuple[Section, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {"document": self.document.to_dict(), "sections": [section.to_dict() for section in self.sections]}


def read(
    text: str | Document,
    *,
    only: Sequence[str] | None = None,
    on_step: Callable[[str], None] | None = None,
) -> Reading:
    """Read a text with all capabilities, or with those named in `only`.

    `on_step` is told the name of each capability before it starts.
    """
    document = Document(text) if isinstance(text, str) else text
    names = list(CAPABILITIES) if only is None else list(only)
    sections = []
    for name in names:
        capability = capability_named(name)
        if on_step is not None:
            on_step(name)
        document = capability.annotate(document)
        sections.append(capability.section(document))
    return Reading(document, tuple(sections))


@cache
def capability_named(name: str) -> Capability:
    """One capability, created at first use and kept, so that models load once."""
    if name not in CAPABILITIES:
        raise UsageError(f"there is no capability {name!r}; there are {', '.join(CAPABILITIES)}")
    module, _, attribute = CAPABILITIES[name].partition(":")
    capability: Capability = getattr(importlib.import_module(module), attribute)()
    return capability

"""All capabilities on one text: what kind of text it is decides which of them read it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tacit.capability import Capability, Facts, Section
from tacit.documents import Document
from tacit.errors import DocumentError, MissingBackboneError, MissingExtraError, UsageError
from tacit.formats.layout import prose
from tacit.kinds import INSTRUCTIONS, MIXED, STORY, KindOfText, kind_of
from tacit.values import part
from tacit.views import Views

CAPABILITIES: dict[str, str] = {
    "language": "tacit.language.capability:Language",
    "scenarios": "tacit.scenarios.capability:Scenarios",
    "scripts": "tacit.scripts.capability:Scripts",
    "endings": "tacit.endings.capability:Endings",
    "steps": "tacit.steps.capability:Steps",
    "clarifications": "tacit.clarifications.capability:Clarifications",
}
"""Name and place of each capability, in the order they read. This is the plug-in point: one line each."""

FITS: dict[str, tuple[str, ...]] = {
    "scenarios": (STORY, INSTRUCTIONS, MIXED),
    "scripts": (STORY, INSTRUCTIONS, MIXED),
    "endings": (STORY, MIXED),
    "steps": (INSTRUCTIONS, MIXED),
    "clarifications": (INSTRUCTIONS, MIXED),
}
"""The kinds of text that a capability is for; what does not stand here reads every text."""

TITLE = "What kind of text it is"

LONGEST = 30_000
"""Characters of a text that the command line and the page read unless told otherwise: some minutes of work."""


@dataclass(frozen=True, slots=True, repr=False)
class Reading(Views):
    """A document with everything that was read into it, and a section from each capability; `kind` if it was asked.

    >>> reading = Reading(Document("Ann sat down."), (), "story")
    >>> reading
    <Reading (story): 'Ann sat down.'>
    >>> reading.events
    <events (0)>
    >>> Reading.from_dict(reading.to_dict()) == reading
    True
    """

    sections: tuple[Section, ...]
    kind: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {
            "kind": self.kind,
            "document": self.document.to_dict(),
            "sections": [section.to_dict() for section in self.sections],
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Reading:
        """The inverse of `to_dict`; raises `DocumentError` for anything that is not such an object."""
        try:
            sections = tuple(map(Section.from_dict, part(plain, "sections", list)))
            return cls(Document.from_dict(part(plain, "document", dict)), sections, part(plain, "kind", str))
        except TypeError as error:
            raise DocumentError(f"not a reading: {error}") from None

    def _repr_html_(self) -> str:
        """The page of the reading in a frame, for notebooks."""
        # By name, as a capability is: reports know readings, and not the other way round.
        embedded: str = importlib.import_module("tacit.report.pages").embedded(self)
        return embedded

    def _title(self) -> str:
        return f"Reading ({self.kind})" if self.kind else "Reading"


def read(
    text: str | Document,
    *,
    only: Sequence[str] | None = None,
    on_step: Callable[[str], None] | None = None,
) -> Reading:
    """Read a text with the capabilities that fit its kind, or with those named in `only`.

    `on_step` is told the name of each capability before it starts. What needs a part that is not installed is left
    out, with a section that says so, unless it was asked for by name.
    """
    document = Document(text) if isinstance(text, str) else text
    kind, names, sections = "", only, []
    if names is None:
        found = kind_of(prose(document))
        kind, names, sections = found.kind, fitting(found.kind), [_kind_section(found)]
    for name in names:
        _check_known(name)
    for name in names:
        if on_step is not None:
            on_step(name)
        try:
            capability = capability_named(name)
            document = capability.annotate(document)
            sections.append(capability.section(document))
        except (MissingBackboneError, MissingExtraError) as error:
            if only is not None:
                raise
            sections.append(Section(name.capitalize(), (Facts(((str(error), "not read:"),)),)))
    return Reading(document, tuple(sections), kind)


def fitting(kind: str) -> list[str]:
    """The names of the capabilities that read a text of this kind."""
    return [name for name in CAPABILITIES if kind in FITS.get(name, (kind,))]


def _kind_section(found: KindOfText) -> Section:
    shares = tuple((name, f"{share:.0%}") for name, share in found.probabilities.items())
    return Section(TITLE, (Facts((("", found.kind), *shares)),))


@cache
def capability_named(name: str) -> Capability:
    """One capability, created at first use and kept, so that models load once."""
    _check_known(name)
    module, _, attribute = CAPABILITIES[name].partition(":")
    capability: Capability = getattr(importlib.import_module(module), attribute)()
    return capability


def _check_known(name: str) -> None:
    if name not in CAPABILITIES:
        raise UsageError(f"there is no capability {name!r}; there are {', '.join(CAPABILITIES)}")

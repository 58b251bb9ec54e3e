"""A few chains by which germinators are checked."""

from __future__ import annotations

from tacit.schemas.systems.germinators import germinator_named
from tacit.schemas.task import Slot
from tacit.self_checks import expect

_CRIME = tuple(Slot(verb, "SUBJ") for verb in ("rob", "flee", "hide", "confess", "repent", "weep"))
_MUSIC = tuple(Slot(verb, "SUBJ") for verb in ("sing", "dance", "bow", "smile", "rehearse", "travel"))
_CHAINS = [
    (kind, events[: number % 6] + events[number % 6 + 1 :])
    for number in range(40)
    for kind, events in (("man", _CRIME), ("woman", _MUSIC))
]


def check(name: str) -> None:
    """A germinator must keep two stories apart."""
    schemas = germinator_named(name).fit(_CHAINS).schemas_
    expect(any("rob" in schema.events and "flee" in schema.events for schema in schemas), "no schema of a robbery")

"""A few chains by which each system is checked."""

from __future__ import annotations

import numpy as np

from tacit import systems
from tacit.cloze.task import EventChain, Gap
from tacit.schemas.task import Slot
from tacit.self_checks import expect

_CRIME = tuple(Slot(verb, "SUBJ") for verb in ("rob", "flee", "hide", "confess", "repent", "weep"))
_MUSIC = tuple(Slot(verb, "SUBJ") for verb in ("sing", "dance", "bow", "smile", "rehearse", "travel"))
_CHAINS = [
    EventChain(f"text-{number}", kind, events[: number % 6] + events[number % 6 + 1 :])
    for number in range(40)
    for kind, events in (("man", _CRIME), ("woman", _MUSIC))
]


def check(name: str) -> None:
    """A system must prefer the event of the right story."""
    system = systems.system_named("cloze", name).create()
    system.fit(_CHAINS)
    scores = system.scores(Gap(_CRIME[:1], _CRIME[2:], "man"))
    expect(len(scores) == len(system.events) and np.isfinite(scores).all(), f"scores that are no numbers: {scores}")
    if name != "frequency":
        expect(scores[system.events[_CRIME[1]]] > scores[system.events[_MUSIC[1]]], "a singer would do as a robber")

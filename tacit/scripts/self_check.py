"""A tiny script by which each system is checked."""

from __future__ import annotations

from tacit.scripts.task import Script, ScriptEvent
from tacit.scripts.train import create
from tacit.self_checks import expect

_EVENTS = tuple(ScriptEvent(name, {}) for name in ("boil water", "take bag", "pour water", "drink tea"))
_TEA = Script("making tea", _EVENTS, ((0, 1, 2, 3), (1, 0, 2, 3), (0, 2, 3), (0, 1, 2)) * 3)


def check(name: str) -> None:
    """All events that are not told must be proposed, the likeliest first."""
    proposals = create(name).fit([_TEA]).propose(_TEA, [0, 3])
    expect({each.event for each in proposals} == {1, 2}, f"proposed {proposals} where two events are missing")
    expect(proposals[0].probability >= proposals[1].probability, "the likeliest event does not stand first")

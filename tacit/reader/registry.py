"""Which capabilities there are, what each one says of itself, and in which order they read."""

from __future__ import annotations

import importlib
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from tacit.capability import Section
from tacit.documents import Document, Layer
from tacit.errors import UsageError

if TYPE_CHECKING:
    from tacit.language.analysed import Analysed
    from tacit.llm import Model

CAPABILITIES: dict[str, str] = {
    "language": "tacit.language.capability:Language",
    "scenarios": "tacit.scenarios.capability:Scenarios",
    "scripts": "tacit.scripts.capability:Scripts",
    "endings": "tacit.endings.capability:Endings",
    "steps": "tacit.steps.capability:Steps",
    "clarifications": "tacit.linter.capability:Clarifications",
}
"""Name and place of each capability; they read in this order, but after those whose layers they need.

This is the plug-in point: one line each.
"""


class Capability(Protocol):
    """One way to read a text: `annotate` finds layers, `section` shows what they say.

    `fits` are the kinds of text that it is for, `needs` the layers that must be there before it reads, `adds` those
    that it may find. The parse of the text needs no mention: it is there for all, and is made once. One that can ask a
    language model has `asking(model, share)`, which returns another capability.
    """

    name: str
    fits: tuple[str, ...]
    needs: tuple[str, ...]
    adds: tuple[str, ...]

    def annotate(self, text: Analysed) -> Iterable[Layer]:
        """What it finds in the text, as layers."""
        ...

    def section(self, document: Document) -> Section:
        """What those layers of a document say, for a person."""
        ...


@cache
def capability_named(name: str) -> Capability:
    """One capability, created at first use and kept, so that models load once."""
    check_known([name])
    module, _, attribute = CAPABILITIES[name].partition(":")
    capability: Capability = getattr(importlib.import_module(module), attribute)()
    return capability


def asking(capability: Capability, model: Model, ask: float) -> Capability:
    """A capability with a language model's word on the share that it is least certain of; one that cannot be asked
    stays as it is."""
    made: Capability = getattr(capability, "asking", lambda *_: capability)(model, ask)
    return made


@cache
def covering(name: str, coverage: float) -> Capability:
    """The capability with a promise: what it names holds what is right so often. One that makes none stays as it is."""
    capability = capability_named(name)
    promising = getattr(capability, "covering", None)
    return promising(coverage) if promising is not None else capability


def check_known(names: Iterable[str]) -> None:
    """Raise the error that says which capability was probably meant, and which there are."""
    for name in names:
        if name not in CAPABILITIES:
            near = get_close_matches(name.lower(), CAPABILITIES, n=1)
            meant = f"did you mean {near[0]!r}? " if near else ""
            raise UsageError(f"there is no capability {name!r}; {meant}there are {', '.join(CAPABILITIES)}")


def fitting(kind: str) -> list[str]:
    """The names of the capabilities that read a text of this kind."""
    return [name for name in CAPABILITIES if kind in capability_named(name).fits]


def adder_of(layer: str) -> str | None:
    """The first capability that adds a layer."""
    return next((name for name in CAPABILITIES if layer in capability_named(name).adds), None)


def overview() -> list[dict[str, Any]]:
    """What each capability says of itself, as plain JSON with stable keys; `after` are those that add what it needs."""
    return [
        {
            "name": name,
            "fits": list(capability.fits),
            "needs": list(capability.needs),
            "adds": list(capability.adds),
            "after": list(dict.fromkeys(filter(None, map(adder_of, capability.needs)))),
        }
        for name, capability in ((name, capability_named(name)) for name in CAPABILITIES)
    ]


def in_order(names: Collection[str], present: Collection[str] = ()) -> list[str]:
    """Capabilities in the order in which they can read, with those that add what they need and is not `present`.

    A layer that a document has is not made anew, unless who adds it was asked for as well.
    """
    check_known(names)
    order: list[str] = []
    for name in sorted(names, key=list(CAPABILITIES).index):
        _place(name, frozenset(names), present, order, ())
    return order


def _place(
    name: str, asked: frozenset[str], present: Collection[str], order: list[str], above: tuple[str, ...]
) -> None:
    """Put a capability into the order, after those that it needs."""
    if name in order:
        return
    if name in above:
        raise UsageError(f"the capabilities {', '.join(above[above.index(name) :])} need each other's layers")
    for layer in capability_named(name).needs:
        adder = adder_of(layer)
        if layer in present and adder not in asked:
            continue
        if adder is None:
            raise UsageError(f"{name} needs the layer {layer!r}, which the document lacks and no capability adds")
        _place(adder, asked, present, order, (*above, name))
    order.append(name)

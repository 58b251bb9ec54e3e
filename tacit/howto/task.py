"""An entry of the collection: one everyday instruction and how it is carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class HowTo:
    """One instruction with its concrete steps, tools, materials, sign of success and cautions.

    `also` are other ways to say it, `unlike` what sounds alike and is something else, `thing` what is acted on, and
    `like` other things for which the very same steps are right.
    """

    do: str
    steps: tuple[str, ...]
    also: tuple[str, ...] = ()
    unlike: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    materials: tuple[str, ...] = ()
    done: str = ""
    caution: tuple[str, ...] = ()
    thing: str = ""
    like: tuple[str, ...] = ()
    domain: str = ""
    writer: str = ""

    @property
    def wordings(self) -> tuple[str, ...]:
        """All ways to say it, the plainest first."""
        return (self.do, *self.also)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with the names that the files use; what is empty is left out."""
        plain = {name: getattr(self, own) for name, own in FIELDS.items()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items() if value}

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> HowTo:
        """The inverse of `to_dict`, of an object whose shape was checked."""
        found: dict[str, Any] = {own: plain[name] for name, own in FIELDS.items() if name in plain}
        for own, value in found.items():
            found[own] = tuple(value) if isinstance(value, list) else value
        return cls(**found)


FIELDS = {
    "do": "do",
    "also": "also",
    "not": "unlike",
    "tools": "tools",
    "materials": "materials",
    "steps": "steps",
    "done": "done",
    "caution": "caution",
    "object": "thing",
    "like": "like",
    "domain": "domain",
    "writer": "writer",
}
"""What a file calls each field."""

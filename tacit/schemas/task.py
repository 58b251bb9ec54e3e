"""Narrative schemas: events tied by the participants they share, and how they are written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tacit.frames import FrameKind, frame
from tacit.notebooks import shown

ROLES = ("SUBJ", "OBJ", "PREP")


class Slot(NamedTuple):
    """A grammatical place of an event: the object of *arrest*."""

    verb: str
    role: str


@dataclass(frozen=True, slots=True)
class Chain:
    """Slots that one participant fills, and the types of participant that do, with their weights."""

    slots: tuple[Slot, ...]
    types: Mapping[str, float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {"slots": [list(slot) for slot in self.slots], "types": dict(self.types)}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Chain:
        """The inverse of `to_dict`."""
        return cls(tuple(Slot(verb, role) for verb, role in plain["slots"]), dict(plain["types"]))


@dataclass(frozen=True, slots=True)
class Schema:
    """Events in the order in which they joined, the score of each when it did, the chains, and where it is found.

    `attested` are the slots of its events that the corpus fills at all; those in no chain are attested but unlinked.
    `documents` are ids of documents that support it, the best first. `name` is what somebody calls it in plain English.
    `support` is how many documents tie two of its events by one participant, `quality` the share of its pairs of events
    that several documents tie so: near 1 the events belong to one story, near 0 they are noise.
    """

    events: tuple[str, ...]
    scores: tuple[float, ...]
    chains: tuple[Chain, ...]
    attested: tuple[Slot, ...] = ()
    documents: tuple[str, ...] = ()
    name: str = ""
    support: int = 0
    quality: float = 0.0

    def _repr_html_(self) -> str:
        """A drawing, for notebooks."""
        return shown("schema", self)

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A data frame with a row for each event; in the columns of slots stands the number of the chain in them.

        >>> schema = Schema(("arrest", "charge"), (1.0, 0.5), (Chain((Slot("arrest", "OBJ"), Slot("charge", "OBJ"))),))
        >>> schema.to_frame()["OBJ"].tolist()
        [1, 1]
        """
        chain_of = {slot: place for place, chain in enumerate(self.chains, 1) for slot in chain.slots}
        slots = {role: [chain_of.get(Slot(verb, role)) for verb in self.events] for role in ROLES}
        return frame({"event": self.events, "score": self.scores, **slots}, kind)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            **({"name": self.name} if self.name else {}),
            "events": list(self.events),
            "scores": list(self.scores),
            "chains": [chain.to_dict() for chain in self.chains],
            "attested": [list(slot) for slot in self.attested],
            "documents": list(self.documents),
            "support": self.support,
            "quality": self.quality,
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Schema:
        """The inverse of `to_dict`."""
        return cls(
            tuple(plain["events"]),
            tuple(plain["scores"]),
            tuple(Chain.from_dict(chain) for chain in plain["chains"]),
            tuple(Slot(verb, role) for verb, role in plain.get("attested", ())),
            tuple(plain.get("documents", ())),
            plain.get("name", ""),
            plain.get("support", 0),
            plain.get("quality", 0.0),
        )

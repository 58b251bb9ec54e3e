"""What a script is: the events that a scenario typically consists of, and how its tellings order and combine them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, TypeAlias

from tacit.documents import Span
from tacit.frames import FrameKind, frame
from tacit.learning.parameters import WithParameters
from tacit.notebooks import shown

MAX_EVENTS = 200
"""Events a script may have; counting how they follow each other takes the cube of it."""
Telling: TypeAlias = tuple[int, ...]
"""The events that one text tells, by their number in the script, in the text's order; an event may come again."""


class Form(NamedTuple):
    """One way to word an event: a verb with particle, the head of its object, and a preposition with its noun.

    >>> Form("put", "cake", "into oven").phrase
    'put cake into oven'
    """

    verb: str
    object: str = ""
    oblique: str = ""

    @property
    def phrase(self) -> str:
        """Its words in a row."""
        return " ".join(word for word in self if word)


class EventMention(NamedTuple):
    """An event as a text tells it; `label` is the gold event type, where the text has one.

    `participants` are (slot, noun lemma) pairs; `denied` holds for what the text says did not or might happen. `words`
    are the places of a verb and its particle, which need not stand together; nothing where the verb has none.
    """

    form: Form
    span: Span
    participants: tuple[tuple[str, str], ...] = ()
    denied: bool = False
    label: str = ""
    words: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptEvent:
    """One event of a script with its wordings and participants, each with how often it was seen.

    `participants` maps a slot ('SUBJ', 'OBJ', 'PREP:with') to the nouns in it. `label` is the gold event type that
    the event was learnt from, where texts had one.

    An event that a person wrote has an `id`, a role (`who`) that does it with `props`, how `usual` it is ('always',
    'mostly', 'sometimes'), the ids of events it comes `after`, `implies` or may stand `instead_of`, `substeps` for a
    beginner, and `wordings` by which texts mention it.
    """

    name: str
    forms: Mapping[Form, int] = field(default_factory=dict)
    participants: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    label: str = ""
    id: str = ""
    who: str = ""
    props: tuple[str, ...] = ()
    usual: str = ""
    after: tuple[str, ...] = ()
    implies: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()
    substeps: tuple[str, ...] = ()
    wordings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """What happens in a scenario: its events in their typical order, and the texts that it was learnt from.

    Nothing of these texts is kept but which events each tells, in which order. `others` are wordings of what else
    they tell, so that a reader can say that something is no event of the script.

    A script that a person wrote also says what the scenario is for, who and what takes part, which variants it has,
    what goes wrong now and then and what it is a part of.
    """

    scenario: str
    events: tuple[ScriptEvent, ...]
    tellings: tuple[Telling, ...] = ()
    others: Mapping[Form, int] = field(default_factory=dict)
    purpose: str = ""
    roles: Mapping[str, str] = field(default_factory=dict)
    props: Mapping[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    goes_wrong: tuple[str, ...] = ()
    part_of: tuple[str, ...] = ()
    writer: str = ""
    reviewer: str = ""

    @property
    def is_written(self) -> bool:
        """Did a person write it, rather than a program learn it?"""
        return bool(self.purpose)

    def _repr_html_(self) -> str:
        """A graph, for notebooks."""
        return shown("script", self)

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A data frame with a row for each event, in typical order."""
        rows = [(each.name, each.who, each.usual, count, share) for each, count, share in
                zip(self.events, self.counts(), self.shares(), strict=True)]  # fmt: skip
        names = ("event", "who", "usual", "texts", "share")
        return frame({name: [row[place] for row in rows] for place, name in enumerate(names)}, kind)

    def numbers(self) -> dict[str, int]:
        """The number of each event that has an id."""
        return {event.id: number for number, event in enumerate(self.events) if event.id}

    def counts(self) -> list[int]:
        """For each event the number of texts that tell it."""
        told = Counter(event for telling in self.tellings for event in set(telling))
        return [told[event] for event in range(len(self.events))]

    def shares(self) -> list[float]:
        """For each event the share of texts that tell it."""
        return [count / max(1, len(self.tellings)) for count in self.counts()]


class Proposal(NamedTuple):
    """An event, by its number, that a text leaves out, and how likely it belongs there: all proposals sum to one."""

    event: int
    probability: float


class OmissionSystem(WithParameters, ABC):
    """One way to propose which events of a script a text leaves out. The constructor only stores options."""

    name: ClassVar[str]

    @abstractmethod
    def fit(self, scripts: Sequence[Script]) -> OmissionSystem:
        """Learn what holds for all scripts, and return the system itself."""

    @abstractmethod
    def propose(self, script: Script, told: Sequence[int]) -> list[Proposal]:
        """The events that are not among those told, the likeliest first."""

    def propose_many(self, cases: Sequence[tuple[Script, Sequence[int]]]) -> list[list[Proposal]]:
        """The same for many scripts with what is told; one that asks somebody else asks about all of them at once."""
        return [self.propose(script, told) for script, told in cases]

    def weights(self) -> dict[str, float]:
        """What `fit` has learnt, as plain numbers."""
        return {}

    def restore(self, weights: Mapping[str, float]) -> OmissionSystem:
        """The inverse of `weights`."""
        return self

"""What an event is: a verb, how it is asserted, and the participants in its slots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

SUBJ, OBJ, PREP = "SUBJ", "OBJ", "PREP"

IMPLIED = -1
"""The head token of a participant that the text does not mention: whom an imperative addresses."""


class Participant(NamedTuple):
    """Someone or something that takes part in an event: a noun phrase or pronoun, or the implied 'you'.

    `start` and `end` are a token range without relative clauses, appositions and further conjuncts. `number` is
    'singular', 'plural' or ''; `gender` 'feminine', 'masculine', 'neuter' or ''; `person` is '' for nouns and
    names and else the class of the pronoun: 'first', 'second', 'third', 'reflexive', 'indefinite',
    'demonstrative' or 'question'.
    """

    head: int
    start: int
    end: int
    lemma: str
    entity: str = ""
    number: str = ""
    gender: str = ""
    person: str = ""

    @property
    def implied(self) -> bool:
        """Is it not in the text?"""
        return self.head == IMPLIED

    @property
    def pronoun(self) -> bool:
        """Is it a pronoun, or the implied 'you'?"""
        return bool(self.person)


ADDRESSEE = Participant(IMPLIED, 0, 0, "you", person="second")


class EventSlot(NamedTuple):
    """A grammatical place of an event and who fills it; only PREP has a preposition.

    >>> EventSlot("PREP", ADDRESSEE, "with").name
    'PREP:with'
    """

    role: str
    participant: Participant
    preposition: str = ""

    @property
    def name(self) -> str:
        """The role, with its preposition."""
        return f"{self.role}:{self.preposition}" if self.preposition else self.role


class Event(NamedTuple):
    """A verb with its participants; a place filled by several participants gives several slots.

    `lemma` has the particle joined on ('pick up'); `modality` is a modal or a verb of wanting and trying that
    governs this one ('can', 'want to'), or ''.
    """

    verb: int
    lemma: str
    slots: tuple[EventSlot, ...] = ()
    particle: int | None = None
    negated: bool = False
    modality: str = ""
    imperative: bool = False

    def fillers(self, name: str) -> list[Participant]:
        """The participants of one slot, by its name ('SUBJ', 'PREP:with') or role alone ('PREP')."""
        return [slot.participant for slot in self.slots if name in (slot.role, slot.name)]


@dataclass(frozen=True)
class EventOptions:
    """What counts as an event.

    `copulas`: *the soup was cold* gives 'be cold', *Ann is a cook* gives 'be' with the predicate as OBJ.
    `light_verbs`: *took a bath* gives 'take bath' instead of 'take' with OBJ bath.
    `implied_addressee`: an imperative has the participant 'you' as SUBJ.
    """

    copulas: bool = False
    light_verbs: bool = False
    implied_addressee: bool = True

"""The clause: a verb and the head tokens of all that takes part in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tacit.language.events import lexicon, verbs
from tacit.language.parse import Parse

NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "DET", "ADJ", "SYM"})
"""What can head a participant."""


@dataclass(slots=True)
class Clause:
    """A verb with its surface subject, objects and prepositional objects, those not spelled out included.

    `label` is the verb's relation to what it hangs on, `above` the clause that governs it. `receivers` are
    indirect objects, `obliques` prepositions with their objects, `stranded` prepositions without one.
    `antecedent` is the noun that a relative clause describes; `gap` the same while its place is not yet found.
    """

    verb: int
    label: str
    above: Clause | None
    passive: bool = False
    imperative: bool = False
    negated: bool = False
    modality: str = ""
    own_subject: bool = False
    subjects: list[int] = field(default_factory=list)
    objects: list[int] = field(default_factory=list)
    receivers: list[int] = field(default_factory=list)
    agents: list[int] = field(default_factory=list)
    obliques: list[tuple[str, int]] = field(default_factory=list)
    stranded: list[int] = field(default_factory=list)
    antecedent: int | None = None
    gap: int | None = None

    def governs_directly(self, parse: Parse, other: Clause) -> bool:
        """Does the other clause's verb hang on this one's?"""
        return parse.heads[other.verb] == self.verb

    def fill_stranded(self, parse: Parse, token: int) -> None:
        """Give the last stranded preposition its object."""
        self.obliques.append((parse.words[self.stranded.pop()].lower(), token))

    def misses_object(self, parse: Parse, noun: int) -> bool:
        """Could this noun be the object that the verb lacks?"""
        return not (
            self.objects
            or self.passive
            or verbs.is_copula(parse, self.verb)
            or parse.lemmas[self.verb] in lexicon.INTRANSITIVES
            or parse.lemmas[noun].lower() in lexicon.NO_GAP_NOUNS
        )

"""Partial entities: clusters that grow while rules link mentions, with all that their mentions say."""

from __future__ import annotations

from tacit.language.coreference.features.attributes import Attributes, MentionKind


class Entities:
    """A partition of the mentions; each cluster pools the attributes of its mentions.

    Pooling is what makes the rules entity-centric: once "Ann Lee" and "she" are one, a later "he" fits neither.
    """

    def __init__(self, table: Attributes) -> None:
        self.table = table
        self._entity = list(range(len(table)))
        self._first = list(range(len(table)))
        self.members = [[index] for index in range(len(table))]
        self.words = [set(content) for content in table.contents]
        self.heads = [set() if table.is_pronoun(index) else {table.heads[index]} for index in range(len(table))]
        self._named = [kind == MentionKind.PROPER for kind in table.kinds]
        self._traits = [self._traits_of(index) for index in range(len(table))]

    def of(self, mention: int) -> int:
        """The entity of a mention."""
        return self._entity[mention]

    def is_first(self, mention: int) -> bool:
        """Is the mention the first of its entity? Only that one looks for an antecedent."""
        return self._first[self._entity[mention]] == mention

    def link(self, mention: int, antecedent: int) -> None:
        """Make the entities of both mentions one."""
        lost, kept = self._entity[mention], self._entity[antecedent]
        if lost == kept:
            return
        for member in self.members[lost]:
            self._entity[member] = kept
        self.members[kept] += self.members[lost]
        self.members[lost] = []
        self._first[kept] = min(self._first[kept], self._first[lost])
        self.words[kept] |= self.words[lost]
        self.heads[kept] |= self.heads[lost]
        self._named[kept] = self._named[kept] or self._named[lost]
        for mine, others in zip(self._traits[kept], self._traits[lost], strict=True):
            mine |= others

    def agree(self, mention: int, antecedent: int) -> bool:
        """Do number, gender, animacy and entity type of both entities have a value in common, or none at all?"""
        one, other = self._traits[self._entity[mention]], self._traits[self._entity[antecedent]]
        return all(not mine or not others or mine & others for mine, others in zip(one, other, strict=True))

    def has_name(self, mention: int) -> bool:
        """Does the entity of the mention have a proper name?"""
        return self._named[self._entity[mention]]

    def _traits_of(self, index: int) -> tuple[set[int], ...]:
        table = self.table
        values = (table.numbers[index], table.genders[index], table.animacies[index], table.entities[index])
        return tuple({value} if value else set() for value in values)

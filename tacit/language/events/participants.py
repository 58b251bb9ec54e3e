"""Noun phrases as participants: their extent, number, gender and kind."""

from __future__ import annotations

from tacit.language.events.lexicon import (
    FEMININE,
    MASCULINE,
    NEUTER,
    PERSON_CLASS,
    PLURAL_PRONOUNS,
    SINGULAR_PRONOUNS,
)
from tacit.language.events.model import ADDRESSEE, IMPLIED, Participant
from tacit.language.parse import Parse

_OUTSIDE = frozenset({"relcl", "acl", "conj", "cc", "preconj", "appos", "punct", "advcl", "parataxis", "ccomp", "dep",
                      "meta", "intj", "neg", "aux", "xcomp", "csubj", "nsubj"})  # fmt: skip
_PERSON_TITLES = {"mr", "mr.", "sir", "lord", "father", "brother", "uncle", "king", "prince"}
_LADY_TITLES = {"mrs", "mrs.", "ms", "ms.", "miss", "lady", "sister", "aunt", "queen", "princess", "madam"}


class Participants:
    """Makes the participant of a head token, once."""

    def __init__(self, parse: Parse) -> None:
        self.parse = parse
        self._made: dict[int, Participant] = {IMPLIED: ADDRESSEE}

    def of(self, head: int) -> Participant:
        """The participant whose head token this is."""
        made = self._made.get(head)
        if made is None:
            made = self._made[head] = self._make(head)
        return made

    def _make(self, head: int) -> Participant:
        parse = self.parse
        start, end = self.extent(head)
        word = parse.words[head].lower()
        person = self._person(head, word)
        lemma = word if person else parse.lemmas[head]
        return Participant(
            head,
            start,
            end,
            lemma if parse.pos[head] == "PROPN" else lemma.lower(),
            parse.entity_of[head],
            self._number(head, word),
            self._gender(head, word),
            person,
        )

    def extent(self, head: int) -> tuple[int, int]:
        """The token range of the noun phrase, without relative clauses, appositions and other conjuncts."""
        parse = self.parse
        first = last = head
        waiting = [head]
        while waiting:
            for child in parse.children[waiting.pop()]:
                if parse.deps[child] in _OUTSIDE:
                    continue
                first, last = min(first, child), max(last, child)
                waiting.append(child)
        return first, last + 1

    def _person(self, head: int, word: str) -> str:
        if self.parse.pos[head] not in ("PRON", "DET"):
            return ""
        return PERSON_CLASS.get(word, "indefinite")

    def _number(self, head: int, word: str) -> str:
        tag = self.parse.tags[head]
        if tag in ("NNS", "NNPS") or word in PLURAL_PRONOUNS:
            return "plural"
        if tag in ("NN", "NNP") or word in SINGULAR_PRONOUNS:
            return "singular"
        return ""

    def _gender(self, head: int, word: str) -> str:
        parse = self.parse
        lemma = parse.lemmas[head].lower()
        if word in FEMININE or lemma in FEMININE:
            return "feminine"
        if word in MASCULINE or lemma in MASCULINE:
            return "masculine"
        if word in NEUTER:
            return "neuter"
        for child in parse.children[head]:
            if parse.deps[child] == "compound":
                title = parse.words[child].lower()
                if title in _LADY_TITLES:
                    return "feminine"
                if title in _PERSON_TITLES:
                    return "masculine"
        return ""

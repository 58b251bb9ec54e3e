"""Who does what in each clause, worked out from the root of a sentence downwards.

A clause whose subject or object is not spelled out takes it from the clause or noun above it: shared subjects
in coordination, controlled infinitives, participles, relative clauses. As the clause above is always ready
first, no rule has to look twice or recurse.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tacit.language.events import lexicon, verbs
from tacit.language.events.model import IMPLIED
from tacit.language.parse import Parse

_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "DET", "ADJ", "X", "SYM"})
_SUBJECTS = ("nsubj", "nsubjpass")


@dataclass(slots=True)
class Clause:
    """A verb with its surface subject and objects as head tokens, those that are not spelled out included."""

    verb: int
    passive: bool = False
    imperative: bool = False
    negated: bool = False
    modality: str = ""
    subjects: list[int] = field(default_factory=list)
    objects: list[int] = field(default_factory=list)
    receivers: list[int] = field(default_factory=list)
    agents: list[int] = field(default_factory=list)
    obliques: list[tuple[str, int]] = field(default_factory=list)
    stranded: list[int] = field(default_factory=list)
    own_subject: bool = False
    antecedent: int | None = None
    gap: int | None = None


def top_down(parse: Parse) -> Iterator[int]:
    """All tokens, each after its head."""
    waiting = [token for token, head in enumerate(parse.heads) if head == token]
    for token in waiting:
        yield token
        waiting.extend(parse.children[token])


def find_clauses(parse: Parse) -> dict[int, Clause]:
    """The clauses of a text by their verb."""
    clauses: dict[int, Clause] = {}
    for token in top_down(parse):
        if verbs.is_clause(parse, token):
            clauses[token] = _Reader(parse, clauses, token).read()
    _share_arguments(parse, clauses)
    return clauses


class _Reader:
    """Reads one clause, given those above it."""

    def __init__(self, parse: Parse, clauses: dict[int, Clause], verb: int) -> None:
        self.parse = parse
        self.clauses = clauses
        self.verb = verb
        self.label = self._label()
        self.above = self._clause_above()
        self.clause = Clause(verb)

    def read(self) -> Clause:
        parse, clause = self.parse, self.clause
        clause.passive = verbs.is_passive(parse, self.verb)
        clause.negated = verbs.is_negated(parse, self.verb)
        clause.modality = verbs.modal(parse, self.verb)
        self._inherit_relative()
        self._read_arguments()
        if self.label == "conj":
            self._share_auxiliaries()
        self._fill_gap()
        if not clause.own_subject and not clause.subjects:
            self._supply_subject()
        if self.label in ("xcomp", "advcl"):
            self._inherit_modality()
        return clause

    def _label(self) -> str:
        """The verb's relation; 'a book to read' is no relative clause, though parsers call it one."""
        label = self.parse.deps[self.verb]
        infinitive = label == "relcl" and verbs.has_to(self.parse, self.verb)
        return "acl" if infinitive and not self.parse.dependents(self.verb, *_SUBJECTS) else label

    def _clause_above(self) -> Clause | None:
        """The nearest clause that governs this one."""
        token = self.verb
        while (head := self.parse.heads[token]) != token:
            if head in self.clauses:
                return self.clauses[head]
            token = head
        return None

    # what the clause says itself

    def _read_arguments(self) -> None:
        parse, clause = self.parse, self.clause
        for child in parse.children[self.verb]:
            label = parse.deps[child]
            if label in _SUBJECTS:
                clause.own_subject = True
                if not self._is_dummy(child):
                    clause.subjects += self._people(child)
            elif label in ("csubj", "csubjpass", "expl"):
                clause.own_subject = True
            elif label in ("dobj", "attr"):
                clause.objects += self._people(child)
            elif label in ("dative", "prep", "agent"):
                self._read_oblique(child, label)
        self._rescue_stranded()

    def _is_dummy(self, token: int) -> bool:
        parse = self.parse
        return parse.words[token].lower() == "it" and parse.lemmas[self.verb] in lexicon.WEATHER_AND_SEEMING

    def _read_oblique(self, child: int, label: str) -> None:
        parse, clause = self.parse, self.clause
        if parse.pos[child] in ("NOUN", "PROPN", "PRON", "NUM", "DET"):
            clause.receivers += self._people(child)
            return
        name, objects = self._prepositional(child)
        if label == "agent" or (name == "by" and clause.passive and label == "prep"):
            clause.agents += objects
        elif objects:
            clause.obliques += [(name, token) for token in objects]
        elif not parse.children[child] and child > self.verb:
            clause.stranded.append(child)

    def _prepositional(self, preposition: int) -> tuple[str, list[int]]:
        """The full name of a preposition ('out of') and its objects."""
        parse = self.parse
        name = parse.words[preposition].lower()
        objects: list[int] = []
        following: int | None = preposition
        while following is not None:
            current, following = following, None
            for child in parse.children[current]:
                if parse.deps[child] == "pobj":
                    objects += self._people(child)
                elif parse.deps[child] in ("prep", "pcomp", "fixed") and parse.pos[child] in ("ADP", "SCONJ", "PART"):
                    name += " " + parse.words[child].lower()
                    following = child
        return name, objects

    def _people(self, head: int) -> list[int]:
        """A noun and those coordinated with it; a relative pronoun gives its antecedent."""
        parse = self.parse
        found, waiting = [], [head]
        while waiting:
            token = waiting.pop(0)
            if parse.pos[token] in _NOMINAL:
                found.append(self._antecedent_of(token))
            waiting.extend(child for child in parse.children[token] if parse.deps[child] == "conj")
        return found

    def _antecedent_of(self, token: int) -> int:
        antecedent = self.clause.antecedent
        if antecedent is None or self.parse.words[token].lower() not in lexicon.RELATIVE_PRONOUNS:
            return token
        if not antecedent < token < self.verb:
            return token
        self.clause.gap = None
        return antecedent

    def _rescue_stranded(self) -> None:
        """'the book that I talked about', 'Who did you talk to?': the fronted word belongs to the preposition."""
        clause = self.clause
        if len(clause.stranded) != 1 or len(clause.objects) != 1:
            return
        preposition = clause.stranded[0]
        word = self.parse.words[preposition].lower()
        if clause.objects[0] < self.verb and word not in lexicon.FIRM_PARTICLES:
            clause.obliques.append((word, clause.objects.pop()))
            clause.stranded.clear()

    # relative clauses

    def _inherit_relative(self) -> None:
        parse, clause = self.parse, self.clause
        if self.label == "relcl":
            if parse.pos[parse.heads[self.verb]] not in _NOMINAL:
                return
            clause.antecedent = parse.heads[self.verb]
            clause.gap = clause.antecedent
            if any(parse.words[child].lower() in lexicon.RELATIVE_ADVERBS for child in self._fronted()):
                clause.gap = None
        elif self.label in ("xcomp", "ccomp") and self.above is not None and self.above.verb == parse.heads[self.verb]:
            clause.antecedent, clause.gap = self.above.antecedent, self.above.gap
            self.above.gap = None if clause.gap is not None else self.above.gap
        elif self.label == "conj" and self.above is not None:
            clause.antecedent = self.above.antecedent

    def _fronted(self) -> Iterator[int]:
        """The words before the verb that depend on it, and on those."""
        for child in self.parse.children[self.verb]:
            if child < self.verb:
                yield child
                yield from self.parse.children[child]

    def _fill_gap(self) -> None:
        """Put the antecedent of a relative clause without pronoun where something is missing."""
        parse, clause = self.parse, self.clause
        if clause.gap is None:
            return
        if not (clause.own_subject or verbs.has_to(parse, self.verb) or parse.tags[self.verb] == "VBG"):
            clause.subjects, clause.own_subject, clause.gap = [clause.gap], True, None
        elif clause.stranded:
            clause.obliques.append((parse.words[clause.stranded.pop()].lower(), clause.gap))
            clause.gap = None
        elif not self._passes_gap_down():
            if self._misses_object(clause.gap):
                clause.objects = [clause.gap]
            clause.gap = None

    def _passes_gap_down(self) -> bool:
        parse = self.parse
        return any(
            parse.deps[child] in ("xcomp", "ccomp") and child > self.verb and parse.pos[child] in ("VERB", "AUX")
            for child in parse.children[self.verb]
        )

    def _misses_object(self, noun: int) -> bool:
        parse, clause = self.parse, self.clause
        return not (
            clause.objects
            or clause.passive
            or verbs.is_copula(parse, self.verb)
            or parse.lemmas[self.verb] in lexicon.INTRANSITIVES
            or parse.lemmas[noun].lower() in lexicon.NO_GAP_NOUNS
        )

    # coordination

    def _share_auxiliaries(self) -> None:
        """'can't come and help', 'were washed and dried': the second verb shares voice, modal and negation."""
        parse, clause, first = self.parse, self.clause, self.above
        if first is None or clause.own_subject or verbs.auxiliaries(parse, self.verb):
            return
        tag = parse.tags[self.verb]
        if tag == "VBN" and first.passive and not clause.objects:
            clause.passive = True
        if tag == parse.tags[first.verb] and tag in ("VB", "VBN", "VBG") and not first.imperative:
            clause.modality = clause.modality or first.modality
            clause.negated = clause.negated or (first.negated and not self._contrasts(first.verb))

    def _contrasts(self, first: int) -> bool:
        return any(self.parse.words[child].lower() == "but" for child in self.parse.children[first])

    def _sharing_clause(self) -> Clause | None:
        """The clause a conjunct shares its subject with; a finite verb does not hang on an infinitive."""
        parse, shared = self.parse, self.above
        if parse.tags[self.verb] not in ("VBD", "VBZ"):
            return shared
        while shared is not None and not self._is_finite(shared) and not shared.imperative:
            head = parse.heads[shared.verb]
            while head not in self.clauses and parse.heads[head] != head:
                head = parse.heads[head]
            if head == shared.verb or head not in self.clauses:
                return shared
            shared = self.clauses[head]
        return shared

    def _is_finite(self, clause: Clause) -> bool:
        parse = self.parse
        tags = [parse.tags[clause.verb], *(parse.tags[child] for child in verbs.auxiliaries(parse, clause.verb))]
        return "TO" not in tags and any(tag in verbs.FINITE_TAGS for tag in tags)

    # subjects that are not spelled out

    def _supply_subject(self) -> None:
        parse, clause, label = self.parse, self.clause, self.label
        if label == "acl":
            self._supply_from_noun()
        elif label == "conj" and self.above is not None:
            shared = self._sharing_clause() or self.above
            clause.subjects = list(shared.subjects)
            clause.imperative = shared.imperative and verbs.is_bare(parse, self.verb)
            if shared.passive and not clause.passive and parse.tags[self.verb] not in ("VBN", *verbs.FINITE_TAGS):
                clause.subjects = list(shared.agents)
        elif self._is_command():
            clause.imperative = True
            clause.subjects = [IMPLIED]
        elif label in ("xcomp", "advcl", "pcomp", "ccomp", "oprd") and self.above is not None:
            self._supply_controller(self.above)

    def _supply_from_noun(self) -> None:
        """'the man sitting there', 'cups washed by Bob', 'a book to read'."""
        parse, clause = self.parse, self.clause
        noun = parse.heads[self.verb]
        if parse.pos[noun] not in _NOMINAL:
            return
        if clause.passive or parse.tags[self.verb] == "VBG":
            clause.subjects = [noun]
            return
        if self.above is None or noun not in self.above.objects:
            return
        clause.subjects = list(self.above.subjects)
        if clause.stranded:
            clause.obliques.append((parse.words[clause.stranded.pop()].lower(), noun))
        elif self._misses_object(noun):
            clause.objects = [noun]

    def _supply_controller(self, above: Clause) -> None:
        parse, clause = self.parse, self.clause
        bridge = parse.heads[self.verb]
        if parse.pos[bridge] == "ADJ" and self._is_tough(bridge):
            if not clause.objects:
                clause.objects = list(above.subjects)
            return
        if self.label == "pcomp" and parse.pos[parse.heads[bridge]] in ("NOUN", "PROPN"):
            return
        if verbs.is_copula(parse, above.verb) and self._is_dummy_of(above):
            return
        if self._object_controls(above):
            clause.subjects = list(above.objects or above.receivers)
            if parse.lemmas[above.verb] in lexicon.CAUSATIVES and not verbs.has_to(parse, self.verb):
                above.objects = []  # 'made him cry': what was made is the crying
        elif above.passive and self.label == "advcl" and verbs.has_to(parse, self.verb):
            clause.subjects = list(above.agents)
        elif not (clause.passive and IMPLIED in above.subjects):
            clause.subjects = list(above.subjects)

    def _is_dummy_of(self, above: Clause) -> bool:
        """'It was nice to see you': nobody is 'it'."""
        named = [self.parse.words[token].lower() for token in above.subjects if token != IMPLIED]
        return named == ["it"] and verbs.has_to(self.parse, self.verb)

    def _is_tough(self, adjective: int) -> bool:
        parse = self.parse
        return parse.lemmas[adjective].lower() in lexicon.TOUGH_ADJECTIVES and verbs.has_to(parse, self.verb)

    def _object_controls(self, above: Clause) -> bool:
        if above.passive or not (above.objects or above.receivers):
            return False
        lemma = self.parse.lemmas[above.verb]
        if self.label in ("xcomp", "ccomp", "oprd"):
            return lemma not in lexicon.OBJECT_IS_NO_CONTROLLER and above.verb == self.parse.heads[self.verb]
        return self.label == "pcomp" and lemma in lexicon.OBJECT_CONTROLS_GERUND

    def _is_command(self) -> bool:
        parse = self.parse
        if not verbs.is_bare(parse, self.verb) or parse.lemmas[self.verb] in lexicon.NOT_COMMANDS:
            return False
        if self.label == "ROOT" or self._opens_sentence():
            return True
        if self.above is None:
            return self.label in ("dep", "parataxis")
        if self.label not in ("ccomp", "xcomp", "dep", "parataxis"):
            return False
        if self.label == "xcomp":
            return self._is_quoted()
        return self.above.imperative or self._is_quoted() or parse.lemmas[self.above.verb] in lexicon.SPEECH

    def _opens_sentence(self) -> bool:
        """Is it the first word, whatever the parser made of it?"""
        parse = self.parse
        start = parse.sentences[parse.sentence_of[self.verb]][0]
        return all(parse.pos[token] in ("PUNCT", "NUM", "X", "INTJ", "ADV") for token in range(start, self.verb))

    def _is_quoted(self) -> bool:
        return self.verb > 0 and self.parse.words[self.verb - 1] in ('"', "“", "``", "'", "‘")

    def _inherit_modality(self) -> None:
        """'want to eat', 'have to go': what the governing verb says of this one."""
        parse, above, clause = self.parse, self.above, self.clause
        if above is None or above.verb != parse.heads[self.verb] or clause.modality:
            return
        if not verbs.has_to(parse, self.verb):
            return
        semi_modal = verbs.is_semi_modal(parse, above.verb)
        if semi_modal:
            clause.modality = semi_modal
            clause.negated = clause.negated or above.negated
        elif parse.lemmas[above.verb] in lexicon.ATTITUDES and self.label == "xcomp":
            clause.modality = f"{parse.lemmas[above.verb]} to"


def _share_arguments(parse: Parse, clauses: dict[int, Clause]) -> None:
    """'washed and dried the cups', 'were washed and dried by Bob', 'the book that I bought and read'."""
    for verb in sorted(clauses, reverse=True):  # 'peel, slice and fry the onions': from the last one on
        second, first = clauses[verb], clauses.get(parse.heads[verb])
        if parse.deps[verb] != "conj" or first is None or first is second:
            continue
        together = _side_by_side(parse, first.verb, verb)
        if first.passive and second.passive:
            if together and not first.agents:
                first.agents = list(second.agents)
        elif first.passive or second.passive:
            continue
        elif together and _may_share(parse, first) and second.objects and second.objects[0] > verb:
            first.objects = list(second.objects)
        elif first.antecedent in first.objects and not second.own_subject and _may_share(parse, second):
            second.objects = [token for token in first.objects if token == first.antecedent]


def _may_share(parse: Parse, clause: Clause) -> bool:
    return not clause.objects and parse.lemmas[clause.verb] not in lexicon.INTRANSITIVES


def _side_by_side(parse: Parse, first: int, second: int) -> bool:
    """Is there nothing but conjunctions, commas and adverbs between two verbs?"""
    return all(parse.pos[token] in ("CCONJ", "PUNCT", "ADV", "VERB") for token in range(first + 1, second))

"""The participants that a clause spells out."""

from __future__ import annotations

from tacit.language.events import lexicon
from tacit.language.events.clause import NOMINAL, Clause
from tacit.language.parse import Parse


def read_arguments(parse: Parse, clause: Clause) -> None:
    """Collect subjects, objects, receivers, agents and prepositional objects of the verb."""
    for child in parse.children[clause.verb]:
        label = parse.deps[child]
        if label in ("nsubj", "nsubjpass"):
            clause.own_subject = True
            if not _is_dummy(parse, child, clause):
                clause.subjects += _people(parse, child, clause)
        elif label in ("csubj", "csubjpass", "expl"):
            clause.own_subject = True
        elif label in ("dobj", "attr"):
            clause.objects += _people(parse, child, clause)
        elif label in ("dative", "prep", "agent"):
            _read_oblique(parse, child, clause)
        elif label == "advmod" and child > clause.verb:
            for preposition in parse.dependents(child, "prep"):  # 'took it back into the house'
                _read_oblique(parse, preposition, clause)
    _give_fronted_object_to_preposition(parse, clause)


def _is_dummy(parse: Parse, subject: int, clause: Clause) -> bool:
    """'It rained', 'it seems': nobody is 'it'."""
    return parse.words[subject].lower() == "it" and parse.lemmas[clause.verb] in lexicon.WEATHER_AND_SEEMING


def _read_oblique(parse: Parse, child: int, clause: Clause) -> None:
    label = parse.deps[child]
    if parse.pos[child] in ("NOUN", "PROPN", "PRON", "NUM", "DET"):
        clause.receivers += _people(parse, child, clause)
        return
    name, objects = _prepositional(parse, child, clause)
    if label == "agent" or (name == "by" and clause.passive and label == "prep"):
        clause.agents += objects
    elif objects:
        clause.obliques += [(name, token) for token in objects if not _is_set_phrase(parse, name, token)]
    elif not parse.children[child] and child > clause.verb:
        clause.stranded.append(child)


def _prepositional(parse: Parse, preposition: int, clause: Clause) -> tuple[str, list[int]]:
    """The full name of a preposition ('out of') and its objects."""
    name = parse.words[preposition].lower()
    objects: list[int] = []
    following: int | None = preposition
    while following is not None:
        current, following = following, None
        for child in parse.children[current]:
            if parse.deps[child] == "pobj":
                objects += _people(parse, child, clause)
            elif parse.deps[child] in ("prep", "pcomp") and parse.pos[child] in ("ADP", "SCONJ", "PART"):
                name += " " + parse.words[child].lower()
                following = child
    return name, objects


def _is_set_phrase(parse: Parse, preposition: str, noun: int) -> bool:
    """'in order to', 'of course': nobody takes part."""
    return f"{preposition} {parse.words[noun].lower()}" in lexicon.SET_PHRASES and parse.heads[noun] == noun - 1


def _people(parse: Parse, head: int, clause: Clause) -> list[int]:
    """A noun and those coordinated with it; a relative pronoun gives its antecedent."""
    found: list[int] = []
    waiting = [head]
    for token in waiting:
        if parse.pos[token] in NOMINAL:
            found.append(_antecedent_of(parse, token, clause))
        waiting.extend(child for child in parse.children[token] if parse.deps[child] == "conj")
    return found


def _antecedent_of(parse: Parse, token: int, clause: Clause) -> int:
    antecedent = clause.antecedent
    if antecedent is None or parse.words[token].lower() not in lexicon.RELATIVE_PRONOUNS:
        return token
    if not antecedent < token < clause.verb:
        return token
    clause.gap = None
    return antecedent


def _give_fronted_object_to_preposition(parse: Parse, clause: Clause) -> None:
    """'the book that I talked about', 'Who did you talk to?': the fronted word belongs to the preposition."""
    fronted = [token for token in clause.objects if token < clause.verb]
    if len(clause.stranded) != 1 or len(fronted) != 1:
        return
    if parse.words[clause.stranded[0]].lower() not in lexicon.FIRM_PARTICLES:
        clause.objects.remove(fronted[0])
        clause.fill_stranded(parse, fronted[0])

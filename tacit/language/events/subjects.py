"""Subjects that are not spelled out: commands, infinitives, participles and gerunds."""

from __future__ import annotations

from tacit.language.english.imperatives import is_command
from tacit.language.events import lexicon, verbs
from tacit.language.events.clause import NOMINAL, Clause
from tacit.language.events.coordination import share_subject
from tacit.language.events.model import IMPLIED
from tacit.language.parse import Parse

_CONTROLLED = frozenset({"xcomp", "advcl", "pcomp", "ccomp", "oprd"})


def supply(parse: Parse, clause: Clause) -> None:
    """Find the subject of a clause that has none of its own."""
    if clause.label == "acl":
        _take_from_noun(parse, clause)
    elif clause.label == "conj" and clause.above is not None:
        share_subject(parse, clause)
    elif is_command(parse, clause, clause.above, lexicon.SPEECH):
        clause.imperative = True
        clause.subjects = [IMPLIED]
    elif clause.label in _CONTROLLED and clause.above is not None:
        _take_from_controller(parse, clause, clause.above)


def _take_from_noun(parse: Parse, clause: Clause) -> None:
    """'the man sitting there', 'cups washed by Bob', 'She has a book to read'."""
    noun, above = parse.heads[clause.verb], clause.above
    if parse.pos[noun] not in NOMINAL:
        return
    if clause.passive or parse.tags[clause.verb] == "VBG":
        clause.subjects = [noun]
    elif above is not None and parse.words[noun].lower() == "order":
        clause.subjects = list(above.subjects)  # 'in order to win'
    elif above is not None and noun in above.objects:
        clause.subjects = list(above.subjects)
        if clause.stranded:
            clause.fill_stranded(parse, noun)
        elif clause.misses_object(parse, noun):
            clause.objects = [noun]


def _take_from_controller(parse: Parse, clause: Clause, above: Clause) -> None:
    bridge = parse.heads[clause.verb]  # an adjective or preposition may stand between the two verbs
    infinitive = verbs.has_to(parse, clause.verb)
    if infinitive and parse.pos[bridge] == "ADJ" and parse.lemmas[bridge].lower() in lexicon.TOUGH_ADJECTIVES:
        if not clause.objects:
            clause.objects = list(above.subjects)
    elif clause.label == "pcomp" and parse.pos[parse.heads[bridge]] in ("NOUN", "PROPN"):
        return
    elif infinitive and verbs.is_copula(parse, above.verb) and _is_it(parse, above.subjects):
        return  # 'It was nice to see you'
    elif _object_controls(parse, clause, above):
        clause.subjects = list(above.objects or above.receivers)
        if parse.lemmas[above.verb] in lexicon.CAUSATIVES and not infinitive:
            above.objects = []  # 'made him cry': what was made is the crying
    elif above.passive and clause.label == "advcl" and infinitive:
        clause.subjects = list(above.agents)
    elif not (clause.passive and IMPLIED in above.subjects):  # 'If needed, add salt': not you are needed
        clause.subjects = list(above.subjects)


def _is_it(parse: Parse, subjects: list[int]) -> bool:
    return [parse.words[token].lower() for token in subjects if token != IMPLIED] == ["it"]


def _object_controls(parse: Parse, clause: Clause, above: Clause) -> bool:
    """'told him to leave', 'thanked him for coming', but 'used a knife to cut it'."""
    if above.passive or not (above.objects or above.receivers):
        return False
    lemma = parse.lemmas[above.verb]
    if clause.label == "pcomp":
        return lemma in lexicon.OBJECT_CONTROLS_GERUND
    if clause.label == "advcl" or not above.governs_directly(parse, clause):
        return False
    return lemma not in lexicon.OBJECT_IS_NO_CONTROLLER


def inherit_modality(parse: Parse, clause: Clause) -> None:
    """'want to eat', 'have to go': what the governing verb says of this one."""
    above = clause.above
    if clause.label not in ("xcomp", "advcl") or clause.modality or above is None:
        return
    if not above.governs_directly(parse, clause) or not verbs.has_to(parse, clause.verb):
        return
    if semi_modal := verbs.semi_modal(parse, above.verb):
        clause.modality = semi_modal
        clause.negated = clause.negated or above.negated
    elif clause.label == "xcomp" and parse.lemmas[above.verb] in lexicon.ATTITUDES:
        clause.modality = f"{parse.lemmas[above.verb]} to"

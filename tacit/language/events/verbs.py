"""What can be told from a verb and its own dependents: voice, particle, negation, modality, mood."""

from __future__ import annotations

from tacit.language.events import lexicon
from tacit.language.parse import Parse

_NO_CLAUSE = frozenset({"aux", "auxpass", "amod", "compound", "prep", "case", "mark", "det", "punct", "nmod", "poss",
                        "agent", "prt", "quantmod", "nummod", "intj", "meta"})  # fmt: skip
_VERBAL = ("VERB", "AUX")
FINITE_TAGS = ("VBD", "VBZ", "VBP", "MD")


def is_clause(parse: Parse, token: int) -> bool:
    """Does the token head a clause: a verb or copula that is no auxiliary, no modifier and no preposition?"""
    return parse.pos[token] in _VERBAL and parse.deps[token] not in _NO_CLAUSE and parse.tags[token] != "MD"


def is_copula(parse: Parse, token: int) -> bool:
    """Is it a form of 'be'?"""
    return parse.lemmas[token] in lexicon.COPULAS


def clause_label(parse: Parse, token: int) -> str:
    """The verb's relation; 'a book to read' is no relative clause, though parsers call it one."""
    label = parse.deps[token]
    if label == "relcl" and has_to(parse, token) and not parse.dependents(token, "nsubj", "nsubjpass"):
        return "acl"
    return label


def semi_modal(parse: Parse, token: int) -> str:
    """'have to', 'going to', 'used to', 'got to', 'supposed to' before an infinitive, else nothing."""
    lemma, tag = parse.lemmas[token], parse.tags[token]
    name, tags = lexicon.SEMI_MODALS.get(lemma, ("", frozenset()))
    if not name or (tags and tag not in tags):
        return ""
    infinitives = [child for child in parse.dependents(token, "xcomp", "advcl") if has_to(parse, child)]
    between = range(token + 1, infinitives[0]) if infinitives else range(0)
    if any(parse.heads[word] == token for word in between):
        return ""  # 'had a letter to write', 'went home to eat'
    return name if infinitives else ""


def has_to(parse: Parse, token: int) -> bool:
    """Is it an infinitive with 'to'?"""
    return any(parse.tags[child] == "TO" for child in parse.children[token])


def auxiliaries(parse: Parse, token: int) -> list[int]:
    """Its auxiliaries and infinitive marker."""
    return [child for child in parse.children[token] if parse.deps[child] in ("aux", "auxpass")]


def is_passive(parse: Parse, token: int) -> bool:
    """Is the verb marked as passive itself: by its auxiliary, its subject, or as a bare past participle?"""
    deps, children = parse.deps, parse.children[token]
    if any(deps[child] in ("auxpass", "nsubjpass", "agent") for child in children):
        return True
    if parse.tags[token] != "VBN" or any(deps[child] == "aux" for child in children):
        return False
    return deps[token] in ("acl", "advcl", "ccomp", "xcomp") and not parse.dependents(token, "dobj")


def particle(parse: Parse, token: int) -> int | None:
    """The particle that belongs to the verb's lemma: 'pick up', 'sit down'."""
    for child in parse.children[token]:
        if child < token:
            continue
        label = parse.deps[child]
        if label == "prt":
            return child
        word = parse.words[child].lower()
        if label == "advmod" and child == token + 1 and word in lexicon.FIRM_PARTICLES and not parse.children[child]:
            return child
    return None


def is_negated(parse: Parse, token: int) -> bool:
    """Is the verb denied by 'not', 'never' or their like?"""
    return any(
        parse.deps[child] == "neg" or parse.lemmas[child].lower() in ("not", "never", "n't")
        for child in parse.children[token]
        if parse.deps[child] in ("neg", "advmod")
    )


def modal(parse: Parse, token: int) -> str:
    """The modal auxiliary of the verb, in its full form."""
    for child in parse.children[token]:
        if parse.tags[child] == "MD" and parse.deps[child] == "aux":
            word = parse.words[child].lower()
            return lexicon.CONTRACTED_MODALS.get(word, word)
    return ""


def is_finite(parse: Parse, token: int) -> bool:
    """Does the verb or one of its auxiliaries carry tense?"""
    tags = [parse.tags[token], *(parse.tags[child] for child in auxiliaries(parse, token))]
    return "TO" not in tags and any(tag in FINITE_TAGS for tag in tags)

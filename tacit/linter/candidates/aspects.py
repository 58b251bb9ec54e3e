"""TAC401: *Adjust the saddle.* A verb that is about one part or aspect of its object."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.clarifications import lexicon
from tacit.language.english.wordlists import words
from tacit.linter.candidates.antecedents import likeness
from tacit.linter.candidates.model import LineView, Spot

CODE = "TAC401"
_SAYS_WHICH = frozenset({"for", "against", "as", "to", "so", "with", "by"})
_OTHERS = words("set test change align match reduce increase tighten mute configure control inspect review set level")
"""Verbs that now and then are about one aspect of their object."""
_ARTICLES = words("the your each")


def missing_aspects(view: LineView) -> Iterator[Spot]:
    """Such verbs with a thing as their object and nothing that says what about it."""
    parse = view.parse
    for verb in range(len(parse)):
        lemma = parse.lemmas[verb].lower()
        if lemma not in lexicon.ASPECT_VERBS and lemma not in _OTHERS:
            continue
        objects = parse.dependents(verb, "dobj")
        if len(objects) != 1 or parse.dependents(verb, "ccomp", "prt", "auxpass"):
            continue
        noun = objects[0]
        article = next((child for child in parse.children[noun] if parse.deps[child] in ("det", "poss")), None)
        if article is None or view.word(article) not in _ARTICLES or parse.pos[noun] != "NOUN":
            continue
        if parse.lemmas[noun].lower() not in lexicon.ASPECTS and not _says_which(view, noun):
            yield _proposed(view, verb, noun, article)


def _says_which(view: LineView, noun: int) -> bool:
    parse = view.parse
    return any(parse.deps[child] in ("relcl", "acl", "conj") for child in parse.children[noun])


def _proposed(view: LineView, verb: int, noun: int, article: int) -> Spot:
    parse = view.parse
    lemma = parse.lemmas[verb].lower()
    said = _is_said(view, verb)
    plain = not any(parse.deps[child] in ("prep", "compound", "amod") for child in parse.children[noun])
    narrow = lemma in lexicon.ASPECT_VERBS and plain and not said and verb in view.commands
    narrow = narrow and not parse.dependents(verb, "xcomp")
    first, end = parse.sentences[parse.sentence_of[verb]]
    right = parse.edges[1][verb]
    features: dict[str, float] = {
        f"verb {lemma if lemma in lexicon.ASPECT_VERBS else 'other'}": 1,
        "plain": plain,
        "said": said,
        "of a command": verb in view.commands,
        "clause follows": bool(parse.dependents(verb, "xcomp", "advcl")),
        "says how": bool(parse.dependents(verb, "prep", "advmod")),
        "in a condition": any(parse.words[each].lower() in ("if", "when") for each in range(first, verb)),
        "ends the clause": right - noun,
        "plural": parse.tags[noun] == "NNS",
        "fit": likeness(lemma, parse.lemmas[noun].lower()),
        "named before": len([each for each in view.mentioned(verb, back=8) if each.lemma == parse.lemmas[noun]]),
        "topic": view.is_topic(parse.lemmas[noun].lower()),
        "begins the sentence": verb == first,
        "rest": end - noun,
    }
    place = (parse.starts[article],) * 2
    confidence = lexicon.ASPECT_VERBS[lemma] if narrow else 0.0
    topic = f"{lemma} {parse.lemmas[noun].lower()}"
    return Spot(CODE, verb, noun + 1, place, confidence, (), lead="the ", trail=" of ", features=features, topic=topic)


def _is_said(view: LineView, verb: int) -> bool:
    parse = view.parse
    return any(view.word(child) in _SAYS_WHICH for child in parse.dependents(verb, "prep", "mark", "advmod", "agent"))

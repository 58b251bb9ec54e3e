"""TAC102: *Fold to the edge.* A part or side is named, but not of what."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.clarifications import lexicon
from tacit.language.english.wordlists import words
from tacit.linter.candidates.antecedents import antecedents, competition
from tacit.linter.candidates.model import LineView, Spot

CODE = "TAC102"
_BACK = 2
_SETTLED = frozenset({"compound", "poss", "relcl", "acl", "prep"})
_NARROW = _SETTLED | {"amod", "nummod"}
_SAYS_WHICH = words("of where that which at between near")
_ARTICLES = words("the one each")
_OPEN, _SETTLED_BY_TOPIC = 0.45, 0.35
"""How sure the old rule is: readers mostly know of what a part is, even more so in a text about it."""


def missing_wholes(view: LineView) -> Iterator[Spot]:
    """Parts with a definite article and nothing that says of what."""
    parse = view.parse
    for token in range(1, len(parse)):
        lemma = parse.lemmas[token].lower()
        if lemma not in lexicon.PARTS | lexicon.FITTINGS or parse.pos[token] != "NOUN":
            continue
        article = _article(view, token)
        if article is None or any(parse.deps[child] in _SETTLED for child in parse.children[token]):
            continue
        if view.word(token + 1) in _SAYS_WHICH or parse.deps[token] in ("compound", "npadvmod"):
            continue
        yield from _proposed(view, token, article, lemma)


def _article(view: LineView, token: int) -> int | None:
    """Where *the lower edge* begins, if it begins so."""
    start = token - 1
    while start > 0 and view.parse.pos[start] == "ADJ":
        start -= 1
    return start if view.word(start) in _ARTICLES else None


def _proposed(view: LineView, token: int, article: int, lemma: str) -> Iterator[Spot]:
    parse = view.parse
    named = [each for each in view.mentioned(token, back=_ALL, across=True) if each.lemma == lemma]
    rivals = [each for each in view.recent(token, back=_BACK) if each.lemma not in lexicon.PARTS | {lemma}]
    if len(rivals) < 2:
        return
    near = [each for each in rivals if each.sentence >= view.sentence(token) - 1]
    settled = any(view.is_topic(rival.lemma) for rival in rivals) or not view.is_acted_on(token)
    narrow = lemma in lexicon.PARTS and article == token - 1 and view.word(article) == "the" and len(near) > 1
    narrow = narrow and not any(parse.deps[child] in _NARROW for child in parse.children[token])
    found = antecedents(view, token, role=parse.deps[token], verb=parse.heads[token], back=_BACK)
    found = [each for each in found if each.mention.lemma != lemma]
    features = competition(view, token, found) | {
        "side": lemma in lexicon.PARTS,
        "plural": parse.tags[token] == "NNS",
        "modified": article < token - 1,
        "definite": view.word(article) == "the",
        "acted on": view.is_acted_on(token),
        "after preposition": parse.deps[token] == "pobj",
        "subject": parse.deps[token].startswith("nsubj"),
        "settled": settled,
        "named before": len(named),
        "named of": sum(bool(each.of or each.modifiers) for each in named),
        "wholes of it": len({each.of or each.modifiers for each in named}),
        "of a command": parse.heads[token] in view.commands,
    }
    confidence = (_SETTLED_BY_TOPIC if settled else _OPEN) if narrow else 0.0
    place = parse.ends[token]
    readings = tuple(rival.phrase for rival in rivals[:4])
    yield Spot(
        CODE, article, token + 1, (place, place), confidence, readings, lead=" of ", features=features, topic=lemma
    )


_ALL = 25

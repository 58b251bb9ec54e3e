"""Mention detection: the phrases of a parse that may speak of something, found with high recall.

A mention is a pronoun, a noun phrase, a possessor ("Ann's"), a coordination ("Ann and Bob"), a proper name inside a
noun phrase ("the [Ohio] court") or a named entity. Whether a mention corefers with another is for the systems to
decide; what can never do so (relative pronouns, percentages) is left out here.

How far a noun phrase reaches depends on the guidelines and on the habits of the parser, so the decision whether a
dependent of the head belongs to the mention is learned: see `tacit.language.coreference.features.boundaries`.
"""

from __future__ import annotations

from tacit.language.coreference.features.boundaries import Boundaries
from tacit.language.coreference.task import Mention
from tacit.language.parse import Parse

NOUN_TAGS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_PROPER_TAGS = frozenset({"NNP", "NNPS"})
_PRONOUN_TAGS = frozenset({"PRP", "PRP$"})
_DEMONSTRATIVES = frozenset({"this", "that", "these", "those"})
_PLACES = frozenset({"here", "there"})
_PREMODIFIERS = frozenset({"compound", "nmod", "amod"})
FUSED_HEAD_TAGS = frozenset({"CD", "DT", "JJ", "JJR", "JJS"})
_ARGUMENTS = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "dative"})
_DEMONSTRATIVE_ROLES = _ARGUMENTS | {"attr", "conj", "appos", "ROOT", "poss"}
_NEVER_ENTITIES = frozenset({"PERCENT", "QUANTITY", "CARDINAL", "ORDINAL"})
_CLOSING = frozenset({")", "]", '"', "”", "''"})

_Spans = dict[tuple[int, int], int]


def detect_mentions(parse: Parse, boundaries: Boundaries) -> list[Mention]:
    """All mentions in text order, each span once."""
    spans: _Spans = {}
    for token, tag in enumerate(parse.tags):
        if tag in NOUN_TAGS:
            if parse.deps[token] in _PREMODIFIERS:
                _add_premodifier(parse, token, spans)
            else:
                _add_noun_phrase(parse, token, boundaries, spans)
        elif _is_pronoun(parse, token):
            _add_pronoun(parse, token, spans)
        elif tag in FUSED_HEAD_TAGS and parse.deps[token] in _ARGUMENTS:
            _add_noun_phrase(parse, token, boundaries, spans)
    _add_entities(parse, spans)
    return sorted(Mention(start, end, head) for (start, end), head in spans.items())


def _is_pronoun(parse: Parse, token: int) -> bool:
    tag, dep = parse.tags[token], parse.deps[token]
    if tag in _PRONOUN_TAGS:
        return dep != "expl"
    if tag == "RB":
        return parse.words[token].lower() in _PLACES
    return tag == "DT" and dep in _DEMONSTRATIVE_ROLES and parse.words[token].lower() in _DEMONSTRATIVES


def _add_pronoun(parse: Parse, token: int, spans: _Spans) -> None:
    end = token + 1
    if end < len(parse) and parse.heads[end] == token and parse.words[end].lower() in ("all", "both"):
        end += 1  # 'we all'
    spans.setdefault((token, end), token)


def _add_premodifier(parse: Parse, token: int, spans: _Spans) -> None:
    """The proper name that ends at `token` inside a longer noun phrase: 'the [Ohio] court'."""
    head = parse.heads[token]
    if parse.tags[token] not in _PROPER_TAGS or (parse.tags[head] in _PROPER_TAGS and token + 1 == head):
        return
    start = token
    while start and parse.tags[start - 1] in _PROPER_TAGS and parse.heads[start - 1] in (token, head):
        start -= 1
    spans.setdefault((start, token + 1), token)


def _add_noun_phrase(parse: Parse, head: int, boundaries: Boundaries, spans: _Spans) -> None:
    start, end = boundaries.extent(parse, head)
    start, end = trimmed(parse, start, end, head)
    spans.setdefault((start, end), head)
    if conjuncts := parse.dependents(head, "conj"):
        last = conjuncts[-1]
        while further := parse.dependents(last, "conj"):
            last = further[-1]
        if parse.tags[last] in NOUN_TAGS or parse.tags[last] in _PRONOUN_TAGS:
            _, end = boundaries.extent(parse, last)
            spans.setdefault(trimmed(parse, start, end, head), head)


def trimmed(parse: Parse, start: int, end: int, head: int) -> tuple[int, int]:
    """The span without punctuation at its edges, unless it closes what was opened inside."""
    while start < head and parse.pos[start] in ("PUNCT", "CCONJ", "SPACE"):
        start += 1
    while end > head + 1 and parse.pos[end - 1] in ("PUNCT", "SPACE", "CCONJ") and parse.words[end - 1] not in _CLOSING:
        end -= 1
    return start, end


def _add_entities(parse: Parse, spans: _Spans) -> None:
    """Named entities that are not yet part of a mention with the same head."""
    by_head: dict[int, list[tuple[int, int]]] = {}
    for span, head in spans.items():
        by_head.setdefault(head, []).append(span)
    for start, end, label in parse.entities:
        if label in _NEVER_ENTITIES:
            continue
        if end < len(parse) and parse.tags[end] == "POS":
            end += 1
        outside = (token for token in range(start, end) if not start <= parse.heads[token] < end)
        head = next(outside, end - 1)
        if not any(first <= start and end <= last for first, last in by_head.get(head, ())):
            spans.setdefault((start, end), head)

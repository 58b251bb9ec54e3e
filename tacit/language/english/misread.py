"""A second look at instructions whose first verb was read as a noun: *Place biscuits in the freezer.*

News text, on which parsers are trained, hardly has imperatives. With *Please* before it the same sentence is
read rightly most of the time, so sentences that look like misread commands are parsed again that way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tacit.language.english.imperatives import heads_command
from tacit.language.lemmas import known_verbs
from tacit.language.parse import Parse

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

_NO_NOUN_FOLLOWS = frozenset({"DT", "PDT", "PRP$", "PRP", "CD"})
"""After these tags' words a noun cannot stand before: 'Scrub the', 'Paint 2'."""
_FINITE = frozenset({"VBD", "VBZ", "VBP"})
_MARKS = frozenset(".!:;…")


def with_commands(parse: Parse, nlp: Language) -> Parse:
    """The parse with commands set right that were read as noun phrases."""
    known = known_verbs(nlp)
    suspects = [place for place in _openings(parse) if known and _is_suspect(parse, *place, known)]
    if not suspects:
        return parse
    mended = replace(
        parse,
        lemmas=list(parse.lemmas),
        pos=list(parse.pos),
        tags=list(parse.tags),
        deps=list(parse.deps),
        heads=list(parse.heads),
    )
    begun = set()
    for (first, end), doc in zip(suspects, nlp.pipe(_polite(parse, nlp, suspects)), strict=True):
        if heads_command(doc[1]):
            _take_over(mended, first, end, doc)
            begun.add(first)
    entities = [entity for entity in parse.entities if entity[0] not in begun]
    return replace(mended, entities=entities)


def _openings(parse: Parse) -> Iterator[tuple[int, int]]:
    """Each sentence from its first word on, without list numbers and opening quotes."""
    for start, end in parse.sentences:
        first = start
        while first < end and (parse.pos[first] in ("PUNCT", "NUM", "X", "SYM")):
            first += 1
        if first + 1 < end:
            yield first, end


def _is_suspect(parse: Parse, first: int, end: int, known: frozenset[str]) -> bool:
    if parse.words[first].lower() not in known or (parse.tags[first] == "VB" and parse.deps[first] != "compound"):
        return False
    if parse.tags[first + 1] in _NO_NOUN_FOLLOWS:
        return parse.tags[first] not in _FINITE and parse.pos[first] not in ("AUX", "ADP", "ADV", "SCONJ", "PRON")
    if parse.pos[first] not in ("NOUN", "PROPN", "VERB") or _has_finite_verb(parse, first, end):
        return False
    start = parse.sentences[parse.sentence_of[first]][0]
    numbered = any(parse.pos[token] in ("NUM", "X") for token in range(start, first))
    return numbered or parse.words[end - 1][-1] in _MARKS  # no heading


def _has_finite_verb(parse: Parse, first: int, end: int) -> bool:
    """Is the main verb of the sentence finite?"""
    for token in range(first, end):
        main = parse.heads[token] if parse.deps[token] in ("aux", "auxpass") else token
        if parse.tags[token] in _FINITE and parse.deps[main] == "ROOT":
            return True
    return False


def _polite(parse: Parse, nlp: Language, places: list[tuple[int, int]]) -> Iterator[Doc]:
    from spacy.tokens import Doc

    for first, end in places:
        words = ["Please", parse.words[first].lower(), *parse.words[first + 1 : end]]
        yield Doc(nlp.vocab, words=words, sent_starts=[1, *[-1] * (len(words) - 1)])


def _take_over(parse: Parse, first: int, end: int, doc: Doc) -> None:
    """Replace what the parse says of these tokens; the words of a list number before them hang on the verb."""
    for place in range(first, end):
        token = doc[place - first + 1]
        parse.lemmas[place], parse.pos[place] = token.lemma_, token.pos_
        parse.tags[place], parse.deps[place] = token.tag_, token.dep_
        parse.heads[place] = first + token.head.i - 1
    start = parse.sentences[parse.sentence_of[first]][0]
    for place in range(start, first):
        parse.heads[place], parse.deps[place] = first, "meta"

"""The ranker's view of each mention: categorical codes, one column a feature, and rows of word vectors.

Each column has its own range of numbers, so that one table of embeddings serves all: `MENTION_SIZES` says how wide
each range is, and codes are offset by the widths before them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from tacit.language.coreference.features.attributes import Attributes, Determiner, EntityType, MentionKind
from tacit.language.coreference.features.lexicon import FIRST, PRONOUN_NUMBERS, SECOND
from tacit.language.coreference.features.pleonastic import is_pleonastic
from tacit.language.parse import Parse

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]


def _in_order(listed: str) -> tuple[str, ...]:
    return tuple(listed.split())


TAGS = _in_order(
    """
    NN NNS NNP NNPS PRP PRP$ DT CD JJ RB IN TO VB VBD VBG VBN VBP VBZ MD CC , . : -LRB- -RRB- `` '' POS WDT WP
    WRB UH
    """
)
DEPS = _in_order(
    """
    nsubj nsubjpass dobj pobj attr dative poss conj appos ROOT compound npadvmod dep nmod oprd advmod ccomp
    relcl advcl xcomp acl prep agent pcomp acomp intj amod parataxis
    """
)
POS = _in_order("VERB NOUN PROPN ADP ADJ AUX ADV PRON NUM INTJ")
ROLES = {
    **dict.fromkeys(("nsubj", "csubj"), 1),
    **dict.fromkeys(("nsubjpass",), 2),
    **dict.fromkeys(("dobj", "dative"), 3),
    "pobj": 4,
    "poss": 5,
    **dict.fromkeys(("attr", "oprd", "appos"), 6),
    **dict.fromkeys(("compound", "nmod", "amod"), 7),
}
N_ROLES = 8
_TAG_NUMBERS = {tag: number for number, tag in enumerate(TAGS, 1)}
_DEP_NUMBERS = {dep: number for number, dep in enumerate(DEPS, 1)}
_POS_NUMBERS = {pos: number for number, pos in enumerate(POS, 1)}
_QUOTES = frozenset({'"', "“", "”", "``", "''"})
_MODIFYING_CLAUSES = frozenset({"relcl", "acl"})

MENTION_SIZES = {
    "kind": len(MentionKind),
    "pronoun": len(PRONOUN_NUMBERS) + 1,
    "tag": len(TAGS) + 1,
    "dep": len(DEPS) + 1,
    "governor dep": len(DEPS) + 1,
    "governor pos": len(POS) + 1,
    "entity": len(EntityType),
    "determiner": len(Determiner),
    "number and gender": 12,
    "length": 8,
    "earlier heads": 5,
    "all heads": 5,
    "earlier strings": 4,
    "all strings": 4,
    "place in sentence": 5,
    "sentence": 5,
    "nested": 4,
    "tail": 4,
    "tag before": len(TAGS) + 1,
    "tag after": len(TAGS) + 1,
    "quoted and capital": 4,
    "idle": 2,
    "voice": 9,
    "style": 2,
}
MENTION_OFFSETS = np.array([0, *accumulate(MENTION_SIZES.values())][:-1], dtype=np.int32)
N_MENTION_CODES = sum(MENTION_SIZES.values())
WORD_COLUMNS = ("head", "governor", "before", "after", "first", "last")


def bucket(count: int, *bounds: int) -> int:
    """The number of bounds that a count exceeds.

    >>> [bucket(count, 0, 1, 4) for count in (0, 1, 2, 9)]
    [0, 1, 2, 3]
    """
    return sum(count > bound for bound in bounds)


def mention_codes(parse: Parse, table: Attributes, *, style: int = 0) -> Ints:
    """One row a mention, one column a feature of `MENTION_SIZES`, offset into one common range."""
    heads_total, strings_total = Counter(table.heads), Counter(table.strings)
    heads_before: Counter[str] = Counter()
    strings_before: Counter[str] = Counter()
    tags = [_TAG_NUMBERS.get(tag, 0) for tag in parse.tags]
    quoted = quotation(parse)
    nesting = _nesting(table)
    speaking = voice(table)
    rows = []
    for index, mention in enumerate(table.mentions):
        head, start, end = mention.head, mention.start, mention.end
        governor = parse.heads[head]
        sentence = parse.sentence_of[head]
        string, word = table.strings[index], table.heads[index]
        rows.append(
            (
                table.kinds[index],
                table.pronouns[index],
                tags[head],
                _DEP_NUMBERS.get(parse.deps[head], 0),
                _DEP_NUMBERS.get(parse.deps[governor], 0),
                _POS_NUMBERS.get(parse.pos[governor], 0),
                table.entities[index],
                table.determiners[index],
                table.numbers[index] * 4 + table.genders[index],
                bucket(end - start, 1, 2, 3, 4, 6, 10, 20),
                bucket(heads_before[word], 0, 1, 3, 8),
                bucket(heads_total[word], 1, 2, 5, 12),
                bucket(strings_before[string], 0, 1, 4),
                bucket(strings_total[string], 1, 2, 6),
                bucket(head - parse.sentences[sentence][0], 0, 3, 8, 16),
                bucket(sentence, 0, 2, 8, 25),
                nesting[index],
                _tail(parse, head, end),
                tags[start - 1] if start else 0,
                tags[end] if end < len(tags) else 0,
                2 * quoted[head] + parse.words[head][0].isupper(),
                word == "it" and is_pleonastic(parse, head),
                speaking,
                style,
            )
        )
        heads_before[word] += 1
        strings_before[string] += 1
    codes = np.array(rows, dtype=np.int32).reshape(-1, len(MENTION_SIZES))
    return np.asarray(codes + MENTION_OFFSETS, dtype=np.int32)


def word_rows(parse: Parse, table: Attributes, rows: Mapping[str, int]) -> Ints:
    """For each mention the vector rows of the words in `WORD_COLUMNS`; -1 where there is none."""
    known = [rows.get(word.lower(), -1) for word in parse.words]
    lemmas = [rows.get(lemma.lower(), -1) for lemma in parse.lemmas]
    last = len(known) - 1
    columns = [
        (
            known[m.head] if known[m.head] >= 0 else lemmas[m.head],
            lemmas[parse.heads[m.head]] if parse.heads[m.head] != m.head else -1,
            known[m.start - 1] if m.start else -1,
            known[m.end] if m.end <= last else -1,
            known[m.start],
            known[m.end - 1],
        )
        for m in table.mentions
    ]
    return np.array(columns, dtype=np.int32).reshape(-1, len(WORD_COLUMNS))


def voice(table: Attributes) -> int:
    """How much of a text's talk is of 'I' and 'we', and how much of 'you': 0 to 8.

    A guide says 'you' to its reader all along; in a conversation 'you' is now one, now the other.
    """
    pronouns = sum(map(bool, table.pronouns)) or 1
    first, second = table.persons.count(FIRST) / pronouns, table.persons.count(SECOND) / pronouns
    return 3 * ((first > 0.15) + (first > 0.4)) + (second > 0.1) + (second > 0.3)


def quotation(parse: Parse) -> list[int]:
    """For each token whether it stands in double quotes; an unclosed quote ends after 200 tokens."""
    inside, since = 0, 0
    marks = []
    for token, word in enumerate(parse.words):
        if word in _QUOTES:
            inside = 0 if inside or word in ("”", "''") else 1
            since = token
        elif inside and token - since > 200:
            inside = 0
        marks.append(inside)
    return marks


def content_words(table: Attributes, rows: Mapping[str, int]) -> tuple[Ints, Ints]:
    """Vector rows of all content words of noun phrases, and the number of the mention each belongs to."""
    found = [
        (rows[word], index)
        for index, content in enumerate(table.contents)
        if not table.pronouns[index]
        for word in sorted(content)
        if word in rows
    ]
    columns = np.array(found, dtype=np.int32).reshape(-1, 2)
    return columns[:, 0], columns[:, 1]


def _nesting(table: Attributes) -> list[int]:
    """1 where a mention lies in another, 2 where it contains one, 3 for both; mentions come in text order."""
    codes = [0] * len(table)
    open_: list[int] = []
    for index, mention in enumerate(table.mentions):
        while open_ and table.mentions[open_[-1]].end <= mention.start:
            open_.pop()
        for outer in open_:
            if mention.end <= table.mentions[outer].end:
                codes[index] |= 1
                codes[outer] |= 2
            elif mention.start == table.mentions[outer].start:
                codes[index] |= 2
                codes[outer] |= 1
        open_.append(index)
    return codes


def _tail(parse: Parse, head: int, end: int) -> int:
    if end == head + 1:
        return 0
    if any(parse.deps[child] in _MODIFYING_CLAUSES for child in parse.children[head] if head < child < end):
        return 3
    return 2 if any(parse.deps[child] == "prep" for child in parse.children[head] if head < child < end) else 1

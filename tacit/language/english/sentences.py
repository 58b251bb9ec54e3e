"""The sentences of a text, by the rules that also guide the parser, but without it: it would be ten times slower.

The rules themselves stand in `prose`. Where they leave it to the parser, only a number or sign after a final mark opens
a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from tacit.backbones import parser
from tacit.documents import Span
from tacit.language.english.prose import MAY, MUST, Words, read_words

if TYPE_CHECKING:
    from spacy.language import Language

_AFTER_A_MARK = re.compile(r"(?<=[.!?])\s+")


def spans(text: str) -> Iterator[Span]:
    """Where the sentences of a text stand.

    >>> [(span.start, span.end) for span in spans("We ate. Then we paid.")]
    [(0, 7), (8, 21)]
    """
    for words in read_words(text, _tokenizer()):
        first = 0
        for place in range(1, len(words.forms) + 1):
            if place == len(words.forms) or _opens(words, place):
                yield Span(words.starts[first], words.ends[place - 1])
                first = place


def split(text: str) -> tuple[str, ...]:
    """The sentences of a text, with single spaces.

    >>> split("It rained.  We went home!")
    ('It rained.', 'We went home!')
    """
    return tuple(" ".join(text[span.start : span.end].split()) for span in spans(text))


def split_at_marks(line: str) -> list[str]:
    """A line cut after each final mark, for steps and lists, whose items need no other rule; marks alone are dropped.

    >>> split_at_marks("Peel the eggs. Slice them. …")
    ['Peel the eggs.', 'Slice them.']
    """
    return [part for part in _AFTER_A_MARK.split(line) if any(map(str.isalnum, part))]


def _opens(words: Words, place: int) -> bool:
    if words.openings[place] != MAY:
        return words.openings[place] == MUST
    return not words.forms[place][0].isalpha() and words.forms[place - 1][-1] in '.!?…)]"”'


@cache
def _tokenizer() -> Language:
    blank: Language = parser.library().blank("en")
    return blank

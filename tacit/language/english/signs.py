"""What a sentence may show that tells what kind of text it stands in. Surface only, so it takes no parser."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tacit.language.english.imperatives import opens_as_command
from tacit.language.english.sentences import spans
from tacit.language.english.tense import tells
from tacit.language.english.wordlists import word_list, words

_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
_FIGURE = re.compile(r"\d|[$£€%]")
_YEAR = re.compile(r"\b1[0-9]\d\d\b|\b20\d\d\b")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")
_FIRST = word_list("pronouns", "speaker", "speaker_contracted") | words("myself")
_SECOND = word_list("pronouns", "reader", "reader_contracted") | words("yourself")
_THIRD = word_list("pronouns", "person", "several")
_PEOPLE = _FIRST | _THIRD
_REPORT = word_list("signs", "report")


class PlainSentence(NamedTuple):
    """A sentence as it stands, and its words in lower case."""

    text: str
    words: tuple[str, ...]


Sign = Callable[[PlainSentence], bool]


def _one_of(listed: frozenset[str]) -> Sign:
    return lambda sentence: not listed.isdisjoint(sentence.words)


def _matching(pattern: re.Pattern[str]) -> Sign:
    return lambda sentence: pattern.search(sentence.text) is not None


def _did(sentence: PlainSentence) -> bool:
    """*She took it*, but not *She said it*: somebody the text goes on about, and no report."""
    return not _PEOPLE.isdisjoint(sentence.words) and _REPORT.isdisjoint(sentence.words) and tells(sentence.words)


SIGNS: dict[str, Sign] = {
    "command": lambda sentence: opens_as_command(sentence.text),
    "past": lambda sentence: tells(sentence.words),
    "first person": _one_of(_FIRST),
    "second person": _one_of(_SECOND),
    "third person": _one_of(_THIRD),
    "what somebody did": _did,
    "figure": _matching(_FIGURE),
    "year": _matching(_YEAR),
    "name": _matching(_NAME),
    **{name: _one_of(word_list("signs", name)) for name in
       ("report", "day", "present", "general", "reasoning", "letter", "life")},
}  # fmt: skip
"""What a sentence may show, by name."""


def plain_sentences(text: str) -> list[PlainSentence]:
    """The sentences of a text that have a word."""
    found = []
    for span in spans(text):
        sentence = " ".join(text[span.start : span.end].replace("’", "'").split())
        if listed := _WORD.findall(sentence):
            found.append(PlainSentence(sentence, tuple(map(str.lower, listed))))
    return found


def shares(sentences: Sequence[PlainSentence]) -> list[float]:
    """The share of the sentences that show each sign."""
    return [sum(map(shows, sentences)) / len(sentences) for shows in SIGNS.values()]

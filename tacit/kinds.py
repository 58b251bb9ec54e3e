"""What kind of text is it: a story, instructions, news, or a mixture? Decided from surface signs, in milliseconds.

Each stretch of some sentences gets a probability for each kind from a logistic regression over the shares of its
sentences that show a sign; a text whose stretches differ is mixed.

>>> kind_of("Preheat the oven. Mix the flour with two eggs. Bake it for an hour.").kind
'instructions'
>>> kind_of("I woke up late. My sister had already left, so I ate alone and ran to school.").kind
'story'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import exp
from typing import NamedTuple

STORY, INSTRUCTIONS, NEWS, MIXED = "story", "instructions", "news", "mixed"
KINDS = (STORY, INSTRUCTIONS, NEWS)
EVERY_KIND = (*KINDS, MIXED)
STRETCH = 8
"""Sentences that are judged together."""
PART = 0.25
"""Share of a text's sentences that a second kind must have for the text to be mixed."""

_SENTENCE = re.compile(r"(?<![^\S\n])[^\S\n]*+[^\s.!?\n][^.!?\n]*+[.!?]*+")
_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
_NUMBER = r"(?:\d+[.):]?\W*|step \d+\W*)?"
_ADVERBS = r"(?:(?:first|then|next|now|finally|also|please|carefully)\b\W*)*"
_OPENING = re.compile(rf"^\W*{_NUMBER}{_ADVERBS}", re.IGNORECASE)
_FIGURE = re.compile(r"\d|[$£€%]")
_COMMAND_WORDS = """
    add adjust allow always apply arrange ask assemble attach avoid bake beat begin blend boil bring brush build buy
    call carry change check choose chop clean clear click close collect combine connect consider continue cook cool
    cover create crush cut decide decorate dip do don't download draw drain drink drop dry eat empty enjoy ensure
    enter fasten fill find fit fold follow freeze fry gather get give glue go grab grate grease grind hang heat hold
    insert install join keep knead know learn leave let lift light listen look lower make mark measure melt mix move
    never open pack paint peel pick pierce place plan plant play plug pour practice prepare press print pull push put
    read reduce refrigerate release remember remove repeat replace rest rinse roll rub run save screw scrub season
    seal select separate serve set shake slice slide smooth soak sprinkle spray spread squeeze stand start stay stir
    stop store strain sweep switch take talk tap tell test think throw tie tighten tilt toss trim try turn twist
    unplug unscrew use visit wait wash watch wear whisk wipe work wrap write
"""
_PAST_WORDS = """
    ate became began bought broke brought built came caught chose cut did drank drove fell felt flew forgot found gave
    got grew had heard held hurt kept knew laid led left lost made met paid put ran rang read rode said sang sat saw
    sent shook slept spent spoke stood swam taught threw told took thought was went were woke won wore wrote
"""
_REPORT_WORDS = """
    said says announced reported according officials spokesman spokeswoman spokesperson government minister president
    company shares profit percent quarter billion million police yesterday court market bank chief executive party
"""
_COMMANDS, _PAST, _REPORTS = (frozenset(each.split()) for each in (_COMMAND_WORDS, _PAST_WORDS, _REPORT_WORDS))
_FIRST = frozenset(["i", "i'm", "i'd", "i've", "my", "me", "we", "our", "us", "myself"])
_SECOND = frozenset(["you", "your", "you're", "you'll", "yourself"])
_THIRD = frozenset(["he", "she", "his", "her", "him", "they", "their", "them"])


class Sentence(NamedTuple):
    """A sentence as it stands, and its words in lower case."""

    text: str
    words: tuple[str, ...]


class KindOfText(NamedTuple):
    """The kind, and the mean probability of each over the text's stretches."""

    kind: str
    probabilities: dict[str, float]


def _is_past(word: str) -> bool:
    return word in _PAST or (word.endswith("ed") and len(word) > 4)


def _commands(sentence: Sentence) -> bool:
    first = _WORD.search(_OPENING.sub("", sentence.text, count=1))
    return first is not None and first.group().lower() in _COMMANDS


SIGNS: dict[str, Callable[[Sentence], bool]] = {
    "command": _commands,
    "past": lambda sentence: any(map(_is_past, sentence.words)),
    "first person": lambda sentence: not _FIRST.isdisjoint(sentence.words),
    "second person": lambda sentence: not _SECOND.isdisjoint(sentence.words),
    "third person": lambda sentence: not _THIRD.isdisjoint(sentence.words),
    "report": lambda sentence: not _REPORTS.isdisjoint(sentence.words),
    "figure": lambda sentence: _FIGURE.search(sentence.text) is not None,
    "long": lambda sentence: len(sentence.words) > 18,
}
"""What a sentence may show."""

# Learnt from half of 4,200 stories, instructions and news texts; docs/explanation/reader.md has the figures of the
# other half.
WEIGHTS: dict[str, tuple[float, ...]] = {
    STORY: (-1.38, 2.35, 4.08, -1.45, 2.47, -2.87, -2.23, -2.78, -1.14),
    INSTRUCTIONS: (5.2, -2.5, -2.95, 3.17, -1.65, -2.63, -0.78, 0.19, 1.45),
    NEWS: (-3.82, 0.15, -1.13, -1.72, -0.81, 5.5, 3.01, 2.59, -0.3),
}
"""For each kind the weights of the signs and, last, the bias."""


def kind_of(text: str) -> KindOfText:
    """The kind of a text; one without sentences counts as a mixture of nothing."""
    sentences = split(text)
    if not sentences:
        return KindOfText(MIXED, dict.fromkeys(KINDS, 1 / len(KINDS)))
    totals, lengths = dict.fromkeys(KINDS, 0.0), Counter[str]()
    for stretch in _stretches(sentences):
        found = probabilities(signs(stretch))
        for kind in KINDS:
            totals[kind] += found[kind] * len(stretch) / len(sentences)
        lengths[max(found, key=lambda kind: found[kind])] += len(stretch)
    shares = lengths.most_common()
    mixed = len(shares) > 1 and shares[1][1] >= PART * len(sentences)
    return KindOfText(MIXED if mixed else max(totals, key=lambda kind: totals[kind]), totals)


def split(text: str) -> list[Sentence]:
    """Sentences, roughly: up to final punctuation or the end of a line."""
    found = (Sentence(each, tuple(word.lower() for word in _WORD.findall(each))) for each in _SENTENCE.findall(text))
    return [sentence for sentence in found if sentence.words]


def signs(sentences: Sequence[Sentence]) -> list[float]:
    """The share of the sentences that show each sign."""
    return [sum(map(shows, sentences)) / len(sentences) for shows in SIGNS.values()]


def probabilities(shares: Sequence[float]) -> dict[str, float]:
    """Softmax of the weighted shares."""
    scores = {
        kind: sum(weight * share for weight, share in zip(weights, [*shares, 1.0], strict=True))
        for kind, weights in WEIGHTS.items()
    }
    highest = max(scores.values())
    exponents = {kind: exp(score - highest) for kind, score in scores.items()}
    total = sum(exponents.values())
    return {kind: value / total for kind, value in exponents.items()}


def _stretches(sentences: Sequence[Sentence]) -> list[Sequence[Sentence]]:
    """Stretches of equal length, as near to eight sentences as that goes."""
    count = max(1, round(len(sentences) / STRETCH))
    cuts = [round(place * len(sentences) / count) for place in range(count + 1)]
    return [sentences[start:end] for start, end in pairwise(cuts)]

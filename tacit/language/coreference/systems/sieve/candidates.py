"""Which earlier mentions a pass of the sieve offers, the most salient first.

The order is that of the paper: the sentence of the mention from left to right, then the sentences before it, the
latest first, each from left to right.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from tacit.language.coreference.features.attributes import MentionKind
from tacit.language.coreference.systems.sieve.text import SieveText

PRONOUN_REACH = 3  # sentences
WORD_REACH = 60  # sentences


def recent(text: SieveText, mention: int) -> Iterator[int]:
    """All mentions of this sentence and the three before it, for personal pronouns."""
    if text.table.kinds[mention] != MentionKind.PERSONAL_PRONOUN:
        return
    sentence = text.sentence[mention]
    yield from (candidate for candidate in text.in_sentence[sentence] if candidate < mention)
    for earlier in range(sentence - 1, max(-1, sentence - 1 - PRONOUN_REACH), -1):
        yield from text.in_sentence.get(earlier, ())


def sharing_a_word(text: SieveText, mention: int) -> list[int]:
    """Mentions that share a content word with this one."""
    if text.table.is_pronoun(mention):
        return []
    return _by_salience(text, mention, [text.with_word[word] for word in text.table.contents[mention]])


def constructed(text: SieveText, mention: int) -> list[int]:
    """What the mention is apposed to, said to be, or short for."""
    parse, head = text.parse, text.head(mention)
    if text.table.is_pronoun(mention):
        return []
    heads = [parse.heads[head]] if parse.deps[head] == "appos" else []
    if parse.deps[head] == "attr":
        heads = parse.dependents(parse.heads[head], "nsubj")
    spelt = [text.spelt[key] for key in {text.strings[mention], text.acronyms[mention]} - {""}]
    return _by_salience(text, mention, [*([text.with_head[h]] for h in heads if h in text.with_head), *spelt])


def in_speech(text: SieveText, mention: int) -> list[int]:
    """Pronouns of the first and second person, and the speaker of a quotation."""
    quote = text.quotes[text.head(mention)]
    if text.table.kinds[mention] == MentionKind.SPEECH_PRONOUN:
        speaker = text.with_head.get(text.speakers.get(quote, -1))
        return _by_salience(text, mention, [text.in_quote[quote], [] if speaker is None else [speaker]])
    return _by_salience(text, mention, [text.in_quote[q] for q in text.spoken_by.get(text.head(mention), ())])


def _by_salience(text: SieveText, mention: int, lists: Iterable[list[int]]) -> list[int]:
    """All mentions of the ascending lists that stand before this one and within reach."""
    sentence = text.sentence[mention]
    found = set()
    for places in lists:
        for place in range(bisect_left(places, mention) - 1, -1, -1):
            candidate = places[place]
            if sentence - text.sentence[candidate] > WORD_REACH:
                break
            found.add(candidate)
    return sorted(found, key=lambda candidate: (sentence - text.sentence[candidate], candidate))

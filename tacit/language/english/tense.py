"""Does a sentence tell what happened? By the forms of its words alone."""

from __future__ import annotations

from collections.abc import Iterable

from tacit.language.english.wordlists import word_list

_IRREGULAR = word_list("past", "irregular", "modal")
_NOT_PAST = word_list("past", "not_past")


def is_past(word: str) -> bool:
    """Is a word in lower case the past form of a verb, as far as its letters tell?

    >>> [word for word in ("went", "walked", "need", "red", "walks") if is_past(word)]
    ['went', 'walked']
    """
    return word in _IRREGULAR or (word.endswith("ed") and len(word) > 3 and word not in _NOT_PAST)


def tells(words: Iterable[str]) -> bool:
    """Is one of the words, in lower case, a past form?"""
    return any(map(is_past, words))

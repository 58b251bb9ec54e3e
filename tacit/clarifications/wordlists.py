"""Lists of words, written as words."""

from __future__ import annotations


def words(listed: str) -> frozenset[str]:
    """The words of a text, as a set.

    >>> sorted(words("cup mug"))
    ['cup', 'mug']
    """
    return frozenset(listed.split())

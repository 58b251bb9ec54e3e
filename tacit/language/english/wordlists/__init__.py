"""Lists of words that several parts of tacit need, one file for each word class, each list with its source.

A list that a shipped model was trained with says so: whoever changes it trains that model again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType


def words(listed: str) -> frozenset[str]:
    """The words of a text, as a set: a list that only one rule needs stands beside that rule.

    >>> sorted(words("cup mug"))
    ['cup', 'mug']
    """
    return frozenset(listed.split())


def word_list(file: str, *names: str) -> frozenset[str]:
    """The words of all these lists of a file.

    >>> sorted(word_list("pronouns", "reader", "thing"))
    ['it', 'its', 'you', 'your']
    """
    lists = _lists(file)
    return frozenset(word for name in names for word in lists[name])


@cache
def _lists(file: str) -> Mapping[str, tuple[str, ...]]:
    found = tomllib.loads((files(__name__) / f"{file}.toml").read_text(encoding="utf-8"))
    return MappingProxyType({name: tuple(entry["words"].split()) for name, entry in found.items()})

"""Which space follows a word: `SpaceAfter=No`, and UDPipe's `SpacesAfter` and `SpacesBefore`, in MISC.

Without them one space follows a word, an empty line a paragraph, and nothing the last word of a document.
"""

from __future__ import annotations

import re
from enum import Enum

from tacit.values import Features

_ESCAPES = {" ": r"\s", "\t": r"\t", "\r": r"\r", "\n": r"\n", "|": r"\p", "\\": r"\\"}
_MEANINGS = {escape: character for character, escape in _ESCAPES.items()}


class Before(Enum):
    """What comes after the space; the value is the space that is not stated."""

    WORD = " "
    PARAGRAPH = "\n\n"
    NOTHING = ""


def stated(misc: Features | str | None, before: Before) -> str:
    """The space that MISC states or leaves to the rule.

    >>> stated(Features({"SpacesAfter": r"\\n"}), Before.WORD), stated(None, Before.WORD)
    ('\\n', ' ')
    """
    if isinstance(misc, Features):
        if isinstance(spaces := misc.get("SpacesAfter"), str):
            return unescaped(spaces)
        if misc.get("SpaceAfter") == "No" and before is Before.WORD:
            return ""
    return before.value


def stating(misc: Features | str | None, before: Before, space: str) -> Features | str | None:
    """The MISC that states this space: the given one if it does already."""
    if stated(misc, before) == space:
        return misc
    others = (
        {key: value for key, value in misc.items() if key not in ("SpaceAfter", "SpacesAfter")}
        if isinstance(misc, Features)
        else {}
    )
    if space == "" and before is Before.WORD:
        others["SpaceAfter"] = "No"
    elif space != before.value:
        others["SpacesAfter"] = escaped(space)
    return Features(others)


def escaped(space: str) -> str:
    """The space as MISC writes it."""
    return "".join(_ESCAPES.get(character, character) for character in space)


def unescaped(value: str) -> str:
    """The space that MISC writes so."""
    return re.sub(r"\\[strnp\\]", lambda found: _MEANINGS[found[0]], value)

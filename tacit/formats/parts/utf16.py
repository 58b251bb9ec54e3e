"""Offsets of Java programs, which count UTF-16 code units, and of tacit, which counts code points.

>>> offsets = Utf16("I 🙂 it")
>>> offsets.units(4), offsets.points(5)
(5, 4)
"""

from __future__ import annotations

from bisect import bisect_left


def utf16_length(text: str) -> int:
    """How many UTF-16 code units a text has."""
    return len(text) if text.isascii() else len(text) + sum(sign > "\uffff" for sign in text)


class Utf16:
    """Both ways of counting in one text."""

    def __init__(self, text: str) -> None:
        self._wide = [] if text.isascii() else [place for place, sign in enumerate(text) if sign > "\uffff"]
        self._wide_units = [place + before for before, place in enumerate(self._wide)]

    def units(self, point: int) -> int:
        """The UTF-16 offset of a code point offset."""
        return point + bisect_left(self._wide, point)

    def points(self, unit: int) -> int:
        """The code point offset of a UTF-16 offset; `ValueError` inside a character of two units."""
        before = bisect_left(self._wide_units, unit)
        if before and self._wide_units[before - 1] == unit - 1:
            raise ValueError(f"the offset {unit} is inside a character of two UTF-16 units")
        return unit - before

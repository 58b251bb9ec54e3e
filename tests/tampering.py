"""Plain JSON with one thing in it changed."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

OTHERS = (None, [], {}, "x", -1, float("nan"), True, [None], 10**400)
NESTED = 2
"""Entries of each list or object below the top that are tampered with."""


def tampered(plain: Any, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Copies with one entry dropped, or replaced by something else, and what was done."""
    places = list(plain) if isinstance(plain, dict) else list(range(len(plain)))
    for place in places if depth == 0 else places[:NESTED]:
        yield f"without {place}", without(plain, place)
        for other in OTHERS:
            yield f"{place}: {str(other)[:9]}", _with(plain, place, other)
        if isinstance(plain[place], dict | list):
            for what, inner in tampered(plain[place], depth + 1):
                yield f"{place} > {what}", _with(plain, place, inner)


def without(plain: Any, place: Any) -> Any:
    """A copy with one entry dropped."""
    changed = plain.copy()
    del changed[place]
    return changed


def _with(plain: Any, place: Any, value: Any) -> Any:
    changed = plain.copy()
    changed[place] = deepcopy(value)
    return changed

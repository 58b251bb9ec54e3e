"""Regular expressions from settings, which may come from strangers: searched in time that grows with the text alone.

RE2 has no backtracking, so no pattern can hang; for that it has no look-around and no references back.
"""

from __future__ import annotations

from typing import Protocol

from tacit.errors import MissingExtraError, UsageError
from tacit.extras import require

LONGEST = 1_000
"""Characters of a pattern."""
_MEMORY = 1 << 20
"""Bytes that a compiled pattern may take."""


class Pattern(Protocol):
    """What can be searched for in a text."""

    def search(self, text: str, /) -> object:
        """A match, or nothing."""


def compiled(text: str) -> Pattern:
    """The pattern, or an error that says what is wrong with it."""
    if len(text) > LONGEST:
        raise UsageError(f"a pattern has at most {LONGEST} characters")
    try:
        re2 = require("re2", extra="lint")
    except MissingExtraError:
        raise MissingExtraError("google-re2", "lint") from None  # the package 're2' is somebody else's
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MEMORY
    try:
        pattern: Pattern = re2.compile(text, options)
    except (re2.error, UnicodeEncodeError) as error:
        raise UsageError(f"{text[:80]!r} is not a regular expression of RE2 ({_reason(error)})") from None
    return pattern


def _reason(error: Exception) -> str:
    said = error.args[0] if error.args else ""
    return said.decode(errors="replace") if isinstance(said, bytes) else str(said)

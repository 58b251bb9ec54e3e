"""What a user gives to be read: a text, a document, or where one is."""

from __future__ import annotations

from pathlib import Path

from tacit.clarifications.pages import SUFFIXES
from tacit.errors import InputError
from tacit.files import holds
from tacit.formats import FORMATS, Source

KNOWN_ENDINGS = frozenset({*(suffix for entry in FORMATS for suffix in entry.suffixes), *SUFFIXES})
"""What the name of a file that tacit reads may end in, but for '.gz'."""
_LONGEST_PATH = 1000
"""Characters from which on a string is a text, whatever it ends in."""


def path_in(text: str) -> Path | None:
    """The file or folder that a string names, or nothing where it is a text.

    A string of one line that ends as files do is the name of a file, and an error if there is none.

    >>> path_in("Ann came in. She sat down.")
    >>> path_in("no-such-story.txt")
    Traceback (most recent call last):
    tacit.errors.InputError: no-such-story.txt: there is no such file; if this is a text, give tacit.Document(text)
    """
    if not text.strip() or len(text) > _LONGEST_PATH or "\n" in text or "\0" in text:
        return None
    path = Path(text)
    if holds(path.exists):
        return path
    if Source(path).suffix in KNOWN_ENDINGS:
        raise InputError("there is no such file; if this is a text, give tacit.Document(text)", path=text)
    return None

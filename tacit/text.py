"""Words made to fit: on one line, and not longer than there is room."""

from __future__ import annotations


def squeezed(text: str) -> str:
    r"""A text on one line, with one space between words.

    >>> squeezed("  Ann\n sat   down.")
    'Ann sat down.'
    """
    return " ".join(text.split())


def cut(text: str, limit: int) -> str:
    """The beginning of a text that is too long.

    >>> cut("espresso machine", 9), cut("tea", 9)
    ('espresso…', 'tea')
    """
    return text if len(text) <= limit else text[: limit - 1] + "…"


def cut_at_word(text: str, limit: int) -> str:
    r"""A text on one line, cut between two words.

    >>> cut_at_word("She sat\ndown at once.", 15)
    'She sat down …'
    """
    text = squeezed(text)
    return text if len(text) <= limit else text[:limit].rsplit(" ", 1)[0] + " …"

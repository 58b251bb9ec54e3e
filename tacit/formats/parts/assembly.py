"""A text put together from pieces, with the place of each piece."""

from __future__ import annotations

from collections.abc import Iterable

from tacit.documents import Span


class Assembly:
    """A text that grows at its end.

    >>> page = Assembly()
    >>> page.add("Ann"), page.add("sat", gap=" "), page.text
    (Span(start=0, end=3), Span(start=4, end=7), 'Ann sat')
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self.length = 0

    def add(self, piece: str, gap: str = "") -> Span:
        """Append a piece, after `gap` unless it is the first, and say where it stands."""
        if gap and self.length:
            self._pieces.append(gap)
            self.length += len(gap)
        start = self.length
        self._pieces.append(piece)
        self.length += len(piece)
        return Span(start, self.length)

    @property
    def text(self) -> str:
        """Everything so far."""
        return "".join(self._pieces)


def joined(pieces: Iterable[str], gap: str) -> tuple[str, list[Span]]:
    """The pieces with `gap` between each two, and where each stands.

    >>> joined(["a", "bc"], " ")
    ('a bc', [Span(start=0, end=1), Span(start=2, end=4)])
    """
    assembly = Assembly()
    spans = [assembly.add(piece, gap) for piece in pieces]
    return assembly.text, spans

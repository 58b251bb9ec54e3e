"""Blocks of a page as a reader sees them and in their places in the file, with one map between the two."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property

from tacit.documents import Layer, Span
from tacit.formats.parts.blocks import BlockPlace, Blocks, TextBlock
from tacit.layout import Outline, Places

_NAMED_REFERENCE = re.compile(r"&(?:#?\w{1,32});")


class Visible:
    """What a reader sees of a page: blocks one below the other, noted in the outline, and where they stand."""

    def __init__(self, page: str, blocks: list[TextBlock], outline: Outline) -> None:
        self._page = page
        self._blocks: list[tuple[int, TextBlock]] = []
        parts: list[str] = []
        at = 0
        for number, block in enumerate(blocks):
            if number:
                tight = block.place.step is not None and blocks[number - 1].place.step is not None
                parts.append("\n" if tight else "\n\n")
                at += len(parts[-1])
            end = at + len(block.text)
            _note(outline, Span(at, end), block.place)
            for code_start, code_end in block.code:
                outline.add_not_prose(at + code_start, min(at + code_end, end), "code")
            self._blocks.append((at, block))
            parts.append(block.text)
            at = end
        self.text = "".join(parts)
        self.layers = outline.layers()

    @cached_property
    def places(self) -> Places:
        """Where in the file each character of the text stands."""
        return _places(self._page, self._blocks)


def _places(page: str, blocks: Iterable[tuple[int, TextBlock]]) -> Places:
    places = Places()
    for at, block in blocks:
        for piece in block.pieces(page, at):
            places.add(piece)
    return places


def layout_in_file(page: Blocks, outline: Outline) -> list[Layer]:
    """The layers of the file itself: each block, and each of its lines, where it stands between the tags."""
    for block in page.blocks:
        places = _places(page.page, [(0, block)])
        ends = [inside.end for inside, _ in block.code_in_file]
        for line in block.lines():
            span = places.span(line)
            for number in range(bisect_right(ends, line.start), len(ends)):
                inside, element = block.code_in_file[number]
                if inside.start >= line.end:
                    break
                span = Span(min(span.start, element.start), max(span.end, element.end))
            _note(outline, span, block.place)
        for _, _, token in block.chunks:
            if not token.verbatim:
                for reference in _NAMED_REFERENCE.finditer(page.page, token.start, token.end):
                    outline.add_not_prose(*reference.span(), "html")
    for start, end, kind in page.marks:
        outline.add_not_prose(start, end, kind)
    return outline.layers()


def _note(outline: Outline, span: Span, place: BlockPlace) -> None:
    if place.heading:
        outline.add_heading(span.start, span.end, place.heading)
    else:
        outline.add_paragraph(span.start, span.end, place.step)

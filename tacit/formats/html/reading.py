"""Pick the main text of a page and lay it out as a document."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.documents import Document
from tacit.formats.html.blocks import Block, Blocks
from tacit.formats.registry import Options
from tacit.formats.source import Source
from tacit.layout import Outline

_MANY_WORDS = 10
"""Paragraphs of at least this many words, or that end as sentences do, are taken for main text."""


def read(source: Source, options: Options) -> Iterator[Document]:
    """The page as one document; its title goes to the metadata."""
    outline = Outline("html")
    page = Blocks(source.text(), outline)
    chosen = main_blocks(page.blocks)
    if not chosen:
        source.fail("there is no visible text in the page")
    text = _laid_out(chosen, outline)
    yield Document(text, source.stem, {"title": page.title} if page.title else {}, outline.layers())


def main_blocks(blocks: list[Block]) -> list[Block]:
    """What stands in <main>, or else in <article>, or else reads like prose."""
    in_forms = [block for block in blocks if block.place.form]
    if _size(in_forms) < _size(blocks) / 2:  # some pages are one large form
        blocks = [block for block in blocks if not block.place.form]
    if inside := [block for block in blocks if block.place.main]:
        return inside
    inside = [block for block in blocks if block.place.article]
    if _size(inside) > _size(blocks) / 3:
        return inside
    return _dense(blocks) or blocks


def _size(blocks: list[Block]) -> int:
    return sum(len(block.text) for block in blocks)


def _dense(blocks: list[Block]) -> list[Block]:
    """Blocks of running text, and short ones (headings, steps) right beside them; menus are short and linked."""
    unlinked = [block for block in blocks if block.linked <= len(block.text) / 2]
    running = [
        len(block.text.split()) >= _MANY_WORDS or block.text.endswith((".", "!", "?", ":", "…")) for block in unlinked
    ]
    beside = [any(running[max(0, index - 1) : index + 2]) for index in range(len(unlinked))]
    return [
        block
        for block, is_beside in zip(unlinked, beside, strict=True)
        if is_beside or block.place.heading or (block.place.step is not None and block.place.step.ordered)
    ]


def _laid_out(blocks: list[Block], outline: Outline) -> str:
    """The text of the blocks, one below the other, noted in the outline."""
    parts: list[str] = []
    at = 0
    for number, block in enumerate(blocks):
        if number:
            tight = block.place.step is not None and blocks[number - 1].place.step is not None
            parts.append("\n" if tight else "\n\n")
            at += len(parts[-1])
        end = at + len(block.text)
        if block.place.heading:
            outline.add_heading(at, end, block.place.heading)
        else:
            outline.add_paragraph(at, end, block.place.step)
        for code_start, code_end in block.code:
            outline.add_not_prose(at + code_start, min(at + code_end, end), "code")
        parts.append(block.text)
        at = end
    return "".join(parts)

"""KidsCook: an abstract cooking instruction, a concrete one, and which words of it are blanks.

A row has three cells: abstract, concrete, and a 0 or 1 for each word of the concrete one. The text is the two
instructions, one a line; the layer `steps` labels them, `tokens` are the words, `blanks` those with a 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacit.documents import TOKENS, Annotation, Document, Layer, Span
from tacit.formats.parts.assembly import Assembly
from tacit.formats.parts.cells import tsv_rows
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """One document a row."""
    for line, cells in tsv_rows(source):
        if len(cells) != 3:
            source.fail(f"a row has three cells (abstract, concrete, tags), not {len(cells)}", line)
        abstract, concrete, tags = (cell.split() for cell in cells)
        if not abstract or not concrete:
            source.fail("an instruction is empty", line)
        if len(tags) != len(concrete):
            source.fail(f"{len(tags)} tags for {len(concrete)} words; there must be one for each", line)
        if not set(tags) <= {"0", "1"}:
            source.fail("a tag must be 0 (blank) or 1 (given)", line)
        yield _document(abstract, concrete, tags, f"{source.stem}-{line}")


def _document(abstract: list[str], concrete: list[str], tags: list[str], name: str) -> Document:
    assembly = Assembly()
    words = {}
    for label, step in (("abstract", abstract), ("concrete", concrete)):
        words[label] = [assembly.add(word, " " if number else "\n") for number, word in enumerate(step)]
    steps = [_annotation(Span(spans[0].start, spans[-1].end), label) for label, spans in words.items()]
    blanks = [_annotation(span) for span, tag in zip(words["concrete"], tags, strict=True) if tag == "0"]
    tokens = [_annotation(span) for spans in words.values() for span in spans]
    return Document(assembly.text, name, {}, [Layer("steps", steps), Layer(TOKENS, tokens), Layer("blanks", blanks)])


def _annotation(span: Span, *labels: str) -> Annotation:
    return Annotation((span,), labels, source="kidscook")

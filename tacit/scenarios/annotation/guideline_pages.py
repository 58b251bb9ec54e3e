"""Plain pages of text as PDF: newer versions of INCEpTION take no other guidelines, and no library is needed for it.

Only what the guidelines use of Markdown is known: headings, lists, quotations, emphasis. All lines are set in Courier,
one of the fonts that every reader of PDF has, so a line is as long as it has characters.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

_WIDTH, _HEIGHT, _MARGIN = 595, 842, 50
_SIZE, _LEADING = 10, 14
_COLUMNS = 80
_LINES = (_HEIGHT - 2 * _MARGIN) // _LEADING
_LIST = re.compile(r"([-*]|\d+\.) +")
_EMPHASIS = re.compile(r"(\*\*|\*|`)(?=\S)(.+?)(?<=\S)\1", re.DOTALL)


def pdf(markdown: str) -> bytes:
    """The pages of a text; the same text gives the same bytes."""
    lines = list(_lines(markdown))
    pages = [lines[start : start + _LINES] for start in range(0, len(lines), _LINES)] or [[]]
    # 1 the catalogue, 2 the list of pages, 3 and 4 the fonts, then each page and what stands on it
    numbers = range(5, 5 + 2 * len(pages), 2)
    fonts = [f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode() for name in
             ("Courier", "Courier-Bold")]  # fmt: skip
    kids = " ".join(f"{number} 0 R" for number in numbers)
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        *fonts,
    ]
    for number, page in zip(numbers, pages, strict=True):
        box = f"/MediaBox [0 0 {_WIDTH} {_HEIGHT}] /Resources << /Font << /F0 3 0 R /F1 4 0 R >> >>"
        parts.append(f"<< /Type /Page /Parent 2 0 R {box} /Contents {number + 1} 0 R >>".encode())
        parts.append(_content(page))
    return _file(parts)


def _file(parts: Sequence[bytes]) -> bytes:
    """Numbered objects, and a table of where each of them begins."""
    body, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(parts) + 1, len(body))
    return body + head + table + trailer


def _content(lines: Sequence[tuple[bool, str]]) -> bytes:
    shown = b""
    for place, (bold, line) in enumerate(lines):
        text = re.sub(rb"([\\()])", rb"\\\1", line.encode("cp1252", "replace"))
        height = _HEIGHT - _MARGIN - (place + 1) * _LEADING
        shown += b"/F%d %d Tf 1 0 0 1 %d %d Tm (%s) Tj\n" % (bold, _SIZE, _MARGIN, height, text)
    stream = b"BT\n" + shown + b"ET"
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream)


def _lines(markdown: str) -> Iterator[tuple[bool, str]]:
    """The lines of the pages, and whether each of them is a heading."""
    for block in re.split(r"\n\s*\n", markdown.strip()):
        for piece in _pieces(block):
            heading = piece.startswith("#")
            quotation = piece.startswith(">")
            item = _LIST.match(piece)
            text = re.sub(r"(?m)^> ?", "", piece) if quotation else piece.lstrip("# ")
            text = " ".join(_EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", text)).split())
            first = "    " if quotation else ""
            rest = first or (" " * len(item[0]) if item else "")
            for line in textwrap.wrap(text, _COLUMNS, initial_indent=first, subsequent_indent=rest):
                yield heading, line
        yield False, ""


def _pieces(block: str) -> Iterator[str]:
    """The items of a list one by one, any other block as it is."""
    piece: list[str] = []
    for line in block.splitlines():
        if piece and _LIST.match(line):
            yield "\n".join(piece)
            piece = []
        piece.append(line)
    yield "\n".join(piece)

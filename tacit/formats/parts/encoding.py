"""Which encoding the bytes of a file are in: UTF-8, UTF-16, UTF-32 or Latin-1 as Windows writes it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from tacit.errors import InputError

_HEAD = 64 * 1024
_SIGNATURES = {
    b"%PDF-": "a PDF file; save its text as .txt first",
    b"PK\x03\x04": "a zip file or office document; unpack it or save its text as .txt first",
    b"\x89PNG": "a picture, not a text",
    b"\xff\xd8\xff": "a picture, not a text",
    b"GIF8": "a picture, not a text",
    b"\xd0\xcf\x11\xe0": "an old office document; save its text as .txt first",
}
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it starts with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = bytes({*range(0x20)} - {*b"\t\n\v\f\r\x1b"})
_WINDOWS_1252_HOLES = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")
_BINARY = "looks like a binary file; tacit reads text"


def detect(chunks: Iterator[bytes]) -> str:
    """The name of the encoding, found by decoding all chunks once; an `InputError` where there is none."""
    first = next(chunks, b"")
    if not first:
        raise InputError("the file is empty")
    for signature, kind in _SIGNATURES.items():
        if first.startswith(signature):
            raise InputError(f"is {kind}")
    marked = next((name for mark, name in _MARKS if first.startswith(mark)), None)
    if wide := marked or _utf16_without_mark(first):
        return _checked(first, chunks, wide)
    head = first[:_HEAD]
    # A stray control character or two (an old end-of-file mark) does not make a text binary.
    if len(head) - len(head.translate(None, _CONTROL)) > len(head) / 100 + 2:
        raise InputError(_BINARY)
    return _utf8_or_latin1(first, chunks)


def _utf16_without_mark(first: bytes) -> str | None:
    """UTF-16 of mostly Latin script has a zero in every other byte."""
    even, odd = first[0:400:2], first[1:400:2]
    if len(odd) < 2:
        return None
    zeros_even, zeros_odd = even.count(0) / len(even), odd.count(0) / len(odd)
    if zeros_odd > 0.7 and zeros_even < 0.1:
        return "utf-16-le"
    if zeros_even > 0.7 and zeros_odd < 0.1:
        return "utf-16-be"
    return None


def _checked(first: bytes, rest: Iterator[bytes], encoding: str) -> str:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        decoder.decode(first)
        for chunk in rest:
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        raise InputError(f"starts as {encoding.upper()} but is not valid {encoding.upper()} throughout") from None
    return encoding


def _utf8_or_latin1(first: bytes, rest: Iterator[bytes]) -> str:
    """UTF-8 if all of it is; Latin-1 if nothing beyond ASCII is UTF-8; broken if some is and some is not."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    line, broken_line, wide, holes = 1, 0, first.startswith(codecs.BOM_UTF8), False
    chunk: bytes | None = first
    while chunk is not None:
        if b"\0" in chunk:
            raise InputError(_BINARY)
        following = next(rest, None)
        try:
            text = decoder.decode(chunk, final=following is None)
        except UnicodeDecodeError:
            decoder.errors = "surrogateescape"
            text = decoder.decode(chunk, final=following is None)
        if decoder.errors == "strict":
            wide = wide or not text.isascii()
        elif not text.isascii():
            if not broken_line and (broken := re.search("[\udc80-\udcff]", text)):
                broken_line = line + text.count("\n", 0, broken.start())
            wide = wide or _has_characters_beyond_ascii(text)
        holes = holes or (not chunk.isascii() and _WINDOWS_1252_HOLES.search(chunk) is not None)
        if broken_line and wide:
            raise InputError("broken UTF-8: bytes that are not a character; save the file as UTF-8", line=broken_line)
        line += chunk.count(b"\n")
        chunk = following
    if not broken_line:
        return "utf-8"
    return "latin-1" if holes else "cp1252"


def _has_characters_beyond_ascii(text: str) -> bool:
    """Is anything in a text decoded with 'surrogateescape' neither ASCII nor a byte that was no character?"""
    try:
        text.encode("ascii", "surrogateescape")
    except UnicodeEncodeError:
        return True
    return False

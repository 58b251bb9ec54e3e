"""One input file as text: unpacked, decoded and bounded.

Every reader takes a `Source`, so gzip, encodings and limits are handled once, here.
"""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import IO, NoReturn

from tacit.errors import InputError
from tacit.files import reason

MEGABYTE = 1 << 20
MAX_DOCUMENT = 64 * MEGABYTE
"""Most bytes that one document, or one line of a file with a document a line, may have."""
MAX_RATIO = 200
"""Most that gzip may have shrunk a text; real text shrinks to a third, a bomb to a thousandth."""
_CHUNK = MEGABYTE
_HEAD = 64 * 1024

_NOT_TEXT = re.compile(rb"[\x00-\x06\x0e-\x1a\x1c-\x1f]")
_WINDOWS_1252_HOLES = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")


class Source:
    """A file to read: `path`, the document name `stem`, and its text whole, by line, or only its head.

    Give `content` to read from memory (standard input, an upload) under a name of your own.
    """

    def __init__(self, path: str | Path, content: bytes | None = None) -> None:
        self.path = Path(path)
        self._content = content

    @property
    def is_packed(self) -> bool:
        """Is it a gzip file, by its name?"""
        return self.path.suffix.lower() == ".gz"

    @property
    def name(self) -> str:
        """The file name without '.gz'."""
        return self.path.stem if self.is_packed else self.path.name

    @property
    def stem(self) -> str:
        """The file name without any known ending: what a document is called when the file does not say."""
        return Path(self.name).stem or self.name

    @property
    def suffix(self) -> str:
        """The ending that tells the format, in lower case, '.gz' ignored."""
        return Path(self.name).suffix.lower()

    def fail(self, message: str, line: int | None = None) -> NoReturn:
        """Raise the one-sentence error that places `message` in this file."""
        raise InputError(message, path=self.path, line=line)

    def chunks(self) -> Iterator[bytes]:
        """The unpacked bytes, a megabyte at a time."""
        if self._content is not None and not self.is_packed:
            yield self._content
            return
        try:
            with self._raw() as raw:
                yield from self._unpacked(raw) if self.is_packed else iter(lambda: raw.read(_CHUNK), b"")
        except (EOFError, gzip.BadGzipFile, zlib.error):
            self.fail("not a whole gzip file")
        except IsADirectoryError:
            self.fail("is a folder, not a file")
        except FileNotFoundError:
            self.fail("there is no such file")
        except OSError as error:
            self.fail(f"cannot be read ({reason(error)})")

    def _raw(self) -> IO[bytes]:
        if self._content is None:
            return self.path.open("rb")
        return io.BytesIO(self._content)

    def _unpacked(self, raw: IO[bytes]) -> Iterator[bytes]:
        total = 0
        with gzip.GzipFile(fileobj=raw) as packed:
            while chunk := packed.read(_CHUNK):
                total += len(chunk)
                if total > 16 * MEGABYTE and total > MAX_RATIO * max(1, raw.tell()):
                    self.fail(f"unpacks to more than {MAX_RATIO} times its size, as a gzip bomb would")
                yield chunk

    @cached_property
    def head(self) -> str:
        """The first 64 KiB as text, to recognise the format by."""
        return next(self._decoded(), "")[:_HEAD].removeprefix("\ufeff")

    def text(self) -> str:
        """The whole file as it stands, line ends included."""
        content = bytearray()
        for chunk in self.chunks():
            content += chunk
            if len(content) > MAX_DOCUMENT:
                self.fail(f"more than {MAX_DOCUMENT // MEGABYTE} MB in one document; split it")
        text = bytes(content).decode(self.encoding)
        return text.removeprefix("\ufeff")

    def lines(self) -> Iterator[tuple[int, str]]:
        """Line numbers from 1 and lines without their ends; only LF and CRLF end a line."""
        pending: list[str] = []
        waiting = 0
        number = 0
        for text in self._decoded():
            first, *rest = text.split("\n")
            pending.append(first)
            waiting += len(first)
            for part in rest:
                number += 1
                yield number, "".join(pending).removesuffix("\r")
                pending, waiting = [part], len(part)
            if waiting > MAX_DOCUMENT:
                self.fail(f"a line of more than {MAX_DOCUMENT // MEGABYTE} MB; split it", number + 1)
        if waiting:
            yield number + 1, "".join(pending).removesuffix("\r")

    def _decoded(self) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder(self.encoding)()
        first = True
        for chunk in self.chunks():
            text = decoder.decode(chunk)
            yield text.removeprefix("\ufeff") if first else text
            first = False
        yield decoder.decode(b"", final=True)

    @cached_property
    def encoding(self) -> str:
        """UTF-8, UTF-16 or Latin-1 (as Windows writes it), found by reading the file once; else an error."""
        chunks = self.chunks()
        first = next(chunks, b"")
        if not first:
            self.fail("the file is empty")
        if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return self._checked(first, chunks, "utf-16")
        if wide := _utf16_without_mark(first):
            return self._checked(first, chunks, wide)
        if _NOT_TEXT.search(first[:_HEAD]):
            self.fail("looks like a binary file; tacit reads text")
        return self._utf8_or_latin1(first, chunks)

    def _checked(self, first: bytes, rest: Iterator[bytes], encoding: str) -> str:
        decoder = codecs.getincrementaldecoder(encoding)()
        try:
            decoder.decode(first)
            for chunk in rest:
                decoder.decode(chunk)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            self.fail(f"starts as {encoding.upper()} but is not valid {encoding.upper()} throughout")
        return encoding

    def _utf8_or_latin1(self, first: bytes, rest: Iterator[bytes]) -> str:
        """UTF-8 if all of it is; Latin-1 if nothing beyond ASCII is UTF-8; broken if some is and some is not."""
        decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        line, broken_line, wide, holes = 1, 0, first.startswith(codecs.BOM_UTF8), False
        chunk: bytes | None = first
        while chunk is not None:
            following = next(rest, None)
            text = decoder.decode(chunk, final=following is None)
            if not text.isascii():
                broken = re.search("[\udc80-\udcff]", text)
                if broken and not broken_line:
                    broken_line = line + text.count("\n", 0, broken.start())
                wide = wide or re.search("[^\x00-\x7f\udc80-\udcff]", text) is not None
                holes = holes or _WINDOWS_1252_HOLES.search(chunk) is not None
                if broken_line and wide:
                    self.fail("broken UTF-8: bytes that are not a character; save the file as UTF-8", broken_line)
            line += chunk.count(b"\n")
            chunk = following
        if not broken_line:
            return "utf-8"
        return "latin-1" if holes else "cp1252"


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

"""One input file as text: unpacked, decoded and bounded.

Every reader takes a `Source`, so gzip, encodings and limits are handled once, here.
"""

from __future__ import annotations

import codecs
import gzip
import io
import re
import stat
import zlib
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import IO, NoReturn

from tacit.errors import InputError
from tacit.files import holds, reason
from tacit.formats.parts.encoding import detect

MEGABYTE = 1 << 20
MAX_DOCUMENT = 64 * MEGABYTE
"""Most bytes that one document, or one line of a file with a document a line, may have."""
MAX_RATIO = 200
"""Most that gzip may have shrunk a text; real text shrinks to a third, a bomb to a thousandth."""
HEAD = 64 * 1024
"""Most characters of a file that a format is recognised by."""
_CHUNK = MEGABYTE
_GZIP_SIGNATURE = b"\x1f\x8b"
_NOT_UNICODE = re.compile(r"[\ud800-\udfff]")
_CHANGED = "changed while it was read; read it again when nothing writes to it"


class Source:
    """A file to read: `path`, the document name `stem`, and its text whole, by line, or only its head.

    Give `content` to read from memory (standard input, an upload) under a name of your own.

    >>> list(Source("notes.txt", b"Boil water.\\r\\nAdd salt.").lines())
    [(1, 'Boil water.'), (2, 'Add salt.')]
    """

    def __init__(self, path: str | Path, content: bytes | None = None, *, stem: str = "") -> None:
        self.path = Path(path)
        self.largest = MAX_DOCUMENT
        """Most bytes that a file inside this one, if it is an archive, may unpack to."""
        self.on_bad_line: Callable[[InputError], None] | None = None
        self._content = content
        self._stem = stem
        self._size = 0

    @property
    def is_packed(self) -> bool:
        """Is it a gzip file, by its name? (When reading, the content decides.)"""
        return self.path.suffix.lower() == ".gz"

    @property
    def name(self) -> str:
        """The file name without '.gz'."""
        return self.path.stem if self.is_packed else self.path.name

    @property
    def bare_name(self) -> str:
        """The file name without any ending: what files beside it are called, too."""
        return Path(self.name).stem or self.name

    @property
    def stem(self) -> str:
        """What a document is called when the file does not say: the bare name, as Unicode text."""
        return _NOT_UNICODE.sub("\ufffd", self._stem or self.bare_name)

    @property
    def suffix(self) -> str:
        """The ending that tells the format, in lower case, '.gz' ignored."""
        return Path(self.name).suffix.lower()

    def fail(self, message: str, line: int | None = None) -> NoReturn:
        """Raise the one-sentence error that places `message` in this file."""
        raise InputError(message, path=self.path, line=line)

    def pass_over(self, error: InputError) -> None:
        """Report a line that is bad by itself, so that the rest can be read; raise it where nobody listens."""
        if self.on_bad_line is None:
            raise error.at(self.path)
        self.on_bad_line(error.at(self.path))

    def beside(self, name: str) -> Source | None:
        """The file of that name in the same folder, if there is one; content in memory has no neighbours."""
        path = self.path.with_name(name)
        return Source(path) if self._content is None and holds(path.is_file) else None

    def chunks(self) -> Iterator[bytes]:
        """The unpacked bytes, a megabyte at a time."""
        try:
            with self._raw() as raw:
                packed = raw.read(2) == _GZIP_SIGNATURE
                raw.seek(0)
                if self.is_packed and not packed and self._size:
                    self.fail("is named .gz but is not a gzip file")
                yield from self._unpacked(raw) if packed else self._plain(raw)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            self.fail("not a whole gzip file")
        except FileNotFoundError:
            self.fail("there is no such file")
        except OSError as error:
            self.fail(f"cannot be read ({reason(error)})")
        except ValueError:
            self.fail("is not a possible file name")

    def _raw(self) -> IO[bytes]:
        if self._content is not None:
            self._size = len(self._content)
            return io.BytesIO(self._content)
        status = self.path.stat()
        if stat.S_ISDIR(status.st_mode):
            self.fail("is a folder, not a file")
        if not stat.S_ISREG(status.st_mode):  # a pipe or device might never end
            self.fail("is not a regular file")
        self._size = max(self._size, status.st_size)
        return self.path.open("rb")

    def _plain(self, raw: IO[bytes]) -> Iterator[bytes]:
        total = 0
        while chunk := raw.read(_CHUNK):
            total += len(chunk)
            yield chunk
        if total < self._size:
            self.fail(_CHANGED)

    def _unpacked(self, raw: IO[bytes]) -> Iterator[bytes]:
        total = 0
        with gzip.GzipFile(fileobj=raw) as packed:
            while chunk := packed.read(_CHUNK):
                total += len(chunk)
                if total > 16 * MEGABYTE and total > MAX_RATIO * max(1, raw.tell()):
                    self.fail(f"unpacks to more than {MAX_RATIO} times its size, as a gzip bomb would")
                yield chunk

    @cached_property
    def encoding(self) -> str:
        """UTF-8, UTF-16, UTF-32 or Latin-1 (as Windows writes it), found by reading the file once; else an error."""
        try:
            return detect(self.chunks())
        except InputError as error:
            raise error.at(self.path) from None

    @cached_property
    def head(self) -> str:
        """The first 64 KiB as text, to recognise the format by."""
        return next(self._decoded(), "")[:HEAD]

    def text(self) -> str:
        """The whole file as it stands, line ends included."""
        parts: list[str] = []
        total = 0
        for part in self._decoded():
            parts.append(part)
            total += len(part)
            if total > MAX_DOCUMENT:
                self.fail(f"more than {MAX_DOCUMENT // MEGABYTE} MB in one document; split it")
        return "".join(parts)

    def whole_text(self) -> str:
        """The text of a file that must have one."""
        text = self.text()
        if not text.strip():
            self.fail("there is no text in the file")
        return text

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
        """The text a chunk at a time, without a byte order mark."""
        decoder = codecs.getincrementaldecoder(self.encoding)()
        first = True
        try:
            for chunk in self.chunks():
                text = decoder.decode(chunk)
                yield text.removeprefix("\ufeff") if first else text
                first = False
            yield decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            self.fail(_CHANGED)

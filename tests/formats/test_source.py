from __future__ import annotations

import codecs
import gzip
import os
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tacit.formats.source as source_module
from tacit.errors import InputError
from tacit.formats.source import MEGABYTE, Source

TEXT = "Die Köchin wärmt Öl – 100 °C.\r\nDann rührt sie.\n"


def complaint(source, *, read=Source.text):
    with pytest.raises(InputError) as caught:
        list(read(source))
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "stem", "suffix", "packed"),
    [
        ("a/tea.txt", "tea", ".txt", False),
        ("tea.JSONL.gz", "tea", ".jsonl", True),
        ("tea", "tea", "", False),
        (".hidden", ".hidden", "", False),
        ("tea.v2.md", "tea.v2", ".md", False),
    ],
)
def test_a_name_tells_stem_and_ending(name, stem, suffix, packed):
    source = Source(name)
    assert (source.stem, source.suffix, source.is_packed) == (stem, suffix, packed)


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (TEXT.encode(), "utf-8"),
        (codecs.BOM_UTF8 + TEXT.encode(), "utf-8"),
        (TEXT.encode("utf-16"), "utf-16"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16"),
        (TEXT.encode("utf-16-le"), "utf-16-le"),
        (TEXT.encode("utf-16-be"), "utf-16-be"),
        (TEXT.encode("utf-32"), "utf-32"),
        (TEXT.encode("cp1252"), "cp1252"),
        (TEXT.replace("–", "\x81").encode("latin-1"), "latin-1"),
        (b"plain", "utf-8"),
        (b"a line of an old system\n\x1a", "utf-8"),
    ],
)
def test_encodings_are_told_apart(content, encoding):
    source = Source("a.txt", content)
    assert source.encoding == encoding
    expected = content.decode(encoding).removeprefix("\ufeff")
    assert source.text() == expected
    assert source.head == expected
    assert [line for _, line in source.lines()] == expected.replace("\r\n", "\n").rstrip("\n").split("\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"ok\nT\xc3\xbcr\nT\xfcr\n", "line 3: broken UTF-8"),
        (b"ok\nT\xfcr\nT\xc3\xbcr\n", "line 2: broken UTF-8"),
        (codecs.BOM_UTF8 + b"T\xfcr", "line 1: broken UTF-8"),
        ("Tür Tür".encode()[:-2], "broken UTF-8"),
        (b"text\0text and more text", "binary"),
        (b"text" * 100_000 + b"\0", "binary"),
        (bytes(range(1, 32)) * 3, "binary"),
        (b"%PDF-1.7 ...", "PDF"),
        (b"PK\x03\x04...", "zip file or office document"),
        (b"\x89PNG\r\n\x1a\n", "picture"),
        (codecs.BOM_UTF16_LE + b"a\0b", "not valid UTF-16 throughout"),
        (codecs.BOM_UTF16_LE + b"\x00\xd8a\0", "not valid UTF-16 throughout"),
    ],
)
def test_what_is_not_text_gets_one_sentence(content, message):
    assert message in complaint(Source("a.txt", content))


def test_a_character_may_stand_across_two_chunks(tmp_path):
    text = "a" * (MEGABYTE - 1) + "ü🙂" * 10
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    assert Source(tmp_path / "a.txt").text() == text
    (tmp_path / "b.txt").write_bytes(text.replace("🙂", "x").encode("cp1252"))
    assert Source(tmp_path / "b.txt").text() == text.replace("🙂", "x")


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("ab\n\r ü🙂\u2028\x0b"), min_size=1), st.integers(1, 7))
def test_lines_do_not_depend_on_the_size_of_chunks(text, size):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source_module, "_CHUNK", size)
        source = Source("a.txt", text.encode())
        lines = list(source.lines())
        assert source.text() == text
    whole = text.split("\n")
    whole = whole[:-1] if not whole[-1] else whole
    assert lines == [(number, line.removesuffix("\r")) for number, line in enumerate(whole, 1)]


class TestGzip:
    @pytest.mark.parametrize("name", ["a.txt.gz", "a.txt"])
    def test_is_known_by_its_content(self, name):
        assert Source(name, gzip.compress(TEXT.encode())).text() == TEXT

    def test_may_have_several_members(self):
        assert Source("a.gz", gzip.compress(b"tea ") + gzip.compress(b"milk")).text() == "tea milk"

    def test_must_be_whole(self):
        packed = gzip.compress(os.urandom(3000).hex().encode())
        assert "not a whole gzip file" in complaint(Source("a.gz", packed[:-9]))
        assert "not a whole gzip file" in complaint(Source("a.gz", packed[:40]))
        assert "not a whole gzip file" in complaint(Source("a.gz", packed + b"rubbish"))
        assert "not a whole gzip file" in complaint(Source("a.gz", packed[:100] + b"\0\xff" * 20 + packed[140:]))

    def test_must_be_what_its_name_says(self):
        assert "named .gz but is not" in complaint(Source("a.gz", b"just text"))

    def test_may_not_unpack_to_a_bomb(self):
        bomb = gzip.compress(b"a" * (40 * MEGABYTE))
        tracemalloc.start()
        message = complaint(Source("a.gz", bomb))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert "gzip bomb" in message
        assert peak < 16 * MEGABYTE

    def test_of_nothing_is_empty(self):
        assert "empty" in complaint(Source("a.gz", gzip.compress(b"")))
        assert "empty" in complaint(Source("a.gz", b""))


class TestLimits:
    @pytest.fixture(autouse=True)
    def _small(self, monkeypatch):
        monkeypatch.setattr(source_module, "MAX_DOCUMENT", 4 * MEGABYTE)

    def test_a_document_is_bounded(self, tmp_path):
        (tmp_path / "a.txt").write_bytes(b"a\n" * 3 * MEGABYTE)
        assert "more than 4 MB in one document" in complaint(Source(tmp_path / "a.txt"))

    def test_a_line_is_bounded_and_so_is_the_memory(self, tmp_path):
        (tmp_path / "a.txt").write_bytes(b"first\n" + b"a" * 40 * MEGABYTE)
        tracemalloc.start()
        message = complaint(Source(tmp_path / "a.txt"), read=Source.lines)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert "line 2: a line of more than 4 MB" in message
        assert peak < 20 * MEGABYTE

    def test_many_lines_are_not(self, tmp_path):
        (tmp_path / "a.txt").write_bytes(b"a line of tea\n" * MEGABYTE)
        assert sum(1 for _ in Source(tmp_path / "a.txt").lines()) == MEGABYTE


class TestFiles:
    def test_that_are_missing(self, tmp_path):
        assert "no such file" in complaint(Source(tmp_path / "none.txt"))

    def test_that_are_folders(self, tmp_path):
        assert "is a folder" in complaint(Source(tmp_path))

    def test_that_cannot_have_that_name(self):
        assert "not a possible file name" in complaint(Source("a\0b"))
        assert "cannot be read" in complaint(Source("a" * 5000))

    def test_that_may_not_be_read(self, tmp_path, monkeypatch):
        (tmp_path / "a.txt").write_text("secret")

        def refuse(*_):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("pathlib.Path.open", refuse)
        assert "cannot be read (Permission denied)" in complaint(Source(tmp_path / "a.txt"))

    def test_that_never_end(self, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        assert "not a regular file" in complaint(Source(tmp_path / "pipe"))
        assert "not a regular file" in complaint(Source("/dev/zero"))

    def test_that_vanish_or_shrink_between_two_readings(self, tmp_path):
        file = tmp_path / "a.txt"
        file.write_text("tea and milk")
        source = Source(file)
        assert source.encoding == "utf-8"
        file.write_text("tea")
        assert "changed while it was read" in complaint(source)
        file.unlink()
        assert "no such file" in complaint(source)

    def test_that_shrink_while_they_are_read(self, tmp_path):
        file = tmp_path / "a.txt"
        file.write_bytes(b"tea\n" * MEGABYTE)
        source = Source(file)
        lines = source.lines()
        next(lines)
        os.truncate(file, 2 * MEGABYTE)
        with pytest.raises(InputError, match="changed while it was read"):
            list(lines)

    def test_that_change_their_encoding(self, tmp_path):
        file = tmp_path / "a.txt"
        file.write_bytes("Tür".encode())
        source = Source(file)
        assert source.encoding == "utf-8"
        file.write_bytes(b"T\xfcr zu")
        assert "changed while it was read" in complaint(source)

    def test_beside_each_other(self, tmp_path):
        (tmp_path / "a.txt").write_text("tea")
        beside = Source(tmp_path / "a.ann").beside("a.txt")
        assert beside is not None
        assert beside.text() == "tea"
        assert Source(tmp_path / "a.ann").beside("b.txt") is None
        assert Source(tmp_path / "a.ann", b"x").beside("a.txt") is None

    @pytest.mark.parametrize("given", ["", "deep/caf\udce9"])
    def test_with_names_that_are_no_unicode(self, tmp_path, given):
        (tmp_path / os.fsdecode(b"caf\xe9.txt")).write_text("coffee")
        source = Source(tmp_path / os.fsdecode(b"caf\xe9.ann"), stem=given)
        assert source.stem in ("caf\ufffd", "deep/caf\ufffd")
        beside = source.beside(f"{source.bare_name}.txt")
        assert beside is not None
        assert beside.text() == "coffee"

from __future__ import annotations

import errno
import gzip
import os
from pathlib import Path

import pytest

from tacit import formats
from tacit.documents import Document
from tacit.errors import InputError, OutputError, UsageError
from tacit.formats import jsonl

TEA, MILK = Document("Tea.", "tea"), Document("Milk.", "milk")


def names(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_file_by_its_ending(tmp_path):
    assert formats.write([TEA, MILK], tmp_path / "a.jsonl") == 2
    assert list(formats.open(tmp_path / "a.jsonl")) == [TEA, MILK]


def test_a_packed_file_has_the_same_bytes_each_time(tmp_path):
    formats.write([TEA], tmp_path / "a.jsonl.gz")
    formats.write(iter([TEA]), tmp_path / "b.jsonl.gz")
    assert gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()).decode() == TEA.to_json() + "\n"
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()


def test_a_format_can_be_named(tmp_path):
    formats.write([TEA], tmp_path / "a.txt", format="jsonl")
    assert (tmp_path / "a.txt").read_text() == TEA.to_json() + "\n"


def test_an_ending_that_tells_no_format(tmp_path):
    with pytest.raises(UsageError, match="name the `format` to write"):
        formats.write([TEA], tmp_path / "a.xyz")


def test_a_format_that_cannot_be_written(tmp_path):
    with pytest.raises(UsageError, match="can be read but not written"):
        formats.write([TEA], tmp_path / "a.html", format="html")
    assert names(tmp_path) == []


def test_a_file_for_one_document_takes_one(tmp_path):
    assert formats.write([TEA], tmp_path / "a.txt") == 1
    with pytest.raises(UsageError, match="holds one document"):
        formats.write([TEA, MILK], tmp_path / "b.txt")
    with pytest.raises(InputError, match="no document to write"):
        formats.write([], tmp_path / "b.txt")
    assert names(tmp_path) == ["a.txt"]


class TestFolder:
    def test_has_a_file_for_each_document(self, tmp_path):
        assert formats.write([TEA, MILK], f"{tmp_path}/new/deep/", format="plain") == 2
        assert names(tmp_path) == ["new/deep/milk.txt", "new/deep/tea.txt"]

    def test_needs_a_format(self, tmp_path):
        with pytest.raises(UsageError, match="name the `format` to write"):
            formats.write([TEA], tmp_path)

    @pytest.mark.parametrize(
        ("id", "name"),
        [
            ("../../etc/x", "etc_x.txt"),
            ("/etc/passwd", "etc_passwd.txt"),
            ("..", "document.txt"),
            ("", "document.txt"),
            (".hidden", "hidden.txt"),
            ("-rf", "rf.txt"),
            ("a b\n$(c)`d`;e|f\\g\0h", "a_b_c_d_e_f_g_h.txt"),
            ("C:\\x", "C_x.txt"),
            ("Tür 日本", "Tür_日本.txt"),
            ("x" * 500, "x" * 100 + ".txt"),
            ("日" * 500, "日" * 33 + ".txt"),
        ],
    )
    def test_ids_become_safe_names(self, tmp_path, id, name):
        inside = tmp_path / "a" / "b" / "c"
        inside.mkdir(parents=True)
        formats.write([Document("Tea.", id)], inside, format="plain")
        assert names(tmp_path) == [f"a/b/c/{name}"]

    def test_equal_ids_get_names_of_their_own(self, tmp_path):
        same = [Document(str(number), id) for number, id in enumerate(["a", "A", "a", "a-2", "a"])]
        assert formats.write(same, tmp_path, format="plain") == 5
        assert sorted(path.read_text() for path in tmp_path.iterdir()) == ["0", "1", "2", "3", "4"]
        assert len({name.lower() for name in names(tmp_path)}) == 5

    def test_many_equal_ids_do_not_take_ever_longer(self, tmp_path, monkeypatch):
        monkeypatch.setattr("tacit.formats.writing._write_one", lambda *_: None)
        assert formats.write((Document("x") for _ in range(20_000)), tmp_path, format="plain") == 20_000

    def test_cannot_stand_where_a_file_is(self, tmp_path):
        (tmp_path / "a").write_text("old")
        with pytest.raises(OutputError, match="cannot be written"):
            formats.write([TEA], f"{tmp_path}/a/", format="plain")


class TestNothingHalfWritten:
    @pytest.fixture(params=["a.jsonl", "a.jsonl.gz"])
    def target(self, request, tmp_path):
        path = tmp_path / request.param
        path.write_text("old")
        return path

    def check(self, target):
        assert target.read_text() == "old"
        assert names(target.parent) == [target.name]

    def test_when_the_disk_is_full(self, target, monkeypatch):
        def full(documents, stream):
            stream.write("half of ")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(jsonl, "write", full)
        with pytest.raises(OutputError, match="No space left on device"):
            formats.write([TEA], target)
        self.check(target)

    @pytest.mark.parametrize("error", [InputError("bad line"), KeyboardInterrupt()])
    def test_when_the_documents_break_off(self, target, error):
        def broken():
            yield TEA
            raise error

        with pytest.raises(type(error)):
            formats.write(broken(), target)
        self.check(target)

    @pytest.mark.parametrize("at", ["a.txt", "a.ann"])
    def test_of_two_files_that_belong_together(self, tmp_path, monkeypatch, at):
        formats.write([TEA], tmp_path / "a.ann")
        real = Path.replace

        def replace(self, target):
            if Path(target).name == at:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return real(self, target)

        monkeypatch.setattr(Path, "replace", replace)
        with pytest.raises(OutputError, match="No space left on device"):
            formats.write([MILK], tmp_path / "a.ann")
        assert [document.text for document in formats.open(tmp_path / "a.ann")] == ["Tea."]
        assert names(tmp_path) == ["a.ann", "a.txt"]

    def test_when_the_folder_is_missing(self, tmp_path):
        with pytest.raises(OutputError, match="No such file or directory"):
            formats.write([TEA], tmp_path / "none" / "a.jsonl")
        assert names(tmp_path) == []

    def test_when_a_folder_is_in_the_way(self, tmp_path):
        (tmp_path / "a.jsonl").mkdir()
        with pytest.raises(UsageError, match="is a folder"):
            formats.write([TEA], tmp_path / "a.jsonl")

    def test_of_a_file_that_is_read_at_the_same_time(self, tmp_path):
        formats.write([TEA, MILK], tmp_path / "a.jsonl")
        formats.write(formats.open(tmp_path / "a.jsonl"), tmp_path / "a.jsonl")
        assert list(formats.open(tmp_path / "a.jsonl")) == [TEA, MILK]

    def test_when_the_name_is_too_long(self, tmp_path):
        with pytest.raises(OutputError, match="File name too long"):
            formats.write([TEA], tmp_path / ("a" * 300 + ".jsonl"))
        assert names(tmp_path) == []


def test_a_name_that_is_no_unicode_is_a_clean_id_in_every_format(tmp_path):
    (tmp_path / os.fsdecode(b"caf\xe9.txt")).write_text("Ann drank coffee.")
    for name in (b"caf\xe9.conllu", b"caf\xe9.jsonl", b"caf\xe9.ann"):
        formats.write(formats.open(tmp_path / os.fsdecode(b"caf\xe9.txt")), tmp_path / os.fsdecode(name))
        [document] = formats.open(tmp_path / os.fsdecode(name))
        assert (document.id, document.text) == ("caf\ufffd", "Ann drank coffee.")

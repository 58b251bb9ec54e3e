"""Each bad input: one sentence that names it, exit code 2, nothing written."""

import errno
import gzip
import os

import pytest

MCSCRIPT = '<data><instance id="1" scenario="tea"><text>I boiled water.</text></instance></data>'
BOMB = "".join(
    ['<!DOCTYPE data [<!ENTITY a0 "ha">']
    + [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)]
    + ['<!ENTITY z "">]>', MCSCRIPT.replace("boiled", "&a9;")]
)
EXTERNAL = '<!DOCTYPE data [<!ENTITY file SYSTEM "file:///etc/passwd">]>' + MCSCRIPT.replace("boiled", "&file;")
WEBANNO = (
    "#FORMAT=WebAnno TSV 3.2\n#T_SP=webanno.custom.Scene|label\n\n\n"
    "#Text=Ann sat down.\n1-1\t0-3\tAnn\tscene\t\n1-2\t4-7\tsat\tscene\t\n1-3\t8-12"
)


def bad(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


CASES = {
    "empty": ("a.txt", "", "the file is empty"),
    "blank": ("a.txt", " \n\n", "no text"),
    "binary": ("a.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not a text"),
    "broken-utf8": ("a.txt", "Käse\n".encode() + b"\xff\xfe caf\xe9\n", "line 2: broken UTF-8"),
    "csv-without-column": ("a.csv", "id,body\n1,hello\n", "'text'"),
    "malformed-xml": ("a.xml", MCSCRIPT[:-10], "a.xml"),
    "external-entity": ("a.xml", EXTERNAL, "entit"),
    "billion-laughs": ("a.xml", BOMB, "entit"),
    "gzip-bomb": ("a.txt.gz", gzip.compress(b" " * (40 << 20)), "gzip bomb"),
    "cut-gzip": ("a.txt.gz", gzip.compress(os.urandom(5000))[:3000], "gzip"),
    "cut-webanno": ("a.tsv", WEBANNO, "line 8"),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("command", ["read", "convert"])
def test_one_sentence_and_exit_code_2(tacit, tmp_path, case, command):
    name, content, expected = CASES[case]
    path = bad(tmp_path, name, content)
    target = tmp_path / "out.jsonl"
    shown = tacit("read", path) if command == "read" else tacit("convert", path, target)
    assert shown.code == 2
    assert shown.stdout == ""
    assert shown.stderr.startswith(f"tacit: {path}")
    assert expected in shown.stderr
    assert shown.stderr.count("\n") == 1
    assert [p.name for p in tmp_path.iterdir()] == [name]


def test_missing_file(tacit, tmp_path):
    shown = tacit("read", tmp_path / "none.txt")
    assert (shown.code, shown.stderr) == (2, f"tacit: {tmp_path / 'none.txt'}: there is no such file\n")


def test_folder_without_readable_files(tacit, tmp_path):
    bad(tmp_path, "picture.png", b"\x89PNG")
    shown = tacit("read", tmp_path)
    assert (shown.code, shown.stderr) == (2, f"tacit: {tmp_path}: no file here that tacit can read\n")


def test_huge_single_line(tacit, tmp_path):
    path = tmp_path / "long.txt"
    with path.open("wb") as stream:
        for _ in range(200):
            stream.write(b"word " * 200_000)
    shown = tacit("convert", path, tmp_path / "out.jsonl")
    assert shown.code == 2
    assert "more than 64 MB in one document" in shown.stderr


def test_bad_file_in_a_folder_is_skipped_and_counted(tacit, tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    bad(folder, "a.txt", "Ann came in.")
    bad(folder, "b.txt", "")
    shown = tacit("convert", folder, tmp_path / "out.jsonl", "--json")
    assert shown.code == 0
    assert '"documents": 1' in shown.stdout
    assert "the file is empty" in shown.stdout


@pytest.mark.parametrize("target", ["none/out.jsonl", "texts"])
def test_path_that_cannot_be_written(tacit, tmp_path, target):
    (tmp_path / "texts").mkdir()
    shown = tacit("convert", bad(tmp_path, "a.txt", "Ann came in."), tmp_path / target)
    assert shown.code == 2
    assert str(tmp_path / target) in shown.stderr


def test_unknown_ending_lists_what_can_be_written(tacit, tmp_path):
    shown = tacit("convert", bad(tmp_path, "a.txt", "Ann came in."), tmp_path / "out.docx")
    assert shown.code == 2
    assert "--to" in shown.stderr and "jsonl" in shown.stderr


def test_full_disk(tacit, tmp_path, monkeypatch):
    def full(_handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    source = bad(tmp_path, "a.txt", "Ann came in.")
    monkeypatch.setattr(os, "fsync", full)
    shown = tacit("convert", source, tmp_path / "out.jsonl")
    assert shown.code == 2
    assert "No space left on device" in shown.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]

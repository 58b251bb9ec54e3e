from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys

import pytest

from tacit import formats
from tacit.documents import Document
from tacit.errors import InputError, UsageError


@pytest.fixture
def folder(tmp_path):
    """Readable files of several kinds, and some that a folder should leave out."""
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "b.txt").write_text("Milk.")
    (tmp_path / "a.jsonl").write_text('{"id": "one", "text": "Tea."}\n{"id": "two", "text": "Pot."}\n')
    (tmp_path / "deep" / "er" / "c.md.gz").write_bytes(gzip.compress(b"# Cup\n"))
    (tmp_path / ".hidden.txt").write_text("Hidden.")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "d.txt").write_text("Hidden too.")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    return tmp_path


def ids(documents):
    return [document.id for document in documents]


def test_a_file(folder):
    assert list(formats.open(folder / "b.txt")) == [Document("Milk.", "b")]


def test_a_folder_in_the_order_of_names_without_hidden_and_unknown_files(folder):
    assert ids(formats.open(folder)) == ["one", "two", "b", "deep/er/c"]


def test_a_glob(folder):
    assert ids(formats.open(f"{folder}/**/*.gz")) == ["c"]
    assert ids(formats.open(f"{folder}/[ab].*")) == ["one", "two", "b"]


def test_a_name_that_looks_like_a_glob(folder):
    (folder / "x[1].txt").write_text("Odd name.")
    assert ids(formats.open(folder / "x[1].txt")) == ["x[1]"]


@pytest.mark.parametrize(("content", "id"), [(b"Tea.", "standard-input"), (b'{"text": "Tea.", "id": "t"}', "t")])
def test_standard_input(monkeypatch, content, id):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert list(formats.open("-")) == [Document("Tea.", id)]


def test_standard_input_is_bounded(monkeypatch):
    monkeypatch.setattr("tacit.formats.reading.MAX_DOCUMENT", 10)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a" * 11)))
    with pytest.raises(InputError, match="standard input"):
        list(formats.open("-"))


def test_a_format_can_be_named(folder):
    [document] = formats.open(folder / "a.jsonl", format="plain")
    assert document.text.startswith("{")
    with pytest.raises(UsageError, match="no format 'teapot'; there are"):
        list(formats.open(folder / "b.txt", format="teapot"))


def test_columns_can_be_named(tmp_path):
    (tmp_path / "a.csv").write_text("name,body\nt,Tea.\n")
    options = formats.FormatOptions(text_column="body", id_column="name")
    assert list(formats.open(tmp_path / "a.csv", options=options)) == [Document("Tea.", "t")]


def test_the_first_bad_file_ends_the_reading(folder):
    (folder / "aa.txt").write_bytes(b"\0\0\0")
    documents = formats.open(folder)
    assert ids([next(documents), next(documents)]) == ["one", "two"]
    with pytest.raises(InputError, match=r"aa\.txt: looks like a binary file"):
        next(documents)


def test_bad_files_can_be_skipped_and_are_told(folder):
    (folder / "aa.txt").write_bytes(b"\0\0\0")
    (folder / "ab.jsonl").write_text('{"id": "good", "text": "Good."}\nbad\n')
    skipped = []
    assert ids(formats.open(folder, on_skip=skipped.append)) == ["one", "two", "good", "b", "deep/er/c"]
    assert [skip.path.name for skip in skipped] == ["aa.txt", "ab.jsonl"]
    assert "binary" in skipped[0].reason
    assert "line 2: not JSON" in skipped[1].reason
    assert [skip.line for skip in skipped] == [None, 2]


def test_a_file_without_a_good_line_is_an_error(tmp_path):
    (tmp_path / "a.jsonl").write_text("bad\nworse\n")
    skipped = []
    with pytest.raises(InputError, match="line 1: not JSON"):
        list(formats.open(tmp_path / "a.jsonl", on_skip=skipped.append))
    assert [skip.line for skip in skipped] == [1, 2]


def test_a_folder_without_a_good_file_is_an_error(tmp_path):
    with pytest.raises(InputError, match="no file here that tacit can read"):
        list(formats.open(tmp_path))
    (tmp_path / "a.txt").write_text("")
    skipped = []
    with pytest.raises(InputError, match="none of its 1 files could be read"):
        list(formats.open(tmp_path, on_skip=skipped.append))
    assert len(skipped) == 1


@pytest.mark.parametrize("name", ["none.txt", "none", "*.none"])
def test_a_missing_file_is_an_error(tmp_path, name):
    with pytest.raises(InputError, match=r"no such file|no file here"):
        list(formats.open(tmp_path / name))


def test_links_that_run_in_circles_end(folder):
    (folder / "deep" / "loop").symlink_to(folder)
    (folder / "self.txt").symlink_to(folder / "self.txt")
    (folder / "gone.txt").symlink_to(folder / "nowhere.txt")
    assert ids(formats.open(folder)) == ["one", "two", "b", "deep/er/c"]


def test_a_pipe_in_a_folder_is_left_out(folder):
    os.mkfifo(folder / "pipe.txt")
    assert ids(formats.open(folder)) == ["one", "two", "b", "deep/er/c"]
    with pytest.raises(InputError, match="not a regular file"):
        list(formats.open(folder / "pipe.txt"))


def test_reading_waits_until_documents_are_asked_for(folder):
    documents = formats.open(folder / "a.jsonl")
    (folder / "a.jsonl").write_text('{"id": "late", "text": "Tea."}')
    assert ids(documents) == ["late"]


def test_every_format_is_complete():
    for entry in formats.FORMATS:
        assert callable(entry.module.read)
        assert hasattr(entry.module, "write") == entry.writable
        assert entry.module.__doc__


@pytest.mark.parametrize(
    "content", [b"", b"\0", b"{", b"<", b"[]", b"\n", b"\t\t\n", b"a\tb\n1\n", b"1-1\t0-1\t", b"\xff"]
)
@pytest.mark.parametrize("entry", formats.FORMATS, ids=lambda entry: entry.name)
def test_no_format_breaks_on_rubbish(entry, content):
    source = formats.Source(f"rubbish{entry.suffixes[0]}", content)
    try:
        documents = list(formats.open_source(source, format=entry.name))
    except InputError as error:
        assert "rubbish" in str(error)
    else:
        assert all(Document.from_json(document.to_json()) == document for document in documents)


@pytest.mark.parametrize("name", ["a" * 300, "a" * 300 + ".txt", "[a]" * 100, "a" * 300 + "/b.txt"])
def test_a_name_that_is_too_long_is_an_error(tmp_path, name):
    with pytest.raises(InputError, match=r"cannot be read \(File name too long\)|no file here"):
        list(formats.open(tmp_path / name))


def test_a_folder_that_may_not_be_looked_into_is_an_error(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.stat", refuse)
    with pytest.raises(InputError, match=r"a\.txt: cannot be read \(Permission denied\)"):
        list(formats.open(tmp_path / "a.txt"))


@pytest.mark.processes
@pytest.mark.parametrize(
    ("name", "content", "format"),
    [("a.txt", "Tea is hot.", "plain"), ("a.md", "# Tea", "markdown"), ("a.csv", "text\nTea", "table")],
)
def test_a_file_imports_the_reader_of_its_own_format_and_no_other(tmp_path, name, content, format):
    (tmp_path / name).write_text(content)
    program = (
        "import sys; from tacit import formats; list(formats.open(sys.argv[1]));"
        "print(*(entry.name for entry in formats.FORMATS if f'tacit.formats.{entry.name}' in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program, tmp_path / name], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [format]


@pytest.mark.parametrize(
    ("name", "content", "format"),
    [
        ("a.md", '{"text": "Tea."}', "markdown"),
        ("a.txt", '{"text": "Tea."}', "jsonl"),
        ("a.txt", "<!doctype html><p>Tea.", "html"),
        ("a.tsv", "#FORMAT=WebAnno TSV 3.3\n", "webanno"),
        ("a.tsv", "id\ttext\n", "table"),
        ("a.xml", "<html><p>Tea.", "html"),
        ("a.docm", "", "docx"),
        ("notes", "Tea.", "plain"),
    ],
)
def test_the_ending_counts_first_and_the_content_second(name, content, format):
    assert formats.recognise(formats.Source(name, content.encode())).name == format

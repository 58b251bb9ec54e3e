import json

import pytest

from tacit.documents import Span
from tacit.errors import InputError
from tacit.linter.gold import Marked
from tacit.linter.manuals import is_manuals, read_manuals, read_texts
from tacit.linter.rank_training import examples_of, read_marked

TEXT = "# Tea\n\nPut the lid on the pot and shake it. Wash it and wait.\n"


@pytest.fixture
def folder(tmp_path):
    for number in (1, 2, 3, 9):
        (tmp_path / f"m1-00{number}.md").write_text(TEXT)
    write(tmp_path, "e1", ("m1-001.md", "it", "pronoun"), ("m1-003.md", "wait", "time"))
    write(tmp_path, "e2", ("m1-001.md", "shake it", "pronoun"), ("m1-001.md", "wait", "other"))
    return tmp_path


def write(folder, editor, *marks):
    rows = [{"file": file, "line": 3, "phrase": phrase, "kind": kind, "readings": []} for file, phrase, kind in marks]
    (folder / f"marks-{editor}-m1.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")


def test_marks_of_two_editors(folder):
    first, between, third = read_manuals(folder)  # nobody has read the ninth
    assert [mark.editor for mark in first.marks] == ["e1", "e2", "e2"]
    assert (first.number, third.number, between.marks) == (1, 3, ())
    assert [first.page.text[mark.span.start : mark.span.end] for mark in first.marks] == ["it", "shake it", "wait"]
    [gold] = first.as_howto().gold
    assert gold.code == "TAC103"
    assert Marked("TAC202", gold.span).matches(gold)
    assert not Marked("TAC101", gold.span).matches(gold)
    assert first.as_howto(agreed=2).gold == (gold,)
    assert third.as_howto(agreed=2).gold == ()


def test_which_codes_find_what_editors_mark(folder):
    mark = read_manuals(folder)[0].marks[0]
    assert mark.is_found_by(Marked("TAC103", mark.span))
    assert not mark.is_found_by(Marked("TAC101", mark.span))
    assert not mark.is_found_by(Marked("TAC103", Span(0, 2)))


def test_the_nth_of_a_line(folder):
    row = {"file": "m1-001.md", "line": 3, "phrase": "it", "nth": 2, "kind": "pronoun"}
    (folder / "marks-e3-m1.jsonl").write_text(json.dumps(row))
    [mark] = [each for each in read_manuals(folder)[0].marks if each.editor == "e3"]
    assert read_manuals(folder)[0].page.text[: mark.span.start].endswith("Wash ")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{", "not a mark"),
        ("[" * 100_000, "not a mark"),
        ('{"file": "m1-001.md", "kind": ["time"], "line": 3, "phrase": "it"}', "kind is list, not a text"),
        (
            '{"file": "m1-001.md", "kind": "time", "line": 3, "phrase": "it", "readings": 3}',
            "readings is int, not a list",
        ),
        ('{"file": "../m1-001.md", "kind": "time", "line": 3, "phrase": "it"}', "the bare name of its 'file'"),
        ('{"file": "m1-001.md", "kind": "bad", "line": 3, "phrase": "it"}', "no kind 'bad'; there are pronoun"),
        ('{"file": "m1-001.md", "kind": "time", "line": 99, "phrase": "it"}', "needs a 'line' of m1-001.md"),
        ('{"file": "m1-001.md", "kind": "time", "line": 3, "phrase": "soon"}', "does not have 'soon' 1 times"),
    ],
)
def test_bad_marks(folder, row, message):
    (folder / "marks-e3-m1.jsonl").write_text(row)
    with pytest.raises(InputError, match=message):
        read_manuals(folder)


def test_a_folder_without_marks(tmp_path):
    assert not is_manuals(tmp_path)
    with pytest.raises(InputError, match="there are no marks here"):
        read_manuals(tmp_path)


def test_both_kinds_of_texts(folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("howtos")
    (other / "a.md").write_text("Put the lid on the pot and shake {TAC103:it}.\n")
    assert [len(each.gold) for each in read_texts([folder, other])] == [1, 0, 1, 1]
    assert [len(each.gold) for each in read_texts([folder, other], even=True)] == [0, 1]


@pytest.mark.models
def test_examples_to_learn_from(folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("howtos")
    (other / "a.md").write_text("Put the lid on the pot and shake {TAC103:it}. Wait a while.\n")
    texts = read_marked([folder, other], keep=lambda manual: manual.number == 1)
    found = [(each.code, each.unclear, each.ordinary) for each in examples_of(texts, None)]
    assert ("TAC103", True, True) in found
    assert ("TAC502", False, True) in found  # marked, but as something else
    assert [each for each in found if not each[2]] == [("TAC103", True, False)]  # nobody marked vague times there

import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.documents import Span
from tacit.errors import InputError
from tacit.linter.baseline import Baseline, KnownFinding, load, save
from tacit.linter.findings import Excerpt, Finding, Place


def found(path, line, text, code="TAC101"):
    place, excerpt = Place(line, 1, line, 2, Span(0, 1)), Excerpt(line, 0, text)
    return Finding(str(path), place, code, text[:1], "", 0.5, excerpt=excerpt)


@pytest.fixture
def folder(tmp_path):
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("x")
    return tmp_path


def test_a_finding_is_known_wherever_it_moves_in_its_file(folder):
    old = found(folder / "a.md", 4, "2. Rinse before  drying.")
    baseline = Baseline(folder).updated([old], [old.path])
    assert baseline.new([found(folder / "a.md", 40, "  3) Rinse before drying.")]) == []
    for other in (
        replace(old, code="TAC103"),
        found(folder / "a.md", 4, "2. Rinse before drying it."),
        found(folder / "b.md", 4, "2. Rinse before drying."),
    ):
        assert baseline.new([other]) == [other]


def test_as_many_are_known_as_there_were(folder):
    twice = [found(folder / "a.md", line, "Rinse.") for line in (1, 5)]
    baseline = Baseline(folder).updated(twice, [twice[0].path])
    third = found(folder / "a.md", 9, "Rinse.")
    assert baseline.new([*twice, third]) == [third]


def test_what_was_known_of_a_file_that_is_gone_may_stand_in_another(folder):
    old = found(folder / "a.md", 1, "Rinse.")
    baseline = Baseline(folder).updated([old], [old.path])
    moved = replace(old, path=str(folder / "b.md"))
    assert baseline.new([moved]) == [moved]
    (folder / "a.md").unlink()
    assert baseline.new([moved, moved]) == [moved]


def test_an_update_keeps_what_is_known_of_other_files(folder):
    findings = [found(folder / "a.md", 1, "Rinse."), found(folder / "b.md", 1, "Wipe.")]
    baseline = Baseline(folder).updated(findings, [each.path for each in findings])
    assert set(baseline.updated([], [findings[0].path]).counts) == {KnownFinding("b.md", "TAC101", "Wipe.")}
    (folder / "b.md").unlink()
    assert not baseline.updated([], [findings[0].path]).counts


@given(st.dictionaries(st.builds(KnownFinding, *[st.text(st.characters(codec="utf-8"))] * 3), st.integers(1, 9)))
def test_it_is_read_as_it_was_written(tmp_path_factory, counts):
    path = tmp_path_factory.mktemp("known") / "known.json"
    save(Baseline(path.parent, Counter(counts)), path)
    assert load(path).counts == counts
    content = path.read_bytes()
    save(load(path), path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[]", "is not a baseline"),
        ("{", "is not a baseline"),
        ("[" * 100_000, "is not a baseline"),
        ('{"kind": "tacit baseline", "version": 2, "findings": []}', "is not a baseline"),
        ('{"kind": "tacit baseline", "version": 1, "findings": [{}]}', "'findings' must list entries"),
        (
            '{"kind": "tacit baseline", "version": 1, "findings": [{"path": "", "code": "", "line": "", "count": 0}]}',
            "'findings' must list entries",
        ),
    ],
)
def test_other_files_are_refused(tmp_path, content, message):
    path = tmp_path / "known.json"
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        load(path)


@pytest.mark.models
def test_the_command(tacit, tmp_path, monkeypatch):
    doc, known = tmp_path / "docs" / "pump.md", tmp_path / "known.json"
    doc.parent.mkdir()
    text = "# Clean a pump\n\n1. Take off the valve and the lid.\n2. Rinse before reassembling.\n"
    doc.write_text(text)
    given = ("clarify", "check", doc.parent, "--strict", "--baseline", known, "--json")
    assert "write one with --update-baseline" in " ".join(tacit(*given).stderr.split())
    outcome = tacit(*given, "--update-baseline")
    assert (outcome.code, json.loads(outcome.stdout)["findings"]) == (0, [])
    assert json.loads(known.read_text())["findings"] == [
        {"path": "docs/pump.md", "code": "TAC101", "line": "Rinse before reassembling.", "count": 1}
    ]
    monkeypatch.chdir(doc.parent)
    assert tacit(*given).code == 0
    doc.write_text(text + "\n# Clean a pot\n\nTake off the handle and the cover. Rinse before drying.\n")
    outcome = tacit(*given)
    assert outcome.code == 1
    assert [each["line"] for each in json.loads(outcome.stdout)["findings"]] == [8]
    assert "1 finding known from" in " ".join(outcome.stderr.split())
    for options, message in ((("--update-baseline",), "add --baseline FILE"), (("--diff", "HEAD"), "git cannot read")):
        outcome = tacit("clarify", "check", doc, *options)
        assert outcome.code == 2
        assert message in " ".join(outcome.stderr.split())

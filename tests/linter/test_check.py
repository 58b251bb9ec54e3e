import io
import json
from dataclasses import replace

import pytest
from linter.even_judge import EvenJudge

from tacit.clarifications.pages import read_page
from tacit.errors import InputError, MissingBackboneError, UsageError
from tacit.formats import Source
from tacit.linter import judging
from tacit.linter.candidates import find_candidates
from tacit.linter.check import Checker
from tacit.linter.config import LinterSettings
from tacit.linter.fix import apply
from tacit.linter.judging import LazyJudge

pytestmark = pytest.mark.models

TEXT = "# Clean a pump\n\n1. Take off the valve and the lid.\n2. Rinse before reassembling.\n"


@pytest.fixture
def doc(tmp_path):
    path = tmp_path / "pump.md"
    path.write_text(TEXT)
    return path


def page(text, name="a.md"):
    return read_page(Source(name, text.encode()))


def test_readings_are_judged_and_the_best_comes_first():
    [finding] = Checker(EvenJudge(disliked=["the valve"])).check(page(TEXT), path="pump.md")
    assert [reading.text for reading in finding.readings] == ["the lid"]
    assert finding.conflicts == ()
    assert (finding.path, finding.place.line, finding.place.column) == ("pump.md", 4, 4)
    assert (finding.phrase, finding.code) == ("Rinse", "TAC101")
    assert finding.message == "'Rinse' what? Readings: 'the lid' (4.1) [missing-object, implicit reference]"


def test_two_plausible_readings_conflict():
    [finding] = Checker(EvenJudge()).check(page(TEXT))
    assert [reading.text for reading in finding.readings] == ["the lid", "the valve"]
    assert [(each.first, each.second) for each in finding.conflicts] == [("the lid", "the valve")]
    assert "'the lid' and 'the valve' exclude each other" in finding.message


def test_without_a_plausible_reading_there_is_no_finding():
    assert Checker(EvenJudge(disliked=["the valve", "the lid"])).check(page(TEXT)) == []


def test_kinds_that_the_text_names_are_readings_whatever_the_judge_thinks():
    text = "Connect the grey cable and the blue cable. Switch the lamp on. Unplug the cable."
    [finding] = Checker(EvenJudge(disliked=["grey", "blue"])).check(page(text))
    assert {reading.text for reading in finding.readings} == {"grey", "blue"}


def test_only_conflicts_if_so_wanted():
    settings = LinterSettings(conflicts_only=True)
    assert Checker(EvenJudge(disliked=["the valve"])).check(page(TEXT), settings) == []
    assert len(Checker(EvenJudge()).check(page(TEXT), settings)) == 1


def test_fillers_are_generated_where_the_text_offers_too_few():
    candidates = find_candidates(page(TEXT))
    [candidate] = [replace(each, readings=("the lid",)) for each in candidates if each.code == "TAC101"]
    checker = Checker(EvenJudge(disliked=["the lid"]), lambda instruction: ["each part", "the lid"])
    [(_, readings)] = checker.judged([candidate], LinterSettings())
    assert [reading.text for reading in readings] == ["each part"]


def test_what_the_text_offers_is_enough():
    [finding] = Checker(EvenJudge(), lambda instruction: ["each part"]).check(page(TEXT))
    assert {reading.text for reading in finding.readings} == {"the valve", "the lid"}


def test_without_a_judge_the_discourse_answers():
    [finding] = Checker().check(page(TEXT))
    assert [(reading.text, reading.score) for reading in finding.readings] == [("the lid", None), ("the valve", None)]


def test_codes_confidence_patterns_and_comments():
    checker = Checker()
    assert checker.check(page(TEXT), LinterSettings(codes=frozenset({"TAC103"}))) == []
    assert checker.check(page(TEXT), LinterSettings(min_confidence=1.0)) == []
    assert checker.check(page(TEXT.replace("reassembling.", "reassembling. <!-- tacit: ignore TAC101 -->"))) == []
    assert len(checker.check(page(TEXT.replace("reassembling.", "reassembling. <!-- tacit: ignore TAC2 -->")))) == 1


def test_columns_count_characters_with_mixed_line_ends():
    text = "# Pümpe\r\n\r\nTake off the válve and the lid.\rRinse before drying.\n"
    [finding] = Checker().check(page(text))
    assert (finding.place.line, finding.place.column, finding.place.end_column) == (4, 1, 6)
    assert text[finding.place.span.start : finding.place.span.end] == "Rinse"


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.rst"])
def test_the_same_in_every_format(name):
    [finding] = Checker().check(page("Take off the valve and the lid.\n\nRinse before drying.\n", name))
    assert (finding.place.line, finding.place.column) == (3, 1)


def test_html():
    [finding] = Checker().check(
        page("<p>Take off the <b>valve</b> and the lid.</p>\n<p>Rinse before drying.</p>", "a.html")
    )
    assert (finding.place.line, finding.place.column) == (2, 4)


def test_a_missing_judge_is_reported_once(monkeypatch):
    def missing(name):
        raise MissingBackboneError("no model")

    monkeypatch.setattr("tacit.clarifications.train.load", missing)
    told = []
    judge = LazyJudge("tacit", on_missing=told.append)
    findings = Checker(judge, judge.generate).check(
        page(TEXT + "3. Take the bowl and the lid.\n4. Rinse before drying.\n")
    )
    assert len(findings) == 2
    assert told == ["no model"]


def test_a_fix_changes_nothing_else(doc):
    doc.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    [finding] = Checker().check_file(doc)
    assert apply(doc, [(finding, " the parts "), (finding, "again")]) == 1
    expected = TEXT.replace("Rinse before", "Rinse the parts before").replace("\n", "\r\n")
    assert doc.read_bytes() == b"\xef\xbb\xbf" + expected.encode()
    with pytest.raises(InputError, match="changed since it was checked"):
        doc.write_text("Other.")
        apply(doc, [(finding, "the parts")])


def test_the_command(tacit, doc):
    outcome = tacit("clarify", "check", doc, "--judge", "none")
    assert outcome.code == 0
    assert outcome.stdout.startswith(f"{doc}:4:4 TAC101 'Rinse' what? Readings: 'the lid', 'the valve'; ")
    assert "1 finding in 1 file (TAC101 1)" in " ".join(outcome.stderr.split())
    assert tacit("clarify", "check", doc, "--judge", "none", "--strict").code == 1
    assert tacit("clarify", "check", doc, "--judge", "none", "--strict", "--ignore", "TAC1").code == 0


def test_the_command_as_json(tacit, doc):
    found = json.loads(tacit("clarify", "check", doc, "--judge", "none", "--json").stdout)
    assert found["files"] == 1
    [finding] = found["findings"]
    assert {"path", "line", "column", "code", "phenomenon", "readings", "conflict", "message"} <= finding.keys()
    assert finding["readings"][0] == {"text": "the lid", "score": None, "plausible": None}


def test_the_command_in_formats_of_other_tools(tacit, doc):
    def written(form):
        return tacit("clarify", "check", doc, "--format", form, "-q").stdout

    [issue] = json.loads(written("gitlab"))
    assert (issue["check_name"], issue["location"]["lines"]["begin"]) == ("TAC101", 4)
    [diagnostic] = json.loads(written("rdjson"))["diagnostics"]
    assert [each["text"] for each in diagnostic["suggestions"]] == [" the lid", " the valve"]
    assert diagnostic["suggestions"][0]["range"]["start"] == {"line": 4, "column": 9}
    [alert] = json.loads(written("vale"))[str(doc)]
    assert alert["Action"]["Params"] == ["Rinse the lid", "Rinse the valve"]
    assert written("line").startswith(f"{doc}:4:4:tacit.TAC101:'Rinse' what?")
    assert 'failures="1"' in written("junit")


def test_a_folder_with_settings(tacit, tmp_path, doc):
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "x.md").write_text(TEXT)
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "x.md").write_text(TEXT)
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    (tmp_path / ".tacit.toml").write_text('exclude = ["vendor"]\njudge = "none"\n')
    found = json.loads(tacit("clarify", "check", tmp_path, "--json").stdout)
    assert (found["files"], len(found["findings"])) == (1, 1)


def test_mistakes(tacit, tmp_path, doc):
    for arguments, message in [
        ([tmp_path / "none.md"], "there is no such file or folder"),
        ([doc, "--select", "TAC999"], "there is no code 'TAC999'"),
        ([doc, "--judge", "nobody"], "there is no clarifications system 'nobody'"),
        ([doc, "--fix", "--judge", "none"], "needs a terminal"),
    ]:
        outcome = tacit("clarify", "check", *arguments)
        assert outcome.code == 2, message
        assert message in " ".join(outcome.stderr.split())
    (tmp_path / ".tacit.toml").write_text('ignore = ["TAC77"]\n')
    outcome = tacit("clarify", "check", doc, "--judge", "none")
    assert outcome.code == 2
    assert "there is no code 'TAC77'" in " ".join(outcome.stderr.split())


def test_a_bad_file_does_not_stop_the_rest(tacit, tmp_path, doc):
    (tmp_path / "bad.md").write_bytes(b"\x00\x01\x02" * 50)
    found = json.loads(tacit("clarify", "check", tmp_path, "--judge", "none", "--json").stdout)
    assert (found["files"], len(found["findings"]), len(found["skipped"])) == (1, 1, 1)
    assert tacit("clarify", "check", tmp_path / "bad.md", "--judge", "none").code == 2


def test_asking_for_a_fix(tacit, monkeypatch, doc):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    for answer, expected in (("", "Rinse before"), ("7", "Rinse before"), ("2", "Rinse the valve before")):
        monkeypatch.setattr("typer.prompt", lambda *_, answer=answer, **__: answer)
        assert tacit("clarify", "check", doc, "--judge", "none", "--fix").code == 0
        assert expected in doc.read_text()


def test_codes_are_listed(tacit):
    assert json.loads(tacit("clarify", "codes", "--json").stdout)[0]["code"] == "TAC101"
    assert "missing-object" in tacit("clarify", "codes").stdout


def test_nobody_judges_by_default():
    assert LinterSettings().judge == judging.NO_JUDGE


def test_an_empty_step_is_no_context():
    html = "<ol><li>Take off the valve and the lid.</li><li>&nbsp;</li><li>Rinse before drying.</li></ol>"
    [finding] = Checker().check(page(html, "a.html"))
    assert finding.phrase == "Rinse"


def test_a_judge_that_cannot_be_loaded_is_a_mistake_in_the_command(tacit, monkeypatch, tmp_path, doc):
    def broken(name):
        raise InputError("is no model folder", path="typo")

    (tmp_path / "other.md").write_text(TEXT)
    monkeypatch.setattr("tacit.clarifications.train.load", broken)
    with pytest.raises(UsageError, match="the judge 'tacit:typo' cannot be used: typo: is no model folder"):
        LazyJudge("tacit:typo").judge([])
    outcome = tacit("clarify", "check", tmp_path, "--judge", "tacit:typo", "--strict")
    assert outcome.code == 2
    assert " ".join(outcome.stderr.split()).count("is no model folder") == 1


def test_strict_does_not_pass_over_files_that_cannot_be_read(tacit, tmp_path, doc):
    (tmp_path / "bad.md").write_bytes(b"\x00\x01\x02" * 50)
    given = ("clarify", "check", tmp_path, "--judge", "none")
    for options, code in (((), 0), (("--strict",), 2), (("--strict", "--ignore", "TAC1"), 2)):
        outcome = tacit(*given, *options)
        assert outcome.code == code
        assert ", 1 skipped" in " ".join(outcome.stderr.split())
    [run] = json.loads(tacit(*given, "--format", "sarif").stdout)["runs"]
    [note] = run["invocations"][0]["toolExecutionNotifications"]
    assert "bad.md" in note["message"]["text"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_questions_do_not_mix_with_findings(tacit, monkeypatch, doc):
    monkeypatch.setattr("sys.stdin", Terminal("2\n"))
    outcome = tacit("clarify", "check", doc, "--judge", "none", "--fix", "--json")
    assert outcome.code == 0
    assert len(outcome.stdout.splitlines()) == 1
    assert len(json.loads(outcome.stdout)["findings"]) == 1
    assert "own words" in outcome.stderr
    assert "Rinse the valve before" in doc.read_text()


def test_a_raised_digit_is_no_number(tacit, monkeypatch, doc):
    monkeypatch.setattr("sys.stdin", Terminal("²\n"))
    assert tacit("clarify", "check", doc, "--judge", "none", "--fix").code == 0
    assert "Rinse ² before" in doc.read_text()


def test_a_profile_adds_codes_and_suggestions(tacit, tmp_path):
    path = tmp_path / "belt.md"
    path.write_text("# Fit a belt\n\nTighten the belt properly.\n")
    assert json.loads(tacit("clarify", "check", path, "--json").stdout)["findings"] == []
    [found] = json.loads(tacit("clarify", "check", path, "--json", "--profile", "manual").stdout)["findings"]
    assert (found["code"], found["phrase"], found["phenomenon"]) == ("TAC503", "properly", "vagueness")
    assert found["readings"] == []
    assert found["suggestion"] in found["message"].lower()
    assert tacit("clarify", "check", path, "--profile", "novel").code == 2


def test_one_finding_for_one_trouble():
    text = (
        "Connect the grey cable and the blue cable. Switch the lamp on. Unplug the cable. Wait an hour. Bend the cable."
    )
    found = Checker().check(page(text), LinterSettings(min_confidence=0.0))
    assert [each.phrase for each in found if each.code == "TAC301"] == ["the cable"]


def test_no_finding_with_a_single_reading():
    for text in ("Take the jar and shake it.", "Connect the grey cable. Wait an hour. Unplug the cable."):
        found = Checker().check(page(text), LinterSettings(min_confidence=0.0))
        assert [each for each in found if each.code in ("TAC103", "TAC301")] == []

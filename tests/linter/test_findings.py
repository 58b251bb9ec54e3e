import json
from dataclasses import replace

import defusedxml.ElementTree
import jsonschema_rs

from tacit.clarifications.conflicts import Conflict, ConflictingReadings
from tacit.documents import Span
from tacit.linter.findings import Excerpt, Finding, PhraseReading, Place
from tacit.report.findings import github as findings_github
from tacit.report.findings import gitlab as findings_gitlab
from tacit.report.findings import json as findings_json
from tacit.report.findings import junit as findings_junit
from tacit.report.findings import rdjson as findings_rdjson
from tacit.report.findings import sarif as findings_sarif
from tacit.report.findings import text as findings_text
from tacit.report.findings import vale as findings_vale

POSITION = {
    "type": "object",
    "properties": {"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}},
    "additionalProperties": False,
}
RANGE = {"type": "object", "properties": {"start": POSITION, "end": POSITION}, "additionalProperties": False}
RDJSON = {  # DiagnosticResult of reviewdog's protocol
    "type": "object",
    "required": ["diagnostics"],
    "properties": {
        "source": {"type": "object", "required": ["name"]},
        "diagnostics": {
            "items": {
                "required": ["message", "location"],
                "additionalProperties": False,
                "properties": {
                    "message": {"type": "string"},
                    "location": {"required": ["path"], "properties": {"path": {"type": "string"}, "range": RANGE}},
                    "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
                    "code": {"required": ["value"]},
                    "suggestions": {"items": {"required": ["range", "text"], "properties": {"range": RANGE}}},
                },
            }
        },
    },
    "additionalProperties": False,
}
VALE_ALERT = {  # what `vale --output=JSON` writes
    "type": "object",
    "required": ["Action", "Span", "Check", "Description", "Link", "Message", "Severity", "Match", "Line"],
    "properties": {
        "Action": {
            "required": ["Name", "Params"],
            "properties": {"Name": {"enum": ["", "replace"]}, "Params": {"type": ["array", "null"]}},
        },
        "Span": {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 2, "maxItems": 2},
        "Check": {"type": "string", "pattern": r"^\w+\.\w+$"},
        "Severity": {"enum": ["suggestion", "warning", "error"]},
        "Line": {"type": "integer", "minimum": 1},
    },
    "additionalProperties": {"type": "string"},
}

FINDING = Finding(
    path="docs/a b,c.md",
    place=Place(4, 4, 4, 9, Span(60, 65)),
    code="TAC101",
    phrase="Rinse",
    sentence="Rinse ______ well.",
    confidence=0.87654,
    readings=(PhraseReading("the lid", 4.567, 0.81234), PhraseReading("100 %", 4.1, 0.7)),
    conflicts=(ConflictingReadings("the lid", "100 %", Conflict.DIFFERENT_ENTITY),),
)
CALM = Finding("a.md", Place(1, 1, 1, 5, Span(0, 4)), "TAC202", "This", "This ______ helps.", 0.5)


def test_text():
    assert findings_text.lines([FINDING, CALM]) == [
        "docs/a b,c.md:4:4 TAC101 'Rinse' what? Readings: 'the lid' (4.6), '100 %' (4.1); 'the lid' and '100 %' "
        "exclude each other (different entity) [missing-object, implicit reference]",
        "a.md:1:1 TAC202 Which thing or step is 'This'? [bare-demonstrative, fused head]",
    ]
    assert findings_text.summary([FINDING, CALM], 2) == (
        "2 findings in 2 files (TAC101 1, TAC202 1), 1 with readings that exclude each other"
    )
    assert findings_text.summary([], 1) == "nothing unclear in 1 file"


def test_json():
    plain = json.loads(json.dumps(findings_json.result([FINDING], files=1, skipped=["x"])))
    assert (plain["files"], plain["skipped"]) == (1, ["x"])
    [finding] = plain["findings"]
    assert (finding["confidence"], finding["conflict"], finding["phenomenon"]) == (0.877, True, "implicit reference")
    assert finding["readings"][0] == {"text": "the lid", "score": 4.57, "plausible": 0.812}
    assert finding["conflicts"] == [{"first": "the lid", "second": "100 %", "kind": "different entity"}]


def test_github_escapes():
    error, warning = findings_github.lines([FINDING, CALM])
    assert error.startswith(
        "::error file=docs/a b%2Cc.md,line=4,endLine=4,col=4,endColumn=9,title=TAC101 missing-object::"
    )
    assert "100 %25" in error
    assert warning.startswith("::warning file=a.md,line=1,")


def test_sarif():
    log = json.loads(json.dumps(findings_sarif.log([FINDING, CALM])))
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    first, second = run["results"]
    assert (first["level"], second["level"]) == ("error", "warning")
    location = first["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "docs/a%20b%2Cc.md"
    assert location["region"]["startLine"] == 4
    assert location["region"]["endColumn"] == 9
    assert first["partialFingerprints"] != second["partialFingerprints"]


def test_sarif_tells_what_could_not_be_read():
    [run] = findings_sarif.log([CALM])["runs"]
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]
    [run] = findings_sarif.log([CALM], skipped=["b.md: is a picture"])["runs"]
    note = {"level": "error", "message": {"text": "skipped b.md: is a picture"}}
    assert run["invocations"] == [{"executionSuccessful": False, "toolExecutionNotifications": [note]}]


def test_sarif_with_an_absolute_path():
    finding = Finding("/docs/a.md", CALM.place, CALM.code, CALM.phrase, CALM.sentence, 0.5)
    [run] = findings_sarif.log([finding])["runs"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///docs/a.md"


def _unclear(text, phrase, blank, *fillers, lead="", trail="", line=1):
    start = text.index(phrase)
    span = Span(start, start + len(phrase))
    return Finding(
        "docs/a.md",
        Place(line, start + 1, line, start + len(phrase) + 1, span),
        "TAC401",
        phrase,
        "",
        0.7,
        readings=tuple(map(PhraseReading, fillers)),
        blank=blank,
        lead=lead,
        trail=trail,
        excerpt=Excerpt(line, 0, text),
    )


SADDLE = _unclear("Step 𝒙: adjust the saddle.", "adjust the saddle", Span(15, 15), "height", lead="the ", trail=" of ")


def test_gitlab():
    first, second, third = findings_gitlab.issues([FINDING, CALM, CALM])
    assert first == {
        "description": FINDING.message,
        "check_name": "TAC101",
        "fingerprint": first["fingerprint"],
        "severity": "major",
        "location": {"path": "docs/a b,c.md", "lines": {"begin": 4, "end": 4}},
    }
    assert second["severity"] == "minor"
    assert len({first["fingerprint"], second["fingerprint"], third["fingerprint"]}) == 3
    moved = replace(CALM, place=Place(9, 1, 9, 5, Span(90, 94)))
    assert findings_gitlab.issues([moved])[0]["fingerprint"] == second["fingerprint"]


def test_paths_are_those_of_the_repository(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for path in (str(tmp_path / "docs" / "a.md"), "./docs/a.md"):
        [issue] = findings_gitlab.issues([replace(CALM, path=path)])
        assert issue["location"]["path"] == "docs/a.md"


def test_rdjson_counts_bytes_and_suggests_the_readings():
    result = findings_rdjson.result([SADDLE])
    jsonschema_rs.validator_for(RDJSON).validate(result)
    [diagnostic] = result["diagnostics"]
    assert diagnostic["location"]["range"] == {"start": {"line": 1, "column": 12}, "end": {"line": 1, "column": 29}}
    assert diagnostic["suggestions"] == [
        {"range": {"start": {"line": 1, "column": 19}, "end": {"line": 1, "column": 19}}, "text": "the height of "}
    ]


def test_vale():
    [alert] = findings_vale.alerts([SADDLE])["docs/a.md"]
    jsonschema_rs.validator_for(VALE_ALERT).validate(alert)
    assert (alert["Line"], alert["Span"], alert["Match"]) == (1, [9, 25], "adjust the saddle")
    assert alert["Action"] == {"Name": "replace", "Params": ["adjust the height of the saddle"]}
    [calm] = findings_vale.alerts([replace(CALM, excerpt=Excerpt(1, 0, "This helps."))])["a.md"]
    assert (calm["Action"], calm["Severity"]) == ({"Name": "", "Params": None}, "warning")
    assert findings_vale.lines([CALM]) == [
        "a.md:1:1:tacit.TAC202:Which thing or step is 'This'? [bare-demonstrative, fused head]"
    ]


def test_vale_shows_a_phrase_over_two_lines_on_its_first():
    finding = _unclear("Adjust the\nsaddle.", "Adjust the\nsaddle", Span(7, 7), "height", lead="the ", trail=" of ")
    [alert] = findings_vale.alerts([finding])["docs/a.md"]
    assert (alert["Span"], alert["Match"], alert["Action"]["Name"]) == ([1, 10], "Adjust the", "")


def test_a_blank_beside_the_phrase_is_within_reach():
    finding = _unclear("Rinse off well.", "Rinse", Span(9, 9), "the lid", lead=" ")
    assert finding.rewritten("the lid") == "Rinse off the lid"


def test_junit():
    text = findings_junit.document(
        [FINDING, CALM], files=[FINDING.path, "calm.md", "a.md"], skipped=["b.md: is bad\x00"]
    )
    root = defusedxml.ElementTree.fromstring(text)
    assert (root.tag, root.get("tests"), root.get("failures"), root.get("errors")) == ("testsuites", "4", "2", "1")
    assert [suite.get("name") for suite in root] == [FINDING.path, "calm.md", "a.md", "b.md"]
    for suite in root:
        assert {"name", "tests", "failures", "errors"} <= suite.attrib.keys()
        assert all({"name", "classname"} <= case.attrib.keys() for case in suite)
    failure = root.find("testsuite/testcase/failure")
    assert (failure.get("type"), failure.get("message")) == ("error", FINDING.message)
    assert root.find("testsuite[@name='calm.md']/testcase").find("failure") is None
    assert root.find("testsuite[@name='b.md']/testcase/error").get("message") == "b.md: is bad�"

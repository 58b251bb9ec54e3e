import json

from tacit.clarifications.conflicts import Conflict, ConflictingReadings
from tacit.clarifications.findings import Finding, Place, Reading
from tacit.documents import Span
from tacit.report import findings_github, findings_json, findings_sarif, findings_text

FINDING = Finding(
    path="docs/a b,c.md",
    place=Place(4, 4, 4, 9, Span(60, 65)),
    code="TAC101",
    phrase="Rinse",
    sentence="Rinse ______ well.",
    confidence=0.87654,
    readings=(Reading("the lid", 4.567, 0.81234), Reading("100 %", 4.1, 0.7)),
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

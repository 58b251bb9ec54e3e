"""Label Studio's JSON: exports of people's work, predictions to import, nothing lost on the way."""

from __future__ import annotations

import io
import json

import pytest
from formats.strategies import documents
from hypothesis import given

from tacit import formats
from tacit.documents import Annotation, Document, Layer, Link
from tacit.errors import InputError
from tacit.formats import label_studio

TEXT = "We cooked 🍝 at home. Then we slept."


def region(start, end, *labels, id="a", name="scenarios", **more):
    value = {"start": start, "end": end, "text": TEXT[start:end], "labels": list(labels)}
    return {"id": id, "from_name": name, "to_name": "text", "type": "labels", "value": value, **more}


def exported(*annotations, **more):
    """A task as Label Studio exports it."""
    made = [{"id": 5, "completed_by": 3, "was_cancelled": False, "result": list(each)} for each in annotations]
    data = {"text": TEXT, "town": "Ulm"}
    return {"id": 7, "annotations": made, "drafts": [], "predictions": [], "data": data, **more}


def opened(*tasks):
    source = formats.Source("tasks.json", json.dumps(list(tasks)).encode())
    assert formats.recognise(source).name == "label_studio"
    return list(formats.open_source(source))


def written(*made):
    stream = io.StringIO()
    label_studio.write(made, stream)
    return json.loads(stream.getvalue())


def test_what_people_annotated_is_read():
    [document] = opened(exported([region(0, 21, "cooking pasta", "eating")]))
    assert (document.id, document.text, dict(document.metadata)) == ("7", TEXT, {"town": "Ulm"})
    [found] = document.layer("scenarios")
    assert (document.text_of(found), found.labels) == (TEXT[:21], ("cooking pasta", "eating"))
    assert found.source == "annotator 3"


def test_several_annotators_and_cancelled_work():
    task = exported([region(0, 21, "a")], [region(0, 21, "b")], [region(22, 35, "c")])
    task["annotations"][1]["completed_by"] = {"id": 4, "email": "ann@example.org"}
    task["annotations"][2]["was_cancelled"] = True
    [document] = opened(task)
    assert [(each.label, each.source) for each in document.layer("scenarios")] == [
        ("a", "annotator 3"),
        ("b", "annotator ann@example.org"),
    ]


def test_people_count_more_than_models_even_if_they_said_nothing():
    prediction = {"model_version": "m1", "result": [region(0, 21, "x", score=0.5)]}
    [alone] = opened(exported(predictions=[prediction]))
    [found] = alone.layer("scenarios")
    assert (found.label, found.source, found.features["score"]) == ("x", "m1", 0.5)
    [reviewed] = opened(exported([], predictions=[prediction]))
    assert not reviewed.layers


def test_relations_choices_and_hypertext():
    hypertext = {"start": "/div[1]/text()[1]", "startOffset": 0, "globalOffsets": {"start": 3, "end": 9}}
    results = [
        region(0, 2, "cook", id="x"),
        {**region(3, 9), "id": "y", "type": "hypertextlabels", "value": {**hypertext, "hypertextlabels": ["deed"]}},
        {"type": "relation", "from_id": "y", "to_id": "x", "direction": "right", "labels": ["by"]},
        {"id": "c", "from_name": "kind", "to_name": "text", "type": "choices", "value": {"choices": ["story"]}},
        {"id": "t", "from_name": "note", "to_name": "text", "type": "textarea", "value": {"text": ["why?"]}},
    ]
    [document] = opened(exported(results))
    first, second = document.layer("scenarios")
    assert (first.id, second.links) == ("x", (Link("by", "x"),))
    assert document.text_of(second) == "cooked" and second.label == "deed"
    assert document.metadata["kind"] == ("story",) and document.metadata["note"] == ("why?",)


def test_what_tacit_found_is_a_prediction_with_its_score():
    found = Annotation.of(0, 21, "cooking pasta", source="tacit", probability=0.9, alternatives=[])
    [task] = written(Document(TEXT, "t", layers=[Layer("scenarios", [found])]))
    [prediction] = task["predictions"]
    assert prediction["model_version"] == "tacit"
    [result] = prediction["result"]
    assert result["value"] == {"start": 0, "end": 21, "text": TEXT[:21], "labels": ["cooking pasta"]}
    assert (result["from_name"], result["to_name"], result["type"]) == ("scenarios", "text", "labels")
    assert result["score"] == 0.9
    assert task["annotations"] == [] and task["data"]["text"] == TEXT


def test_a_reviewer_removes_keeps_and_adds():
    kept = Annotation.of(0, 21, "cooking pasta", source="tacit", probability=0.9)
    removed = Annotation.of(22, 35, "sleeping", source="tacit", probability=0.4)
    token = Annotation.of(0, 2, source="parser")
    layers = [Layer("tokens", [token]), Layer("scenarios", [kept, removed])]
    [task] = written(Document(TEXT, "t", layers=layers))
    results = [task["predictions"][0]["result"][0], region(3, 9, "cooking", id="new")]
    task["annotations"] = [{"completed_by": 3, "result": results}]
    [document] = opened(task)
    first, second = document.layer("scenarios")
    assert (first.label, first.features["probability"], first.source) == ("cooking pasta", 0.9, "annotator 3")
    assert (second.label, second.source) == ("cooking", "annotator 3")
    assert list(document.layer("tokens")) == [token]


@given(documents())
def test_nothing_is_lost(document):
    stream = io.StringIO()
    label_studio.write([document, document], stream)
    source = formats.Source("tasks.json", stream.getvalue().encode())
    assert list(formats.open_source(source, format="label_studio")) == [document, document]


def test_people_and_models_together_come_back():
    both = (("a", "tacit"), ("b", "annotator 3"))
    layers = [
        Layer("scenarios", [Annotation.of(0, 21, each, source=who) for each, who in both]),
        Layer("events", [Annotation.of(3, 9, "cook", source="tacit")]),
    ]
    document = Document(TEXT, "t", layers=layers)
    [task] = written(document)
    assert [each["completed_by"] for each in task["annotations"]] == ["3"] and not task["predictions"]
    assert opened(task) == [document]


@pytest.mark.parametrize(
    "task",
    [
        {"annotations": [], "data": "text"},
        {"annotations": [], "data": {}},
        {"annotations": [{"result": [region(0, 999, "a")]}], "data": {"text": TEXT}},
        {"annotations": [{"result": [region(9, 3, "a")]}], "data": {"text": TEXT}},
        {"annotations": [{"result": [{}]}], "data": {"text": TEXT}},
        {"annotations": [3], "data": {"text": TEXT}},
        {"annotations": [{"result": [region(0, 3, 7)]}], "data": {"text": TEXT}},
        {"annotations": [], "data": {"text": TEXT, "tacit": {"layers": {"a": [{}]}}}},
        {"annotations": [], "data": {"text": TEXT, "tacit": {"layers": 3}}},
    ],
)
def test_what_is_wrong_with_a_task_is_said(task):
    source = formats.Source("tasks.json", json.dumps([task]).encode())
    with pytest.raises(InputError, match=r"tasks\.json"):
        list(formats.open_source(source, format="label_studio"))


def test_other_json_is_left_alone():
    for content in (b'[{"text": "Tea.", "data": {}}]', b'{"text": "Tea."}', b"[]"):
        assert formats.recognise(formats.Source("a.json", content)).name == "jsonl"


def test_the_command_converts(tacit, tmp_path):
    (tmp_path / "a.txt").write_text("Ann sat down.")
    assert tacit("convert", tmp_path / "a.txt", tmp_path / "b.json", "--to", "label_studio").code == 0
    assert json.loads((tmp_path / "b.json").read_text())[0]["data"]["text"] == "Ann sat down."

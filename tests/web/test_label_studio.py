"""The ML backend as Label Studio meets it: its addresses, what it sends, what it expects."""

from __future__ import annotations

import json

import httpx
import pytest
from web.conftest import TOKEN

from tacit import reader
from tacit.documents import Annotation, Layer
from tacit.errors import InputError
from tacit.reader import Reading
from tacit.web.labelling import VERSION, label, predictions, tag_of

CONFIG = """
<View>
  <Labels name="other" toName="picture"><Label value="x"/></Labels>
  <Labels name="about" toName="story">
    <Label value="Cooking pasta" background="red"/><Label value="sleeping"/>
  </Labels>
  <Text name="story" value="$body"/>
</View>
"""
TEXT = "We cooked 🍝 at home."


def asked(*texts: str, config: str = CONFIG, name: str = "scenarios") -> dict[str, object]:
    tasks = [{"id": number, "data": {"body": text}, "annotations": []} for number, text in enumerate(texts)]
    return {
        "tasks": tasks,
        "label_config": config,
        "name": name,
        "project": "3.1700000000",
        "params": {"context": None},
    }


def found(document):
    return [
        Annotation.of(0, 9, "cooking pasta", source="x", probability=0.8),
        Annotation.of(3, 9, "frying", source="x", probability=0.9),
        Annotation.of(0, 2, "sleeping", source="x", probability=0.4),
    ]


def test_regions_have_the_labels_and_names_of_the_project():
    answer = predictions(asked(TEXT), found)
    assert answer["model_version"] == VERSION
    [prediction] = answer["results"]
    first, second = prediction["result"]
    assert first["value"] == {"start": 0, "end": 9, "text": "We cooked", "labels": ["Cooking pasta"]}
    assert (first["from_name"], first["to_name"], first["type"], first["score"]) == ("about", "story", "labels", 0.8)
    assert second["value"]["labels"] == ["sleeping"] and first["id"] != second["id"]
    assert prediction["score"] == pytest.approx(0.6)


def test_one_prediction_for_each_task_even_without_words():
    answer = predictions(asked(TEXT, "  ", TEXT), found)
    assert [len(each["result"]) for each in answer["results"]] == [2, 0, 2]
    assert answer["results"][1]["score"] == 0.0


def test_the_tag_with_the_name_of_the_recommender_comes_first():
    two = (
        '<View><Labels name="a" toName="t"/><Labels name="scenarios" toName="t"/><Text name="t" value="$text"/></View>'
    )
    assert tag_of(two, "scenarios").name == "scenarios"
    assert tag_of(two, "events").name == "a"
    any_label = Annotation.of(0, 2, "whatever", source="x")
    assert tag_of(two, "events").label_of(any_label) == "whatever", "its labels come with the task"


@pytest.mark.parametrize(
    "config",
    ["", "<View>", "<View/>", '<View><Text name="t" value="$text"/></View>',
     '<!DOCTYPE a [<!ENTITY b "c">]><View>&b;</View>',
     '<View><Labels name="a" toName="i"/><Image name="i" value="$i"/></View>'],
)  # fmt: skip
def test_what_is_wrong_with_a_configuration_is_said(config):
    with pytest.raises(InputError, match="label_config: "):
        predictions(asked(TEXT, config=config), found)


def test_a_task_without_its_text_is_said():
    with pytest.raises(InputError, match="task 1 has no text under 'body'"):
        predictions({**asked(), "tasks": [{"data": {"text": TEXT}}]}, found)


def test_the_worker_reads_what_the_recommender_is_for(monkeypatch):
    def read(document, *, only, on_step):
        passage = Annotation.of(0, 9, "cooking pasta", source="x")
        return Reading(document.with_layer(Layer({"language": "events"}.get(*only, *only), [passage])), ())

    monkeypatch.setattr(reader, "read", read)
    for name in ("scenarios", "events", "clarifications"):
        result = label(json.dumps(asked(TEXT, name=name)).encode(), lambda _step: None)
        [prediction] = json.loads(result.body)["results"]
        assert [each["value"]["labels"] for each in prediction["result"]] == [["Cooking pasta"]]


@pytest.mark.processes
def test_as_label_studio_calls_it(client: httpx.Client) -> None:
    assert client.get("/label-studio/scenarios/health").json()["status"] == "UP"
    sent = {"project": "3.17", "schema": CONFIG, "hostname": "http://localhost:8080", "access_token": "x"}
    assert client.post("/label-studio/scenarios/setup", json=sent).json() == {"model_version": VERSION}
    answer = client.post("/label-studio/scenarios/predict", json={**asked(TEXT, TEXT), "name": "no"})
    assert answer.status_code == 200, answer.text
    assert [len(each["result"]) for each in answer.json()["results"]] == [1, 1]
    assert client.post("/label-studio/scenarios/webhook", json={"action": "START_TRAINING"}).status_code == 200
    wrong = client.post("/label-studio/scenarios/predict", json=asked(TEXT, config="<View/>"))
    assert wrong.status_code == 422 and "there is no <Labels" in wrong.json()["detail"]
    assert client.get("/label-studio/moods/health").status_code == 422


@pytest.mark.processes
def test_the_token_comes_as_a_password(client: httpx.Client) -> None:
    place = f"{client.base_url}label-studio/scenarios/health"
    assert httpx.get(place).status_code == 401
    assert httpx.get(place, auth=("tacit", TOKEN)).status_code == 200
    assert httpx.get(place, auth=("tacit", "guess")).status_code == 401
    assert httpx.get(place, auth=(TOKEN, "")).status_code == 401
    assert httpx.get(place, headers={"Authorization": "Basic %%%"}).status_code == 401


def test_label_studios_own_check_accepts_a_prediction() -> None:
    peer = pytest.importorskip(
        "label_studio_sdk.label_interface", reason="the package label-studio-sdk is not installed"
    )
    config = CONFIG.replace('<Labels name="other" toName="picture"><Label value="x"/></Labels>', "")
    [prediction] = predictions(asked(TEXT, config=config), found)["results"]
    assert prediction["result"]
    assert peer.LabelInterface(config).validate_prediction(prediction, return_errors=True) == []
    prediction["result"][0]["value"]["labels"] = ["no such label"]
    assert not peer.LabelInterface(config).validate_prediction(prediction)

"""The recommender as INCEpTION meets it; dkpro-cassis makes requests and reads answers, as in INCEpTION's examples."""

from __future__ import annotations

import json
import re
from typing import Any

import cassis
import httpx
import pytest

from tacit.documents import Annotation, Document, Span
from tacit.errors import InputError
from tacit.formats.parts.uima import CUSTOM, SENTENCE, TOKEN
from tacit.web.recommending import PREDICTED, _Request, predict, predictions

LAYER = f"{CUSTOM}Scenario"
TEXT = "We cooked 🍝 at home. Then we ate."


def types(feature: str = "label", range_: str = "uima.cas.String", score: bool = True) -> Any:
    system = cassis.TypeSystem()
    for name in (SENTENCE, TOKEN, LAYER):
        system.create_type(name, "uima.tcas.Annotation")
    system.create_feature(LAYER, feature, range_, elementType="uima.cas.String" if "Array" in range_ else None)
    system.create_feature(LAYER, PREDICTED, "uima.cas.Boolean")
    if score:
        system.create_feature(LAYER, f"{feature}_score", "uima.cas.Double")
        system.create_feature(LAYER, f"{feature}_score_explanation", "uima.cas.String")
    return system


def request(system: Any = None, *, feature: str = "label", mode: str = "tokens", across: bool = True) -> dict[str, Any]:
    system = system or types()
    cas = cassis.Cas(typesystem=system)
    cas.sofa_string, cas.sofa_mime = TEXT, "text/plain"
    for begin, end in ((0, 20), (21, 33)):
        cas.add(system.get_type(SENTENCE)(begin=begin, end=end))
    for begin, end in [found.span() for found in re.finditer(r"\w+|[^\w\s]", TEXT)]:
        cas.add(system.get_type(TOKEN)(begin=begin, end=end))
    cas.add(system.get_type(LAYER)(begin=0, end=2, **{feature: None}))
    return {
        "metadata": {
            "layer": LAYER,
            "feature": feature,
            "projectId": 1337,
            "anchoringMode": mode,
            "crossSentence": across,
            "range": {"begin": 0, "end": len(TEXT)},
        },
        "document": {"xmi": cas.to_xmi(), "documentId": 42, "userId": "anna"},
        "typeSystem": system.to_xml(),
    }


def suggested(xmi: str, system: Any) -> list[Any]:
    cas = cassis.load_cas_from_xmi(xmi, typesystem=system)
    assert cas.sofa_string == TEXT
    assert len(cas.select(LAYER)) == 1 + len([each for each in cas.select(LAYER) if each[PREDICTED]])
    return [each for each in cas.select(LAYER) if each[PREDICTED]]


@pytest.mark.processes
def test_a_document_comes_back_with_suggestions(client: httpx.Client) -> None:
    system = types()
    answer = client.post("/recommender/scenarios/predict", json=request(system))
    assert answer.status_code == 200, answer.text
    [found] = suggested(answer.json()["document"], system)
    assert (found.begin, found.end, found.label, found.label_score) == (0, 20, "cooking pasta", 0.75)
    assert found.label_score_explanation == "pasta is named"


@pytest.mark.processes
def test_training_is_accepted_and_checked(client: httpx.Client) -> None:
    sent = request()
    sent["documents"] = [sent.pop("document")]
    answer = client.post("/recommender/scenarios/train", json=sent)
    assert (answer.status_code, answer.content) == (204, b"")
    sent["metadata"]["feature"] = "colour"
    assert client.post("/recommender/scenarios/train", json=sent).status_code == 422
    assert client.post("/recommender/scenarios/train", json={**sent, "documents": []}).status_code == 422


@pytest.mark.processes
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"typeSystem": "<x"}, "not well-formed XML"),
        ({"document": {"xmi": "<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>"}}, "DOCTYPE"),
        ({"document": {"xmi": "<x/>"}}, "no text in the document"),
        ({"document": {}}, "document.xmi: Field required"),
        ({"metadata": {"layer": "custom.Nothing", "feature": "label"}}, "no layer 'custom.Nothing'"),
        ({"metadata": {"layer": LAYER, "feature": "colour"}}, "no feature 'colour'"),
    ],
)
def test_what_is_wrong_is_said(client: httpx.Client, change: dict[str, Any], sentence: str) -> None:
    answer = client.post("/recommender/scenarios/predict", json={**request(), **change})
    assert answer.status_code == 422
    assert sentence in answer.json()["detail"]


@pytest.mark.processes
def test_only_known_recommenders_answer(client: httpx.Client) -> None:
    assert client.post("/recommender/magic/predict", json=request()).status_code == 422


def asked(sent: dict[str, Any]) -> dict[str, Any]:
    """As a worker gets it."""
    metadata = sent["metadata"]
    return {
        "metadata": {**metadata, "anchoring": metadata["anchoringMode"], "across": metadata["crossSentence"]},
        "document": sent["document"],
        "types": sent["typeSystem"],
    }


@pytest.mark.parametrize(
    ("mode", "across", "places"),
    [
        ("characters", True, [(4, 27)]),
        ("characters", False, [(4, 20), (21, 27)]),
        ("tokens", True, [(3, 28)]),
        ("tokens", False, [(3, 20), (21, 28)]),
        ("singleToken", True, [(3, 9)]),
        ("sentences", True, [(0, 33)]),
        ("sentences", False, [(0, 20), (21, 33)]),
    ],
)
def test_a_suggestion_covers_what_the_layer_allows(mode: str, across: bool, places: list[tuple[int, int]]) -> None:
    sent = _Request(asked(request(mode=mode, across=across)))
    assert [(each.start, each.end) for each in sent.places(Span(4, 27))] == places


def test_a_feature_with_several_values_and_without_score() -> None:
    system = types("tags", "uima.cas.StringArray", score=False)
    sent = asked(request(system, feature="tags"))
    found = [Annotation.of(0, 9, "cooking", source="me", probability=1)]
    [one] = suggested(predictions(sent, lambda document: found), system)
    assert one.tags.elements == ["cooking"]


def test_a_feature_of_the_annotation_is_taken_by_its_name() -> None:
    system = types("code")
    found = [Annotation.of(3, 9, "fused head", source="me", code="TAC301", message="Which?", confidence=0.5)]
    [one] = suggested(predictions(asked(request(system, feature="code")), lambda document: found), system)
    assert (one.code, one.code_score, one.code_score_explanation) == ("TAC301", 0.5, "Which?")


def test_sentences_are_those_of_inception_and_offsets_count_characters() -> None:
    seen: list[Document] = []

    def annotate(document: Document) -> list[Annotation]:
        seen.append(document)
        return []

    assert suggested(predictions(asked(request()), annotate), types()) == []
    assert [document.text_of(each) for document in seen for each in document.sentences] == [
        "We cooked 🍝 at home.",
        "Then we ate.",
    ]


@pytest.mark.models
@pytest.mark.parametrize(
    ("name", "text", "label"),
    [
        ("scenarios", "The cat was hungry. I opened a tin and filled her bowl with cat food.", "feeding a cat"),
        ("clarifications", "Take out the lid and the filter. Wash it and put it back.", "implicit reference"),
        ("events", "Ann sat down.", "sit down"),
    ],
)
def test_what_tacit_reads_is_suggested(name: str, text: str, label: str) -> None:
    system = types()
    cas = cassis.Cas(typesystem=system)
    cas.sofa_string, cas.sofa_mime = text, "text/plain"
    sent = {**asked(request(system)), "name": name, "document": {"xmi": cas.to_xmi()}}
    answer = json.loads(predict(json.dumps(sent).encode(), lambda step: None).body)
    found = cassis.load_cas_from_xmi(answer["document"], typesystem=system).select(LAYER)
    assert label in [each.label for each in found]


def test_half_a_character_is_refused() -> None:
    sent = asked(request())
    sent["types"] = "\ud800"
    with pytest.raises(InputError, match="lone surrogate"):
        predictions(sent, lambda document: [])

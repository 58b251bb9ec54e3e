"""WebAnno TSV for INCEpTION projects: what a project has, and nothing else."""

from __future__ import annotations

import io

import pytest

from tacit import formats
from tacit.documents import Annotation, Document, Layer, Span
from tacit.formats import inception
from tacit.scenarios.annotation.project import LAYER

TEXT = "I went to the barber. He didn't talk.\nThen I paid."


def passage(start: int, end: int, *labels: str, **features: object) -> Annotation:
    return Annotation.of(start, end, *labels, source="tacit", **features)


def written(*layers: Layer) -> str:
    stream = io.StringIO()
    inception.write([Document(TEXT, "day", layers=layers)], stream)
    return stream.getvalue()


def test_a_passage_has_the_type_and_the_feature_of_the_project():
    content = written(Layer("scenarios", [passage(0, 21, "getting a haircut", probability=0.9)]))
    header = [line for line in content.splitlines() if line.startswith("#T_")]
    assert header == [f"#T_SP={LAYER}|label"]
    assert "{" not in content


def test_tokens_are_words_and_punctuation():
    rows = [line.split("\t")[2] for line in written().splitlines() if line[:1].isdigit()]
    assert " ".join(rows) == "I went to the barber . He didn't talk . Then I paid ."


@pytest.mark.parametrize("ends", [[0, 21, 37], [0, 3]])
def test_no_layer_of_sentences_is_declared_whether_they_can_be_rows_or_not(ends):
    sentences = [Annotation.of(start, end, source="parser") for start, end in zip(ends, [*ends[1:], len(TEXT)])]
    content = written(Layer("sentences", sentences), Layer("scenarios", [passage(0, 6, "x")]))
    assert "custom.sentences" not in content and "custom.tokens" not in content


def test_places_and_labels_come_back(tmp_path):
    path = tmp_path / "day.tsv"
    marks = [
        passage(0, 21, "getting a haircut", "other"),
        passage(14, 37, "talking"),
        passage(38, 50, "paying", by="cash"),
    ]
    formats.write([Document(TEXT, "day", layers=[Layer("scenarios", marks)])], path, format="inception")
    [document] = formats.open(path)
    found = [(mark.start, mark.end, mark.labels) for mark in document.layer("scenarios")]
    assert found == [(0, 21, ("getting a haircut",)), (14, 37, ("talking",)), (38, 50, ("paying",))]


def test_a_place_inside_a_word_or_in_two_parts_still_has_its_label(tmp_path):
    path = tmp_path / "day.tsv"
    marks = [Annotation((Span(3, 9), Span(16, 18)), ("moving",), source="me")]
    formats.write([Document(TEXT, "day", layers=[Layer("events", marks)])], path, format="inception")
    [document] = formats.open(path)
    assert [(mark.start, mark.end, mark.label) for mark in document.layer("events")] == [(3, 18, "moving")]

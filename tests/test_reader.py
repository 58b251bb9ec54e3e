import sys
from types import SimpleNamespace

import pytest

from tacit import reader
from tacit.capability import Facts, Section
from tacit.documents import Annotation, Document, Layer
from tacit.errors import UsageError


class Shouting:
    """A capability for the test: marks words in capitals."""

    name = "shouting"

    def annotate(self, document):
        words = [(document.text.index(word), word) for word in document.text.split() if word.isupper()]
        layer = Layer("shouts", [Annotation.of(at, at + len(word), source="test") for at, word in words])
        return document.with_layer(layer)

    def section(self, document):
        return Section("Shouting", (Facts((("shouts", str(len(document.layer("shouts")))),)),))


@pytest.fixture
def shouting(monkeypatch):
    monkeypatch.setitem(reader.CAPABILITIES, "shouting", "shouting_capability:Shouting")
    monkeypatch.setitem(sys.modules, "shouting_capability", SimpleNamespace(Shouting=Shouting))
    reader.capability_named.cache_clear()
    yield
    reader.capability_named.cache_clear()


def test_a_capability_contributes_a_layer_and_a_section(shouting):
    steps = []
    reading = reader.read("STOP it NOW", only=["shouting"], on_step=steps.append)
    assert [reading.document.text_of(a) for a in reading.document.layer("shouts")] == ["STOP", "NOW"]
    assert reading.to_dict()["sections"] == [
        {"title": "Shouting", "blocks": [{"kind": "facts", "pairs": (("shouts", "2"),)}]}
    ]
    assert steps == ["shouting"]


def test_layers_that_were_there_stay(shouting):
    document = Document("STOP", layers=[Layer("mine", [Annotation.of(0, 4, source="me")])])
    assert set(reader.read(document, only=["shouting"]).document.layers) == {"mine", "shouts"}


def test_unknown_capability():
    with pytest.raises(UsageError, match="there are language"):
        reader.read("x", only=["telepathy"])

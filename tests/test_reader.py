import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tacit import reader
from tacit.capability import Facts, Section
from tacit.documents import Annotation, Document, Layer
from tacit.errors import MissingBackboneError, UsageError


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


def test_all_names_are_checked_before_anything_is_read(shouting):
    steps = []
    with pytest.raises(UsageError, match="'telepathy'"):
        reader.read("STOP", only=["shouting", "telepathy"], on_step=steps.append)
    assert steps == []


def test_names_may_have_spaces_between_them(shouting, tacit, tmp_path):
    (tmp_path / "a.txt").write_text("STOP it NOW")
    shown = tacit("read", tmp_path / "a.txt", "--only", "shouting, shouting ", "--json", "-q")
    assert [section["title"] for section in json.loads(shown.stdout)["sections"]] == ["Shouting"] * 2


class Broken:
    """A capability whose model is not installed."""

    name = "broken"

    def annotate(self, document):
        raise MissingBackboneError("no model")


@pytest.fixture
def two_capabilities(shouting, monkeypatch):
    monkeypatch.setattr(
        reader, "CAPABILITIES", {"shouting": "shouting_capability:Shouting", "broken": "broken_capability:Broken"}
    )
    monkeypatch.setitem(sys.modules, "broken_capability", SimpleNamespace(Broken=Broken))
    monkeypatch.setattr(reader, "FITS", {"broken": ("instructions",)})


def test_the_kind_of_text_decides_who_reads_it(two_capabilities):
    story = reader.read("I woke up late. My sister had left, so I ate alone and ran to school.")
    assert story.kind == "story"
    assert [section.title for section in story.sections] == [reader.TITLE, "Shouting"]
    assert story.to_dict()["kind"] == "story"


def test_what_is_not_installed_is_said_and_left_out(two_capabilities):
    recipe = reader.read("Preheat the oven. Mix the flour with two eggs. Bake it for an hour.")
    assert recipe.sections[-1] == Section("Broken", (Facts((("no model", "not read:"),)),))
    with pytest.raises(MissingBackboneError):
        reader.read("Mix the flour.", only=["broken"])


def test_every_capability_that_is_for_some_kinds_is_known():
    assert set(reader.FITS) <= set(reader.CAPABILITIES)
    assert reader.fitting("news") == ["language"]
    assert reader.fitting("mixed") == list(reader.CAPABILITIES)


def test_the_package_has_the_reader_without_loading_it():
    code = "import sys, tacit; early = 'tacit.reader' in sys.modules; print(early, tacit.read.__module__)"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.split() == ["False", "tacit.api.reading"]

import json
import subprocess
import sys

import pytest
from reader.made_capabilities import Broken, Echo, Mended, Shouting, install

from tacit import reader
from tacit.capability import Facts, Section
from tacit.documents import Annotation, Document, Layer
from tacit.errors import MissingBackboneError, UsageError

STORY = "I woke up late. My sister had left, so I ate alone and ran to school."
RECIPE = "Preheat the oven. Mix the flour with two eggs. Bake it for an hour."
HAIRCUT = (
    "I went to the salon on Friday. The hairdresser washed my hair, combed it and cut it. "
    "I paid at the counter and left a tip."
)


@pytest.fixture
def made(monkeypatch):
    yield lambda *capabilities: install(monkeypatch, *capabilities)
    reader.capability_named.cache_clear()


def test_a_capability_contributes_a_layer_and_a_section(made):
    made(Shouting)
    steps = []
    reading = reader.read("STOP it NOW", only=["shouting"], on_step=steps.append)
    assert [reading.document.text_of(a) for a in reading.document.layer("shouts")] == ["STOP", "NOW"]
    assert reading.to_dict()["sections"] == [
        {"title": "Shouting", "blocks": [{"kind": "facts", "pairs": (("shouts", "2"),)}]}
    ]
    assert steps == ["shouting"]


def test_layers_that_were_there_stay(made):
    made(Shouting)
    document = Document("STOP", layers=[Layer("mine", [Annotation.of(0, 4, source="me")])])
    assert set(reader.read(document, only=["shouting"]).document.layers) == {"mine", "shouts"}


def test_what_a_capability_needs_is_read_first_and_not_shown(made):
    made(Echo, Shouting)
    steps = []
    reading = reader.read("STOP it NOW", only=["echo"], on_step=steps.append)
    assert steps == ["shouting", "echo"]
    assert len(reading.document.layer("echoes")) == 2
    assert [section.title for section in reading.sections] == ["Echo"]


def test_a_layer_that_is_there_is_not_made_anew_unless_asked(made):
    made(Shouting, Echo)
    document = Document("STOP it NOW", layers=[Layer("shouts", [Annotation.of(5, 7, source="me")])])
    assert len(reader.read(document, only=["echo"]).document.layer("echoes")) == 1
    assert len(reader.read(document, only=["echo", "shouting"]).document.layer("echoes")) == 2


def test_names_may_stand_in_a_string_in_any_order(made, tacit, tmp_path):
    made(Shouting, Echo)
    assert [section.title for section in reader.read("STOP", only="echo, shouting ").sections] == ["Shouting", "Echo"]
    (tmp_path / "a.txt").write_text("STOP it NOW")
    shown = tacit("read", tmp_path / "a.txt", "--only", "echo, shouting, echo ", "--json", "-q")
    assert [section["title"] for section in json.loads(shown.stdout)["sections"]] == ["Shouting", "Echo"]


def test_all_names_are_checked_before_anything_is_read(made):
    made(Shouting)
    steps = []
    with pytest.raises(UsageError, match="'telepathy'"):
        reader.read("STOP", only=["shouting", "telepathy"], on_step=steps.append)
    assert steps == []


def test_the_kind_of_text_decides_who_reads_it(made):
    made(Shouting, Broken)
    story = reader.read(STORY)
    assert story.kind == "story"
    assert [section.title for section in story.sections] == [reader.TITLE, "Shouting"]
    assert story.to_dict()["kind"] == "story"
    assert reader.read(STORY, only=["shouting"]).kind == ""


def test_what_is_not_installed_is_said_and_left_out_and_so_is_what_needs_it(made):
    made(Shouting, Broken, Mended)
    recipe = reader.read(RECIPE)
    assert recipe.sections[-2] == Section("Broken", (Facts((("no model", "not read:"),)),))
    assert recipe.sections[-1].title == "Mended"
    assert recipe.sections[-1].blocks[0].pairs == (("it needs the pieces that broken would have found", "not read:"),)
    assert recipe.not_read == {"broken": "no model", "mended": "it needs the pieces that broken would have found"}
    for name in ("broken", "mended"):
        with pytest.raises(MissingBackboneError, match="no model"):
            reader.read(RECIPE, only=[name])


def test_many_texts_are_read_in_their_order(made):
    made(Shouting)
    texts = [f"{'NOW ' * (number % 3)}it rains" for number in range(40)]
    found = [len(each.document.layer("shouts")) for each in reader.pipe(iter(texts), only="shouting")]
    assert found == [number % 3 for number in range(40)]


def test_the_package_has_the_reader_without_loading_it():
    code = "import sys, tacit; early = 'tacit.reader' in sys.modules; print(early, tacit.read.__module__)"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.split() == ["False", "tacit.api.reading"]


def test_who_asks_is_told_the_reading_so_far(made):
    made(Shouting, Echo)
    parts = []
    whole = reader.read(STORY + " STOP", on_part=parts.append)
    assert [len(part.sections) for part in parts] == [1, 2, 3]
    assert [set(part.document.layers) for part in parts] == [set(), {"shouts"}, {"shouts", "echoes"}]
    assert parts[-1] == whole


@pytest.mark.models
@pytest.mark.processes
def test_a_core_without_pytorch_reads_it_all():
    """What `pip install tacit` gives: no PyTorch, no scikit-learn, no scipy."""
    code = (
        "import sys; sys.modules |= dict.fromkeys(('torch', 'transformers', 'sklearn', 'scipy'));"
        "import tacit; reading = tacit.read(sys.argv[1]);"
        "print(reading.kind, reading.not_read, [each.label for each in reading.scenarios], len(reading.told) > 2)"
    )
    run = [sys.executable, "-c", code, HAIRCUT]
    found = subprocess.run(run, check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "story {} ['getting a haircut'] True"

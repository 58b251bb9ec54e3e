"""The tasks around one reading, without models."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from reader.made_capabilities import Broken, Echo, Shouting, install
from scenarios.keyword_system import KeywordSystem

from tacit import reader
from tacit.errors import InputError
from tacit.scenarios import capability
from tacit.scenarios.capability import Scenarios
from tacit.web import reading

TEA = "The kettle sang loudly. Then we filled the teapot with water. It rained all day in the old town."


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    for cached in (reader.capability_named, reading._system):
        cached.cache_clear()
    yield
    for cached in (reader.capability_named, reading._system):
        cached.cache_clear()


@pytest.fixture
def keywords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capability, "load", KeywordSystem)
    install(monkeypatch, Shouting, Scenarios)


def read(**asked: Any) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
    """The result, and what was told meanwhile."""
    told: list[tuple[str, Any]] = []

    def on_step(name: str, part: bytes = b"", /) -> None:
        told.append((name, json.loads(part) if part else None))

    return json.loads(reading.read(json.dumps(asked).encode(), on_step).body), told


def test_each_part_has_what_is_new_and_all_of_them_make_the_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Shouting, Echo)
    whole, told = read(text="STOP it NOW, she said to him.", parts=True)
    assert [name for name, _ in told] == ["part", "shouting", "part", "echo", "part"]
    first, second, third = (part for _, part in told if part)
    assert first["document"]["text"] == whole["document"]["text"]
    assert [section["title"] for section in first["sections"]] == [reader.TITLE]
    assert list(second["layers"]) == ["shouts"]
    assert list(third["layers"]) == ["echoes"]
    sections = [section for part in (first, second, third) for section in part["sections"]]
    layers = {**first["layers"], **second["layers"], **third["layers"]}
    assert (sections, layers) == (whole["sections"], whole["document"]["layers"])


def test_what_cannot_be_read_is_a_part_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Broken, Shouting)
    recipe = "Preheat the oven. Mix the flour with two eggs. Bake it for an hour. STOP."
    whole, told = read(text=recipe, parts=True)
    assert len(whole["sections"]) == 3
    assert told[-1][1]["sections"][0]["title"] in ("Shouting", "Broken")


def test_without_parts_only_steps_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Shouting)
    whole, told = read(text="STOP it NOW")
    assert told == [("shouting", None)]
    assert set(whole) == {"kind", "document", "sections"}


def test_what_was_nearly_said_comes_with_the_result(keywords: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_DEFAULT_LEAST", 0.2)
    sentences = [{"spans": [list(match.span())]} for match in re.finditer(r"[A-Z][^.]*\.", TEA)]
    document = {"text": TEA, "layers": {"sentences": sentences}}
    whole, _ = read(document=document, parts=True, only=["scenarios"])
    assert whole["least"] == 0.2
    [nearly] = whole["nearly"]
    assert TEA[nearly["start"] : nearly["end"]].startswith("It rained")
    assert nearly["probability"] == 0.1


def test_the_words_that_speak_for_a_scenario(keywords: None) -> None:
    asked = {"document": {"text": TEA}, "scenario": "making tea", "start": 0, "end": 23}
    answer = reading.why(asked)
    assert [reason["word"] for reason in answer["words"]] == ["kettle"]
    assert answer["words"][0]["weight"] > 0.5
    with pytest.raises(InputError, match="no sentence"):
        reading.why({**asked, "start": 5000, "end": 5001})


def test_sections_say_what_corrected_layers_say(keywords: None) -> None:
    passage = {"spans": [[0, 23]], "labels": ["boiling water"], "source": "you"}
    answer = reading.sections({"document": {"text": TEA, "layers": {"scenarios": [passage]}}})
    [section] = answer["sections"]
    assert section["blocks"][1]["rows"][0][1] == "boiling water"


def test_layers_that_tacit_would_not_write_are_refused_in_a_sentence() -> None:
    script = {"spans": [[0, 3]], "labels": ["tea"], "features": {"told": 3}}
    with pytest.raises(InputError, match="layers of scripts"):
        reading.sections({"document": {"text": TEA, "layers": {"scripts": [script]}}})


def test_a_script_comes_in_order_and_an_unknown_one_is_empty() -> None:
    answer = reading.script({"scenario": "Baking a cake"})
    names = [event["name"] for event in answer["events"]]
    assert answer["purpose"]
    assert len(names) > 5
    assert all(before < place for place, event in enumerate(answer["events"]) for before in event["after"][:1])
    assert reading.script({"scenario": "polishing the moon"})["events"] == []

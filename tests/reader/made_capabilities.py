"""Capabilities for tests: no model is loaded, and each says what it needs and adds."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from tacit.capability import Facts, Section
from tacit.documents import Annotation, Layer
from tacit.errors import MissingBackboneError
from tacit.language.english.kinds import EVERY_KIND, INSTRUCTIONS
from tacit.reader import registry


class Shouting:
    """Marks words in capitals."""

    name = "shouting"
    fits = EVERY_KIND
    needs = ()
    adds = ("shouts",)

    def annotate(self, text):
        words = [(text.document.text.index(word), word) for word in text.document.text.split() if word.isupper()]
        yield Layer("shouts", [Annotation.of(at, at + len(word), source="test") for at, word in words])

    def section(self, document):
        return Section("Shouting", (Facts((("shouts", str(len(document.layer("shouts")))),)),))


class Echo:
    """Says again what was shouted."""

    name = "echo"
    fits = EVERY_KIND
    needs = ("shouts",)
    adds = ("echoes",)

    def annotate(self, text):
        yield Layer("echoes", text.document.layer("shouts"))

    def section(self, document):
        return Section("Echo", (Facts((("echoes", str(len(document.layer("echoes")))),)),))


class Broken:
    """Its model is not installed."""

    name = "broken"
    fits = (INSTRUCTIONS,)
    needs = ()
    adds = ("pieces",)

    def annotate(self, text):
        raise MissingBackboneError("no model")

    def section(self, document):
        raise AssertionError("there is nothing to show")


class Mended(Echo):
    """Needs what cannot be had."""

    name = "mended"
    fits = (INSTRUCTIONS,)
    needs = ("pieces",)
    adds = ("whole",)


def install(monkeypatch: pytest.MonkeyPatch, *capabilities: type) -> None:
    """Let these be the only capabilities, in this order."""
    places = {each.name: f"capabilities_of_a_test:{each.__name__}" for each in capabilities}
    module = SimpleNamespace(**{each.__name__: each for each in capabilities})
    monkeypatch.setitem(sys.modules, "capabilities_of_a_test", module)
    monkeypatch.setattr(registry, "CAPABILITIES", places)
    registry.capability_named.cache_clear()

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reader.made_capabilities import Echo, Shouting, install

from tacit import reader
from tacit.documents import Document
from tacit.errors import UsageError
from tacit.language.english.kinds import EVERY_KIND


class Endless(Shouting):
    name = "endless"
    needs = ("echoes",)


class Wanting(Echo):
    name = "wanting"
    needs = ("thoughts",)


def test_an_unknown_name_is_an_error_that_says_what_was_probably_meant():
    with pytest.raises(UsageError, match=r"no capability 'ending'; did you mean 'endings'\? there are language"):
        reader.read("x", only=["ending"])
    with pytest.raises(UsageError, match="no capability 'telepathy'; there are language"):
        reader.read("x", only=["telepathy"])
    with pytest.raises(UsageError, match="did you mean 'language'"):
        reader.read("x", only="Language")


@given(st.lists(st.sampled_from(list(reader.CAPABILITIES))))
def test_whoever_adds_a_layer_reads_before_those_that_need_it(names):
    order = reader.in_order(names)
    assert set(names) <= set(order)
    assert len(set(order)) == len(order)
    there = set()
    for name in order:
        capability = reader.capability_named(name)
        assert there >= set(capability.needs)
        there |= set(capability.adds)


def test_endings_bring_sentences_and_scripts_bring_scenarios():
    assert reader.in_order(["endings"]) == ["language", "endings"]
    assert reader.in_order(["endings"], present=["sentences"]) == ["endings"]
    assert reader.in_order(["scripts"]) == ["language", "scenarios", "scripts"]
    assert reader.in_order(reader.CAPABILITIES) == list(reader.CAPABILITIES)


def test_every_capability_says_whom_it_is_for_and_what_it_adds():
    added = []
    for name in reader.CAPABILITIES:
        capability = reader.capability_named(name)
        assert capability.name == name
        assert set(capability.fits) <= set(EVERY_KIND)
        added += capability.adds
    assert len(added) == len(set(added))
    assert reader.fitting("news") == ["language"]
    assert reader.fitting("mixed") == list(reader.CAPABILITIES)


def test_what_nobody_adds_and_circles_are_errors(monkeypatch):
    install(monkeypatch, Echo, Endless, Wanting)
    try:
        with pytest.raises(UsageError, match="wanting needs the layer 'thoughts', which the document lacks"):
            reader.read(Document("STOP"), only=["wanting"])
        with pytest.raises(UsageError, match="echo, endless need each other's layers"):
            reader.in_order(["echo"])
    finally:
        reader.capability_named.cache_clear()


def test_who_needs_and_adds_what_is_printed(tacit):
    shown = json.loads(tacit("systems", "--reading", "--json").stdout)
    [endings] = [each for each in shown if each["name"] == "endings"]
    assert endings == {
        "name": "endings",
        "fits": ["story", "mixed"],
        "needs": ["sentences"],
        "adds": ["coherence"],
        "after": ["language"],
    }
    table = tacit("systems", "--reading").stdout
    assert all(name in table for name in reader.CAPABILITIES)

from __future__ import annotations

import pytest

from tacit.endings.memory import remembered
from tacit.errors import OutputError


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "cache"))


def test_each_sentence_is_computed_once_and_kept_on_disk():
    asked = []

    def shout(sentences):
        asked.extend(sentences)
        return [sentence.upper().encode() for sentence in sentences]

    assert remembered("shouts", ["a", "b", "a"], shout) == [b"A", b"B", b"A"]
    assert remembered("shouts", ["c", "b"], shout) == [b"C", b"B"]
    assert remembered("whispers", ["a"], lambda sentences: [b"a"]) == [b"a"]
    assert asked == ["a", "b", "c"]


def test_what_was_done_before_an_interruption_stays(monkeypatch):
    monkeypatch.setattr("tacit.endings.memory._CHUNK", 2)

    def interrupted(sentences):
        if "c" in sentences:
            raise KeyboardInterrupt
        return [b"x"] * len(sentences)

    with pytest.raises(KeyboardInterrupt):
        remembered("kept", ["a", "b", "c"], interrupted)
    assert remembered("kept", ["a", "b"], lambda sentences: [b"new"]) == [b"x", b"x"]


def test_a_cache_that_cannot_be_used_is_one_sentence(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "file"))
    with pytest.raises(OutputError, match="the cache of shouts cannot be used"):
        remembered("shouts", ["a"], lambda sentences: [b"A"])


def test_another_model_has_a_store_of_its_own():
    assert remembered("shouts", ["a"], lambda sentences: [b"A"], by="one model") == [b"A"]
    assert remembered("shouts", ["a"], lambda sentences: [b"!"], by="one/model 2") == [b"!"]
    assert remembered("shouts", ["a"], lambda sentences: [], by="one model") == [b"A"]

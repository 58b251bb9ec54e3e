"""What was computed once is kept, up to a limit."""

from __future__ import annotations

import pytest

from tacit.errors import OutputError, UsageError
from tacit.learning import cache
from tacit.learning.cache import Shelf, opened, remembered


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
    monkeypatch.setattr("tacit.learning.cache._CHUNK", 2)

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


def test_it_says_what_it_keeps_and_forgets_it(tmp_path):
    assert cache.shelves() == []
    remembered("shouts", ["a", "b"], lambda sentences: [b"AA"] * len(sentences), by="one model")
    remembered("whispers", ["a"], lambda sentences: [b"a"])
    assert cache.shelves() == [Shelf("shouts", "one model", 2, 4), Shelf("whispers", "", 1, 1)]
    for name in ("endings-events.sqlite", "scores-causal.sqlite-wal", "other.sqlite", "model.safetensors"):
        (tmp_path / "cache" / name).write_bytes(b"four")
    assert cache.clear() > 8
    assert cache.shelves() == []
    assert {path.name for path in (tmp_path / "cache").iterdir()} == {"other.sqlite", "model.safetensors"}


def test_what_was_not_asked_for_longest_is_given_up(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_CACHE_MB", "1")
    value = bytes(10_000)
    with opened("old") as old:
        monkeypatch.setattr(cache, "_today", lambda: 1)
        old.put({f"asked {number}": value for number in range(10)})
        old.put({f"idle {number}": value for number in range(60)})
        monkeypatch.setattr(cache, "_today", lambda: 2)
        assert len(old.get(f"asked {number}" for number in range(10))) == 10
        with opened("new") as new:
            for number in range(60):
                new.put({str(number): value})
            assert new.get(["59"]) == {"59": value}
        left = old.get([f"{name} {number}" for name in ("asked", "idle") for number in range(60)])
    assert len([text for text in left if text.startswith("asked")]) == 10
    assert len(left) < 50
    assert (tmp_path / "cache" / cache.FILE).stat().st_size < 2 << 20


def test_thousands_are_found_at_once():
    with opened("numbers") as store:
        store.put({str(number): str(number).encode() for number in range(1234)})
        assert store.get(map(str, range(2000))) == {str(number): str(number).encode() for number in range(1234)}


@pytest.mark.parametrize("given", ["much", "0", "-5", "1.5"])
def test_a_limit_is_a_number_of_megabytes(monkeypatch, given):
    monkeypatch.setenv("TACIT_CACHE_MB", given)
    with pytest.raises(UsageError, match="TACIT_CACHE_MB must be a number of megabytes"):
        cache.limit()


def test_what_goes_wrong_in_the_computing_is_not_blamed_on_the_cache():
    def broken(sentences):
        raise OSError("no model")

    with pytest.raises(OSError, match="no model"):
        remembered("shouts", ["a"], broken)

import threading

import pytest

from tacit.backbones import causal
from tacit.errors import MissingBackboneError, OutputError


@pytest.mark.models
def test_sense_is_likelier_than_nonsense():
    sense, scrambled = causal.load().log_probabilities(
        "Ann was hungry.", [" She ate some bread.", " Bread she some ate."]
    )
    assert scrambled + 5 < sense < 0


@pytest.mark.models
def test_log_probabilities_add_up():
    model = causal.load()
    [whole] = model.log_probabilities("", ["The cat sat"])
    [first] = model.log_probabilities("", ["The cat"])
    [second] = model.log_probabilities("The cat", [" sat"])
    assert whole == pytest.approx(first + second, abs=1e-3)


@pytest.fixture
def conversions(tmp_path, monkeypatch):
    """The unpacking replaced by a writer of one file that waits until two are at it, in an empty cache."""
    counted = []
    together = threading.Barrier(2, timeout=5)

    def convert(_gguf, folder):
        counted.append(folder)
        together.wait()
        (folder / "model.safetensors").write_text("weights")

    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(causal, "_convert", convert)
    monkeypatch.setattr(type(causal.CAUSAL), "found", lambda _self: tmp_path)
    return counted


def test_two_that_start_at_once_both_get_a_whole_folder(conversions, tmp_path):
    results = []
    threads = [threading.Thread(target=lambda: results.append(causal.converted())) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [causal.cached()] * 2
    assert len(conversions) == 2
    assert (causal.cached() / "model.safetensors").read_text() == "weights"
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [causal.cached().name]


def test_a_failed_conversion_leaves_nothing(tmp_path, monkeypatch):
    def fail(_gguf, folder):
        (folder / "half").write_text("")
        raise MissingBackboneError("no")

    monkeypatch.setenv("TACIT_CACHE", str(tmp_path))
    monkeypatch.setattr(causal, "_convert", fail)
    monkeypatch.setattr(type(causal.CAUSAL), "found", lambda _self: tmp_path)
    with pytest.raises(MissingBackboneError):
        causal.converted()
    assert list(tmp_path.iterdir()) == []


def test_cache_that_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(type(causal.CAUSAL), "found", lambda _self: tmp_path)
    with pytest.raises(OutputError, match="cannot be written"):
        causal.converted()

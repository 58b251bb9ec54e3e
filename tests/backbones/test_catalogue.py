import pytest

from tacit.backbones import catalogue
from tacit.backbones.catalogue import CATALOGUE, CAUSAL, ENCODER, PARSER, fingerprint
from tacit.errors import MissingBackboneError, MissingExtraError


def test_every_part_has_a_pin():
    assert [part.wanted for part in CATALOGUE] == ["3.6.0", "0.1.0", "0.1.2", "0.0.1"]


def test_fingerprint_tells_content_and_names(tmp_path):
    (tmp_path / "a").write_text("x")
    before = fingerprint(tmp_path)
    (tmp_path / "a").rename(tmp_path / "b")
    renamed = fingerprint(tmp_path)
    (tmp_path / "b").write_text("y")
    assert len({before, renamed, fingerprint(tmp_path)}) == 3


def test_missing_part_names_the_command(monkeypatch):
    monkeypatch.setattr(catalogue.importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setenv("TACIT_CACHE", "/nowhere")
    with pytest.raises(MissingBackboneError, match=r"not here yet: fetch it with  tacit models get"):
        PARSER.found()


def test_a_part_without_what_it_runs_on_names_the_extra(monkeypatch):
    monkeypatch.setattr(catalogue.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(MissingExtraError, match=r"'torch'.*tacit\[neural\]"):
        CAUSAL.found()
    assert not CAUSAL.is_missing, "it would be fetched for nothing"
    assert ENCODER.is_usable, "numpy reads it"


@pytest.mark.models
@pytest.mark.parametrize("part", CATALOGUE, ids=lambda part: part.part)
def test_installed_parts_are_genuine(part):
    assert part.is_genuine()

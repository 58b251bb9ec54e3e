import pytest
from linter.even_judge import EvenJudge

import tacit
from tacit.api import checking
from tacit.errors import InputError, UsageError
from tacit.linter.check import Checker

pytestmark = pytest.mark.models

TEXT = "# Clean a pump\n\n1. Take off the valve and the lid.\n2. Rinse before reassembling.\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "pump.md").write_text(TEXT)
    (tmp_path / "other.md").write_text("Wait.\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_a_folder_a_text_and_a_document(folder):
    for source in ("pump.md", folder / "pump.md", str(folder), TEXT, tacit.Document(TEXT)):
        [finding] = tacit.check(source)
        assert (finding.code, finding.phrase, finding.place.line) == ("TAC101", "Rinse", 4)
    assert repr(tacit.check("pump.md")) == "<findings (1): line 4 TAC101 'Rinse'>"
    assert str(tacit.check("pump.md")).startswith("pump.md:4:4 TAC101 'Rinse' what?")
    assert tacit.check("other.md") == checking.Findings(())


def test_settings_of_the_file_and_of_the_caller(folder):
    assert len(tacit.check("pump.md", ignore="TAC101")) == 0
    assert len(tacit.check("pump.md", select=["TAC1"])) == 1
    assert len(tacit.check("pump.md", min_confidence=1.0)) == 0
    (folder / ".tacit.toml").write_text('ignore = ["TAC101"]\n')
    assert len(tacit.check("pump.md")) == 0
    (folder / ".tacit.toml").write_text('exclude = ["pump.md"]\n')
    assert len(tacit.check(folder)) == 0


def test_a_judge_by_name(folder, monkeypatch):
    asked = []
    monkeypatch.setattr(
        checking, "_checker", lambda name: asked.append(name) or Checker(EvenJudge(disliked=["the valve"]))
    )
    [finding] = tacit.check("pump.md", judge="mine")
    assert [reading.text for reading in finding.readings] == ["the lid"]
    assert asked == ["mine"]


def test_wrong_names(folder):
    with pytest.raises(InputError, match="there is no such file"):
        tacit.check("pmp.md")
    with pytest.raises(UsageError, match="'TAC9'"):
        tacit.check("pump.md", select="TAC9")


def test_a_frame(folder):
    frame = tacit.check(folder).to_frame()
    assert frame["readings"].tolist() == [["the lid", "the valve"]]
    assert tacit.check("other.md").to_frame("polars").shape == (0, 10)
    assert tacit.check(folder)[:1].to_dicts()[0]["code"] == "TAC101"

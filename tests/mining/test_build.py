import json

import pytest
from clarifications.passages import shed, tea

from tacit.clarifications import Phenomenon, read_instructions, write_instructions
from tacit.clarifications import generate as generating
from tacit.clarifications.generate import FillerCandidate
from tacit.errors import InputError
from tacit.mining.build import build, read_origins, write_built


class Telling:
    """A generator that says what it is told, and takes the first ones for diverse."""

    def __init__(self, *texts):
        self.texts = texts
        self.asked = []

    def generate(self, instruction, count=100):
        self.asked.append(instruction)
        return [FillerCandidate(text, -float(place)) for place, text in enumerate(self.texts)][:count]

    def diverse(self, instruction, candidates, count=4):
        return [each.text for each in candidates[:count]]


MINED = [tea(id=str(number)).with_fillers(["the kettle"]) for number in range(1, 9)]
FIVE = ("the pot", "The Kettle", "the cup", "the jug", "the tub", "the vase")


def test_a_row_has_the_human_and_four_generated_fillers():
    found = build(MINED, Telling(*FIVE))
    assert (len(found.instructions), found.dropped) == (8, 0)
    for row in found.instructions:
        texts = [filler.text for filler in row.fillers]
        assert sorted(texts) == ["the cup", "the jug", "the kettle", "the pot", "the tub"]
        assert texts[found.human[row.id] - 1] == "the kettle"
    assert len(set(found.human.values())) > 1  # not always in the same place


def test_the_generator_does_not_see_the_human_filler():
    generator = Telling(*FIVE)
    build(MINED[:1], generator)
    assert generator.asked[0].fillers == ()


def test_the_order_depends_on_seed_and_sentence_alone():
    whole, part = (build(mined, Telling(*FIVE), seed=3) for mined in (MINED, MINED[4:]))
    assert whole.instructions[4:] == part.instructions
    assert build(MINED, Telling(*FIVE), seed=4).instructions != whole.instructions


def test_sentences_with_fewer_fillers_are_left_out():
    found = build(MINED[:2], Telling("the pot", "the kettle", "the cup", "the jug"))
    assert (found.instructions, found.dropped) == ([], 2)


def test_no_more_of_a_phenomenon_than_asked_for():
    mined = [*MINED, *(shed(id=f"s{number}").with_fillers(["garden"]) for number in range(3))]
    found = build(mined, Telling(*FIVE), most=2)
    assert found.to_dict()["phenomena"] == {"implicit reference": 2, "noun compound": 2}


def test_what_was_not_mined_is_refused():
    with pytest.raises(InputError, match="'tea' has 3"):
        build([tea()], Telling(*FIVE))
    with pytest.raises(InputError, match="two sentences have the id '1'"):
        build([MINED[0], MINED[0]], Telling(*FIVE))


def test_origins_come_back(tmp_path):
    found = build(MINED, Telling(*FIVE))
    written = write_built(found, tmp_path / "built")
    assert read_instructions(written) == found.instructions
    assert read_origins(written) == found.human
    assert read_origins(tmp_path / "other_data.tsv") == {}
    (tmp_path / "built_origins.tsv").write_text(f"1_{'9' * 5000}\tHUMAN\n")
    with pytest.raises(InputError, match="the id of a filler"):
        read_origins(written)
    (tmp_path / "built_origins.tsv").write_text("1_1\tMACHINE\n")
    with pytest.raises(InputError, match="HUMAN or GENERATED"):
        read_origins(written)


def test_the_command_builds_from_two_versions(tacit, tmp_path, monkeypatch):
    monkeypatch.setattr(generating, "FillerGenerator", lambda: Telling("the pump", "your hands", "the lid", "the seal"))
    (tmp_path / "old.md").write_text("# Clean a pump\n\nTake it apart. Rinse before drying.\n")
    (tmp_path / "new.md").write_text("# Clean a pump\n\nTake it apart. Rinse each piece before drying.\n")
    arguments = ("clarify", "build", tmp_path / "old.md", tmp_path / "new.md", "--out", tmp_path / "built", "--json")
    done = tacit(*arguments)
    assert (done.code, json.loads(done.stdout)["phenomena"]) == (0, {"implicit reference": 1})
    [row] = read_instructions(tmp_path / "built")
    assert row.phenomenon is Phenomenon.IMPLICIT_REFERENCE
    assert row.sentence == "Rinse ______ before drying."
    assert {filler.text for filler in row.fillers} == {"each piece", "the pump", "your hands", "the lid", "the seal"}


def test_the_command_builds_from_what_was_mined_before(tacit, tmp_path, monkeypatch):
    monkeypatch.setattr(generating, "FillerGenerator", lambda: Telling(*FIVE))
    mined = write_instructions(MINED, tmp_path / "mined")
    assert tacit("clarify", "build", mined, "--out", tmp_path / "built", "-q").code == 0
    assert len(read_instructions(tmp_path / "built")) == 8
    assert tacit("clarify", "build", mined, "--coreferent", "--out", tmp_path / "built").code == 2
    monkeypatch.setattr(generating, "FillerGenerator", Telling)
    outcome = tacit("clarify", "build", mined, "--out", tmp_path / "empty")
    assert (outcome.code, (tmp_path / "empty_data.tsv").exists()) == (2, False)

from dataclasses import replace

import pytest
from clarifications.passages import shed, tea
from hypothesis import given
from hypothesis import strategies as st

from tacit.clarifications import Filler, Phenomenon, instruction_of, read_instructions, write_instructions
from tacit.clarifications.data import data_file
from tacit.documents import Document
from tacit.errors import InputError


def test_what_is_written_is_read_again(tmp_path):
    instructions = [tea(), shed()]
    written = write_instructions(instructions, tmp_path / "own")
    assert written == tmp_path / "own_data.tsv"
    assert read_instructions(written) == instructions
    assert (tmp_path / "own_labels.tsv").read_text().splitlines()[1] == "tea_2\tNEUTRAL"
    assert (tmp_path / "own_scores.tsv").read_text().splitlines()[0] == "tea_1\t4.75"


words = st.text(st.characters(blacklist_categories=("C", "Z"), blacklist_characters="_"), min_size=1, max_size=8)


@given(
    st.lists(words, min_size=1, max_size=8),
    words,
    words,
    words,
    st.sampled_from(Phenomenon),
)
def test_any_number_of_fillers_survives(tmp_path_factory, fillers, before, after, previous, phenomenon):
    folder = tmp_path_factory.mktemp("any")
    step = tea(
        phenomenon=phenomenon,
        before=before,
        after=after,
        previous=previous,
        fillers=tuple(map(Filler, fillers)),
    )
    write_instructions([step], folder / "own_data.tsv")
    assert read_instructions(folder) == [step]
    assert not (folder / "own_labels.tsv").exists()


def test_tabs_and_line_breaks_become_spaces(tmp_path):
    write_instructions([tea(previous="Take\tthe\r\nkettle.")], tmp_path / "own")
    assert read_instructions(tmp_path)[0].previous == "Take the kettle."


def test_a_path_may_be_a_file_a_prefix_or_a_folder(tmp_path):
    for name in ("train", "dev", "test"):
        write_instructions([tea(id=name)], tmp_path / name)
    assert read_instructions(tmp_path / "dev")[0].id == "dev"
    assert read_instructions(tmp_path / "dev_data.tsv")[0].id == "dev"
    assert read_instructions(tmp_path)[0].id == "test"
    assert read_instructions(tmp_path, prefer="train")[0].id == "train"
    with pytest.raises(InputError, match=r"several \(dev_data.tsv, test_data.tsv, train_data.tsv\): name one"):
        data_file(tmp_path, prefer="other")


def test_a_folder_without_data_is_an_error(tmp_path):
    with pytest.raises(InputError, match="this holds none"):
        read_instructions(tmp_path)
    with pytest.raises(InputError):
        read_instructions(tmp_path / "missing")


def test_labels_and_scores_may_lie_elsewhere(tmp_path):
    bare = [replace(tea(), fillers=(Filler("the kettle"), Filler("the pot")))]
    write_instructions(bare, tmp_path / "own")
    (tmp_path / "gold.tsv").write_text("tea_1\tPLAUSIBLE\n")
    (tmp_path / "rated.tsv").write_text("tea_2\t2.25\n")
    [step] = read_instructions(tmp_path / "own", labels=tmp_path / "gold.tsv", scores=tmp_path / "rated.tsv")
    assert step.fillers == (Filler("the kettle", "PLAUSIBLE"), Filler("the pot", None, 2.25))


@pytest.mark.parametrize(
    ("option", "content", "message"),
    [
        ("labels", "tea_1\tPLAUSIBLE\ntea_2\tFINE\n", "gold.tsv, line 2: a label must be one of IMPLAUSIBLE"),
        ("labels", "tea_1\n", "gold.tsv, line 1: a row has two cells"),
        ("scores", "tea_1\tinf\n", "gold.tsv, line 1: a score must be a number"),
        ("scores", "tea_1\tfive\n", "gold.tsv, line 1: a score must be a number"),
    ],
)
def test_wrong_judgements_name_their_line(tmp_path, option, content, message):
    write_instructions([tea()], tmp_path / "own")
    (tmp_path / "gold.tsv").write_text(content)
    with pytest.raises(InputError, match=message):
        read_instructions(tmp_path / "own", **{option: tmp_path / "gold.tsv"})


def test_an_unknown_pattern_is_an_error(tmp_path):
    written = write_instructions([tea()], tmp_path / "own")
    written.write_text(written.read_text().replace("IMPLICIT REFERENCE", "RIDDLE"))
    with pytest.raises(InputError, match=r"own_data.tsv: tea: the pattern must be one of .* not 'RIDDLE'"):
        read_instructions(written)


def test_another_document_is_no_instruction():
    with pytest.raises(InputError, match="'memo' is no CLAIRE row"):
        instruction_of(Document("Buy milk.", "memo"))

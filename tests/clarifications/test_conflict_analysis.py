import json

import pytest
from clarifications.passages import shed, tea

from tacit.clarifications import Filler, Phenomenon, write_instructions
from tacit.clarifications.conflict_analysis import (
    EQUIVALENT,
    EXCLUDED,
    analysis,
    labels_by_rules,
    read_labels,
    several_plausible,
    write_labels,
)
from tacit.clarifications.conflicts import Conflict
from tacit.errors import InputError

KETTLE = tea(fillers=(Filler("the kettle", None, 5.0), Filler("the spoon", None, 1.0), Filler("the lid", None, 4.5)))
FILM = tea(
    id="film",
    phenomenon=Phenomenon.FUSED_HEAD,
    fillers=(
        Filler("film", None, 4.75),
        Filler("movie", None, 4.5),
        Filler("chef", None, 5.0),
        Filler("cup", None, 4.0),
    ),
)
ONE = shed()
ALL = [KETTLE, FILM, ONE]


def test_sentences_with_several_clearly_plausible_clarifications():
    assert [(each.instruction.id, each.fillers) for each in several_plausible(ALL)] == [
        ("tea", (1, 3)),
        ("film", (1, 2, 3)),
    ]
    assert several_plausible(ALL, least=4.0)[1].fillers == (1, 2, 3, 4)
    labelled = shed(fillers=(Filler("garden", "PLAUSIBLE"), Filler("kitchen", "PLAUSIBLE"), Filler("soup", "NEUTRAL")))
    assert several_plausible([labelled])[0].fillers == (1, 2)


def test_rules_label_each_pair():
    assert labels_by_rules(several_plausible(ALL)) == {
        ("tea", 1, 3): Conflict.PART_WHOLE,
        ("film", 1, 2): EQUIVALENT,
        ("film", 1, 3): Conflict.DIFFERENT_QUESTION,
        ("film", 2, 3): Conflict.DIFFERENT_QUESTION,
    }


def test_a_sentence_counts_once_for_each_kind():
    chosen = several_plausible(ALL)
    found = analysis(chosen, labels_by_rules(chosen))
    assert (found.total.sentences, found.total.clarifications, found.total.conflicting) == (2, 5, 2)
    assert found.total.kinds == {"part and whole": 1, "different question": 1}
    assert list(found.phenomena) == ["implicit reference", "fused head"]
    assert found.agreement is None


def test_an_excluded_sentence_counts_nowhere():
    chosen = several_plausible(ALL)
    found = analysis(chosen, {**labels_by_rules(chosen), ("film", 1, 2): EXCLUDED})
    assert (found.total.sentences, found.total.clarifications, found.total.excluded) == (1, 2, 1)
    assert found.phenomena["fused head"].conflicting == 0


def test_two_analysts_agree_on_a_sentence_if_on_all_of_its_pairs():
    chosen = several_plausible(ALL)
    first = labels_by_rules(chosen)
    same = analysis(chosen, first, {**first, ("tea", 1, 3): "different entity"})
    assert (same.agreement.agreed, same.agreement.sentences, same.agreement.kappa) == (2, 2, 1.0)
    assert same.agreement.kappa_of_kinds < 1
    other = analysis(chosen, first, {**first, ("film", 1, 3): EQUIVALENT})
    assert other.agreement.agreed == 1
    assert other.agreement_by_phenomenon["fused head"].agreed == 0
    # Three of four pairs alike; chance: 3/4 of one and 2/4 of the other conflicting.
    assert other.agreement.kappa == pytest.approx((0.75 - 0.5) / (1 - 0.5))


def test_labels_come_back_from_their_file(tmp_path):
    chosen = several_plausible(ALL)
    labels = labels_by_rules(chosen)
    write_labels(chosen, tmp_path / "labels.tsv", labels)
    assert read_labels(tmp_path / "labels.tsv", chosen) == labels
    swapped = (tmp_path / "labels.tsv").read_text().replace("tea\t1\t3", "tea\t3\t1")
    (tmp_path / "labels.tsv").write_text(swapped)
    assert read_labels(tmp_path / "labels.tsv", chosen) == labels


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("part and whole", "part", "a label must be one of part and whole"),
        ("tea\t1\t3", "tea\tone\t3", "are numbers of fillers, not 'one'"),
        ("tea\t1\t3", "tea\t1\t2", "1 of 4 pairs have no label, first fillers 1 and 3 of 'tea'"),
        ("part and whole", "", "the cell 'Label' is empty"),
    ],
)
def test_labels_that_do_not_fit(old, new, message, tmp_path):
    chosen = several_plausible(ALL)
    write_labels(chosen, tmp_path / "labels.tsv", labels_by_rules(chosen))
    (tmp_path / "labels.tsv").write_text((tmp_path / "labels.tsv").read_text().replace(old, new))
    with pytest.raises(InputError, match=message):
        read_labels(tmp_path / "labels.tsv", chosen)


def test_the_command_with_two_analysts(tacit, tmp_path):
    write_instructions(ALL, tmp_path / "own")
    assert tacit("clarify", "conflicts", tmp_path, "--out", tmp_path / "sheet.tsv", "--blank", "-q").code == 0
    header, *rows = (tmp_path / "sheet.tsv").read_text().splitlines()
    assert header.split("\t")[:4] == ["Id", "First", "Second", "Label"]
    filled = "\n".join([header, *(row.replace("\t\t", "\tequivalent\t", 1) for row in rows)]) + "\n"
    (tmp_path / "second.tsv").write_text(filled)
    done = tacit("clarify", "conflicts", tmp_path, "--second", tmp_path / "second.tsv", "--json")
    found = json.loads(done.stdout)
    assert (done.code, found["agreement"]["agreed"], found["agreement"]["sentences"]) == (0, 0, 2)
    assert found["pairs"][0] == {
        "id": "tea",
        "phenomenon": "implicit reference",
        "first": "the kettle",
        "second": "the lid",
        "label": "part and whole",
    }
    shown = tacit("clarify", "conflicts", tmp_path, "--second", tmp_path / "second.tsv").stdout
    assert "kappa of kinds" in shown
    outcome = tacit("clarify", "conflicts", tmp_path, "--second", tmp_path / "sheet.tsv")
    assert outcome.code == 2

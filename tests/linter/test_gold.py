import json
from pathlib import Path

import pytest

from tacit.documents import Span
from tacit.errors import InputError
from tacit.formats import Source
from tacit.linter.gold import Marked, contributions, read_gold, read_howto, score

HOWTOS = Path(__file__).parents[1] / "clarifications" / "howtos"


def howto(text):
    return read_howto(Source("a.md", text.encode()))


def test_marks_are_taken_out_and_found_again():
    found = howto("# A\n\n{TAC101:Rinse} the {not a mark} before {TAC102:the edge}.\n")
    assert found.page.text == "# A\n\nRinse the {not a mark} before the edge.\n"
    assert [(mark.code, found.page.text[mark.span.start : mark.span.end]) for mark in found.gold] == [
        ("TAC101", "Rinse"),
        ("TAC102", "the edge"),
    ]


def test_an_unknown_code():
    with pytest.raises(InputError, match=r"a.md, line 3: there is no code 'TAC999'"):
        howto("# A\n\n{TAC999:Rinse} it.\n")


def test_precision_recall_and_curve():
    text = howto("{TAC101:Rinse} well. {TAC101:Dry} well. Stop.")
    found = [
        Marked("TAC101", Span(0, 5), 0.9),
        Marked("TAC101", Span(0, 3), 0.8),  # the same again is no hit
        Marked("TAC102", Span(12, 15), 0.7),  # another code is none either
        Marked("TAC101", Span(12, 14), 0.6),
    ]
    scores = score([text], lambda _: found)
    assert (scores.n, scores.gold, scores.found, scores.precision, scores.recall) == (1, 2, 4, 0.5, 1.0)
    assert [(point.found, point.precision, point.recall) for point in scores.curve] == [
        (1, 1.0, 0.5),
        (2, 0.5, 0.5),
        (3, pytest.approx(1 / 3), 0.5),
        (4, 0.5, 1.0),
    ]
    assert scores.by_code["TAC102"] == {"gold": 0, "found": 1, "precision": 0.0, "recall": 1.0}


def test_what_texts_add_gives_the_same_figures():
    texts = [howto("{TAC101:Rinse} well. {TAC101:Dry} well."), howto("{TAC101:Rinse} it."), howto("Wait a little.")]
    found = {
        texts[0]: [Marked("TAC101", Span(0, 5)), Marked("TAC102", Span(6, 9))],
        texts[2]: [Marked("TAC101", Span(0, 4))],
    }

    def find(text):
        return found.get(text, [])

    scores, added = score(texts, find), contributions(texts, find)
    assert added["precision"].documents[0].tolist() == [[1, 2]]
    assert {name: each.of_all() for name, each in added.items()} == {
        "precision": pytest.approx(scores.precision),
        "recall": pytest.approx(scores.recall),
        "f1": pytest.approx(scores.f1),
    }
    assert (scores.precision, scores.recall) == (pytest.approx(1 / 3), pytest.approx(1 / 3))


def test_nothing_found_is_no_mistake():
    scores = score([howto("{TAC101:Rinse} well.")], lambda _: [])
    assert (scores.precision, scores.recall, scores.f1) == (1.0, 0.0, 0.0)


def test_the_shipped_texts():
    parts = {part.name: read_gold([part]) for part in HOWTOS.iterdir()}
    assert set(parts) == {"dev", "test", "fresh", "others", "ordinary", "unseen", "natural", "natural-test"}
    names = [Path(each.path).stem for howtos in parts.values() for each in howtos]
    assert len(names) == len(set(names)) >= 40
    for name, howtos in parts.items():
        assert sum(len(each.gold) for each in howtos) >= len(howtos) * (name != "ordinary")
        assert any(not each.gold for each in howtos)


@pytest.mark.models
def test_the_command(tacit, tmp_path):
    (tmp_path / "a.md").write_text("Take off the valve and the lid.\n\n{TAC101:Rinse} before drying.\n\nWait.\n")
    outcome = tacit("clarify", "evaluate-check", tmp_path, "--judge", "none", "--json")
    found = json.loads(outcome.stdout)
    assert (found["n"], found["gold"], found["found"], found["precision"], found["recall"]) == (1, 1, 1, 1.0, 1.0)
    assert found["curve"][0]["recall"] == 1.0
    assert tacit("clarify", "evaluate-check", tmp_path, "--judge", "none").code == 0
    assert (
        tacit("clarify", "evaluate-check", tmp_path, "--judge", "none", "--min-confidence", "1", "--bar", "1").code == 0
    )


@pytest.mark.models
def test_the_linter_against_itself_is_no_better(tacit, tmp_path):
    (tmp_path / "a.md").write_text("Take off the valve and the lid.\n\n{TAC101:Rinse} before drying.\n\nWait.\n")
    outcome = tacit("clarify", "evaluate-check", tmp_path, "--judge", "none", "--against", "none", "--json")
    comparison = json.loads(outcome.stdout)["comparison"]
    assert (comparison["first"], comparison["second"], comparison["documents"]) == ("none", "none", 1)
    assert {each["metric"]: (each["first"], each["difference"], each["p"]) for each in comparison["metrics"]} == {
        "precision": (1.0, 0.0, 1.0),
        "recall": (1.0, 0.0, 1.0),
        "f1": (1.0, 0.0, 1.0),
    }


@pytest.mark.models
def test_the_linter_keeps_its_bar_without_a_judge(tacit):
    found = json.loads(tacit("clarify", "evaluate-check", HOWTOS, "--judge", "none", "--json").stdout)
    assert found["precision"] >= 0.7
    assert found["recall"] >= 0.3


@pytest.mark.models
def test_texts_of_the_same_name_are_told_apart(tacit, tmp_path):
    for folder, text in (("a", "Take off the valve and the lid.\n\n{TAC101:Rinse} before drying.\n"), ("b", "Wait.\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "tea.md").write_text(text)
    outcome = tacit("clarify", "evaluate-check", tmp_path / "a", tmp_path / "b", "--judge", "none", "--json")
    found = json.loads(outcome.stdout)
    assert (found["n"], found["found"], found["precision"], found["recall"]) == (2, 1, 1.0, 1.0)

"""The experiment of the command, called as a notebook calls it."""

import pytest
from schemas.made_corpus import make_corpus, stories

from tacit.cloze.experiment import ClozeOptions, ClozeResult, run
from tacit.errors import UsageError


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return make_corpus(tmp_path_factory.mktemp("cloze") / "corpus", stories(40))


def test_what_is_given_is_split_or_both_sides_are():
    for wrong in (
        {},
        {"corpus": "a", "train": ["b"], "test": "c"},
        {"train": ["a"]},
        {"test": "a"},
        {"corpus": "a", "test": "b"},
    ):
        with pytest.raises(UsageError, match="give a corpus to split"):
            ClozeOptions(**wrong)


def test_a_result_prints_as_json_and_as_a_frame():
    figures = {"pmi": {"n": 4, "accuracy": 0.5}, "frequency": {"n": 4, "accuracy": 0.25}}
    result = ClozeResult("pmi", figures, 30, 10, 1, baselines=True)
    assert result.to_dict() == {
        "system": "pmi",
        "n": 4,
        "accuracy": 0.5,
        "train_chains": 30,
        "test_chains": 10,
        "seed": 1,
        "baselines": {"frequency": {"n": 4, "accuracy": 0.25}},
    }
    assert result.to_frame().set_index("system")["accuracy"].to_dict() == {"pmi": 0.5, "frequency": 0.25}
    assert "baselines" not in ClozeResult("pmi", {"pmi": figures["pmi"]}, 30, 10, 1).to_dict()


def test_hidden_events_of_a_corpus_are_found_better_than_by_frequency(corpus):
    told = []
    options = ClozeOptions(corpus=corpus, system="pmi", test_share=0.4, ranking=True)
    found = run(options, progress=lambda what, done, total: told.append(what))
    assert found.accuracy == found.to_dict()["accuracy"] > 0.2
    assert {"mean_rank", "recall_at_10"} <= set(found.to_frame().columns)
    assert {"pmi, learning", "pmi, choosing", "pmi, ranking"} <= set(told)
    assert run(options).to_dict() == found.to_dict()


def test_a_second_system_answers_the_same_questions(corpus):
    found = run(ClozeOptions(corpus=corpus, system="pmi", against="frequency", test_share=0.4))
    assert set(found.figures) == {"pmi", "frequency"}
    printed = found.to_dict()
    assert "baselines" not in printed
    [accuracy] = printed["comparison"]["metrics"]
    assert accuracy["first"] == pytest.approx(found.accuracy)
    assert accuracy["second"] == pytest.approx(found.figures["frequency"]["accuracy"])
    assert accuracy["difference_low"] <= accuracy["difference"] <= accuracy["difference_high"]
    assert accuracy["p"] < 0.05

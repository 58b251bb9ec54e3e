import pytest
from scripts.made_scripts import LetterEncoder, tea
from scripts.test_learn import WEIGHTS, text

from tacit.backbones import encoder
from tacit.errors import InputError
from tacit.scripts import train
from tacit.scripts.base import ScriptBase
from tacit.scripts.paraphrase import FEATURES, Described, Paraphrase, comparisons
from tacit.scripts.systems.tacit.told import ToldSystem
from tacit.scripts.task import Form

DESCRIBED = [Described(Form("boil", "water"), 0.0, frozenset({0})), Described(Form("pour", "tea"), 1.0, frozenset({1}))]
SHIPPED = {"usual": 0.5, "told": 0.4, "untold": 0.3, "between": 0.2}


@pytest.fixture(autouse=True)
def small(monkeypatch, tmp_path):
    monkeypatch.setattr(encoder, "load", LetterEncoder)
    ScriptBase.of([tea()], {"tacit": SHIPPED, "paraphrase": WEIGHTS}).save(tmp_path / "base")
    monkeypatch.setattr("tacit.scripts.base.SHIPPED", tmp_path / "base")


def learnt_from(monkeypatch, *texts):
    monkeypatch.setattr(train, "read_texts", lambda documents, scenario: {"feeding chickens": texts})
    return train.learn_base([]).weights["tacit"]


def test_texts_that_leave_nothing_to_hide_take_the_weights_that_ship(monkeypatch):
    same = text("scatter grain", "count hens", labels=["ScrEv_scatter", "ScrEv_count"])
    assert learnt_from(monkeypatch, same, same) == SHIPPED
    assert learnt_from(monkeypatch, *[text("scatter grain", "count hens")] * 3) == SHIPPED


def test_labelled_texts_make_weights_of_their_own(monkeypatch):
    names = ["ScrEv_scatter", "ScrEv_count", "ScrEv_lock"]
    whole = text("scatter grain", "count hens", "lock door", labels=names)
    part = text("scatter grain", "lock door", labels=names[::2])
    learnt = learnt_from(monkeypatch, whole, whole, part)
    assert set(learnt) == set(ToldSystem().weights())
    assert learnt != SHIPPED


@pytest.mark.parametrize("events", [["boil", "boil"], ["boil", "pour"], ["boil"]])
def test_a_measure_of_paraphrases_needs_pairs_that_are_some_and_pairs_that_are_not(events):
    items = [item for _, item in zip(events, DESCRIBED, strict=False)]
    with pytest.raises(InputError, match="two descriptions of one event and one of another"):
        Paraphrase.fit([(comparisons(items, FEATURES[4:]), events)], features=FEATURES[4:])


@pytest.mark.parametrize("command", [("learn", "a.txt", "--out", "own"), ("evaluate", "--test", "a.txt")])
def test_comparing_words_only_is_for_paraphrases(tacit, command):
    outcome = tacit("scripts", *command, "--words-only")
    assert outcome.code == 2
    assert "--words-only needs --paraphrases" in outcome.stderr

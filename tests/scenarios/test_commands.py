"""The commands with an inventory of one's own, and with names that look like markup."""

import json

import pytest
from scenarios.keyword_system import KeywordSystem

from tacit import formats
from tacit.documents import Document
from tacit.scenarios import experiment, segmenters
from tacit.scenarios import train as training
from tacit.scenarios.evaluate import named_by
from tacit.scenarios.inventory import Inventory, Scenario
from tacit.scenarios.task import NONE, Detection, Scored

TEXTS = {"making tea": "The kettle sang.", "baking": "I kneaded the dough.", "feeding chickens": "I fed the hens."}


class Taught(KeywordSystem):
    """The system learns a scenario by the first word of its first phrase."""

    labels = ("making tea", "baking a cake", "throwing a party")

    def __init__(self):
        super().__init__()
        self.taught = {}

    def add_scenario(self, label, phrases):
        self.taught[phrases[0]] = label

    def _detect(self, narrative):
        found = super()._detect(narrative)
        [sentence] = narrative.sentences
        taught = tuple(Scored(label, 0.9) for word, label in self.taught.items() if word in sentence)
        return Detection((taught + found.rankings[0],), found.starts)


@pytest.fixture
def taught(monkeypatch, tmp_path):
    for module in (training, experiment):
        monkeypatch.setattr(module, "load", lambda name: Taught())
    (tmp_path / "own.toml").write_text(
        '[[scenario]]\nlabel = "baking"\naliases = ["baking a cake"]\n'
        '[[scenario]]\nlabel = "making tea"\n'
        '[[scenario]]\nlabel = "feeding chickens"\nevents = ["hens"]\n'
    )
    documents = [Document(text, label, {"scenario": label}) for label, text in TEXTS.items()]
    formats.write(documents, tmp_path / "texts.jsonl")
    return tmp_path


def test_evaluate_looks_for_the_scenarios_of_an_inventory(tacit, taught):
    arguments = ("--test", taught / "texts.jsonl", "--inventory", taught / "own.toml", "--json", "-q")
    outcome = tacit("scenarios", "evaluate", *arguments)
    assert outcome.code == 0, outcome.stderr
    figures = json.loads(outcome.stdout)
    assert (figures["f1"], figures["text_accuracy"]) == (1, 1)
    assert {each["label"] for each in figures["scenarios"]} == set(TEXTS)


def test_texts_about_nothing_are_to_train_on(tacit, taught):
    outcome = tacit("scenarios", "evaluate", "--test", taught / "texts.jsonl", "--none", taught / "texts.jsonl")
    assert outcome.code == 2
    assert "--none needs --train" in outcome.stderr


def test_what_was_found_is_named_by_an_inventory():
    inventory = Inventory([Scenario("baking", aliases=("baking a cake", "baking bread"))])
    found = (Scored("baking bread", 0.6), Scored("making tea", 0.3), Scored("baking a cake", 0.2), Scored(NONE, 0.1))
    named = named_by(inventory, Detection((found, found[1:]), (0, 1), "making tea"))
    assert named.rankings == (
        (Scored("baking", 0.6), Scored(NONE, 0.3)),
        (Scored(NONE, 0.3), Scored("baking", 0.2)),
    )
    assert (named.starts, named.whole) == ((0, 1), NONE)
    assert named_by(inventory, Detection((), ())).whole is None


def test_a_name_that_looks_like_markup_is_shown(tacit, tmp_path, monkeypatch):
    class Whole(segmenters.Segmenter):
        def starts(self, sentences):
            return [0]

    monkeypatch.setattr(segmenters, "segmenter", lambda name: Whole())
    formats.write([Document("It rained.", "a[/b]")], tmp_path / "texts.jsonl")
    outcome = tacit("scenarios", "segment", tmp_path / "texts.jsonl")
    assert outcome.code == 0, outcome.stderr
    assert "a[/b]" in outcome.stdout


def test_two_systems_are_compared_on_the_same_texts(tacit, taught, monkeypatch):
    class Deaf(Taught):
        def add_scenario(self, label, phrases):
            pass

    other = f"sent_maj:{taught}"
    (taught / "config.json").write_text("{}")
    monkeypatch.setattr(experiment, "load", lambda name: Deaf() if name == other else Taught())
    arguments = ("--test", taught / "texts.jsonl", "--inventory", taught / "own.toml", "--against", other)
    outcome = tacit("scenarios", "evaluate", *arguments, "--json", "-q")
    assert outcome.code == 0, outcome.stderr
    found = json.loads(outcome.stdout)["comparison"]
    assert (found["first"], found["second"], found["documents"], found["exact"]) == ("tacit", other, 3, True)
    f1 = next(each for each in found["metrics"] if each["metric"] == "f1")
    assert f1["first"] == 1 > f1["second"]
    assert f1["difference"] == pytest.approx(f1["first"] - f1["second"])
    assert f1["p"] == 1
    assert "p from all ways to swap them" in " ".join(tacit("scenarios", "evaluate", *arguments).stdout.split())

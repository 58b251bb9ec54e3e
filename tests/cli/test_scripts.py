import json
from xml.etree import ElementTree

import pytest
from scripts.made_scripts import LetterEncoder, tea

from tacit import formats
from tacit.backbones import encoder
from tacit.documents import Document, Span
from tacit.scripts import experiment
from tacit.scripts.base import ScriptBase
from tacit.scripts.learn import MentionedText
from tacit.scripts.paraphrase import FEATURES
from tacit.scripts.systems.tacit.told import ToldSystem
from tacit.scripts.task import EventMention, Form, Script, ScriptEvent


@pytest.fixture
def base(tmp_path):
    weights = {"paraphrase": {**dict.fromkeys(FEATURES, 0.0), "phrase": 8, "bias": -4}, "tacit": ToldSystem().weights()}
    ScriptBase.of([tea()], weights).save(tmp_path / "base")
    return tmp_path / "base"


def test_show_draws_a_script(tacit, base, tmp_path):
    shown = tacit("scripts", "show", "making tea", "--base", base, "--svg", tmp_path / "tea.svg")
    assert shown.code == 0
    assert "boil water" in shown.stdout
    assert "100%" in shown.stdout
    picture = ElementTree.parse(tmp_path / "tea.svg").getroot()
    assert "making tea (12 texts)" in "".join(picture.itertext())
    plain = json.loads(tacit("scripts", "show", "making tea", "--base", base, "--json").stdout)
    assert next(event["event"] for event in plain["events"]) == "boil water"
    assert ["add milk", "drink tea"] in plain["order"]
    assert plain["events"][0]["participants"]["OBJ"] == ["water"]


def test_show_names_similar_scripts(tacit, base):
    outcome = tacit("scripts", "show", "making coffee", "--base", base)
    assert outcome.code == 2
    assert "similar: making tea" in outcome.stderr


@pytest.fixture
def editor(monkeypatch, tmp_path):
    """An editor that writes down what it was given."""
    program = tmp_path / "my editor"
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@" > "$0.arguments"\n')
    program.chmod(0o755)
    monkeypatch.setenv("VISUAL", f"'{program}' --wait")
    return tmp_path / "my editor.arguments"


def test_edit_starts_no_shell_and_stays_in_its_folder(tacit, editor, monkeypatch, tmp_path):
    name = "../../tea $(touch ran) `touch ran` -c"
    pour = ScriptEvent("pour it", id="pour", who="guest", usual="always", wordings=("I poured it",))
    written = Script(name, (pour,), roles={"guest": "a person"}, props={}, purpose="to have tea")
    ScriptBase.of([written]).save(tmp_path / "strange")
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "$(touch ran)"
    outcome = tacit("scripts", "edit", name, "--base", tmp_path / "strange", "--folder", folder)
    [file] = folder.iterdir()
    assert file.name == "tea-touch-ran-touch-ran-c.toml"
    assert editor.read_text().splitlines() == ["--wait", str(file)]
    assert not (tmp_path / "ran").exists()
    assert outcome.code in (0, 2)


@pytest.mark.parametrize("editor", ["no-such-editor", "'", "false"])
def test_an_editor_that_does_not_start_is_one_sentence(tacit, monkeypatch, tmp_path, editor):
    monkeypatch.setenv("VISUAL", editor)
    outcome = tacit("scripts", "edit", "baking a cake", "--folder", tmp_path / "mine")
    assert outcome.code == 2
    assert "can be edited with any editor" in outcome.stderr


def test_list(tacit, base):
    [row] = json.loads(tacit("scripts", "list", "--base", base, "--json").stdout)
    assert row == {"scenario": "making tea", "events": 6, "texts": 12}
    assert "making tea" in tacit("scripts", "list", "--base", base).stdout


@pytest.mark.models
def test_learn_then_show_and_evaluate(tacit, base, tmp_path, monkeypatch):
    monkeypatch.setattr(encoder, "load", LetterEncoder)
    monkeypatch.setattr("tacit.scripts.base.SHIPPED", base)
    story = "She scattered the grain. Then she counted the hens. At last she locked the door."
    formats.write([Document(story, str(number)) for number in range(3)], tmp_path / "hens.jsonl")
    arguments = (tmp_path / "hens.jsonl", "--scenario", "feeding chickens", "--out", tmp_path / "own")
    learnt = json.loads(tacit("scripts", "learn", *arguments, "--json", "-q").stdout)
    assert (learnt["scenarios"], learnt["events"]) == (1, 3)
    shown = tacit("scripts", "show", "feeding chickens", "--base", tmp_path / "own")
    assert shown.stdout.index("scatter grain") < shown.stdout.index("count hen") < shown.stdout.index("lock door")
    arguments = ("scripts", "evaluate", "--system", f"tacit:{tmp_path / 'own'}", "--test", tmp_path / "hens.jsonl")
    outcome = tacit(*arguments)
    assert outcome.code == 2
    assert "3 of 3 texts stand in what" in outcome.stderr
    outcome = tacit(*arguments, "--keep-seen")
    assert outcome.code == 2
    assert "does not say what it is about" in outcome.stderr


@pytest.fixture
def told(monkeypatch):
    """All test texts boil water and pour it."""
    monkeypatch.setattr(encoder, "load", LetterEncoder)
    mentions = [EventMention(Form("boil", "water"), Span(0, 1), label="ScrEv_0")]
    mentions += [EventMention(Form("pour", "water"), Span(2, 3), label="ScrEv_3")]
    monkeypatch.setattr(
        experiment, "read_texts", lambda documents: {"making tea": [MentionedText(tuple(mentions), (0.1, 0.6))]}
    )


def test_evaluate_prints_figures_and_has_a_bar(tacit, base, told, tmp_path):
    (tmp_path / "x.txt").write_text("I boiled the water. Then I poured it.")
    arguments = ("scripts", "evaluate", "--system", f"tacit:{base}", "--test", tmp_path / "x.txt")
    figures = json.loads(tacit(*arguments, "--json", "-q").stdout)
    assert figures["system"] == f"tacit:{base}"
    assert (figures["n"], figures["recall_at_5"], figures["text_recall_at_5"]) == (2, 1, 1)
    assert 0 <= figures["baseline_recall_at_1"] <= 1
    assert figures["seen_in_training"] is None  # the base does not say
    found = experiment.run(experiment.ScriptOptions(test=[tmp_path / "x.txt"], system=f"tacit:{base}"))
    assert (found.to_dict(), found.to_frame()["n"].tolist()) == (figures, [2])
    shown = tacit(*arguments, "--labels-only")
    assert "recall_at_1" in shown.stdout
    assert tacit(*arguments, "--labels-only", "--system", f"pmi:{base}", "--bar", 1).code in (0, 1)
    compared = json.loads(tacit(*arguments, "--against", f"frequent:{base}", "--json", "-q").stdout)["comparison"]
    named = {each["metric"]: each for each in compared["metrics"]}
    assert set(named) == {"recall_at_5", "recall_at_1", "text_recall_at_5", "text_recall_at_1"}
    assert named["recall_at_1"]["second"] == figures["baseline_recall_at_1"]
    poor = tacit("scripts", "evaluate", "--system", f"nothing:{base}", "--test", tmp_path / "x.txt")
    assert poor.code == 2
    assert "there are frequent, pmi, tacit" in poor.stderr


def test_evaluate_needs_a_task(tacit):
    outcome = tacit("scripts", "evaluate")
    assert outcome.code == 2
    assert "--test, --paraphrases or both" in outcome.stderr
    outcome = tacit("scripts", "evaluate", "--paraphrases", "x.jsonl", "--against", "pmi")
    assert "--against compares two systems on --test" in outcome.stderr

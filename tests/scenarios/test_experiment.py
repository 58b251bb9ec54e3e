"""The experiment of the command, called as a notebook calls it."""

import pytest
from scenarios.keyword_system import KeywordSystem

from tacit import formats, systems
from tacit.documents import Document
from tacit.errors import InputError, UsageError
from tacit.llm import Asking
from tacit.scenarios.experiment import ScenarioOptions, plan, run

TEXTS = {"making tea": "The kettle sang. The teapot stood ready.", "baking a cake": "I kneaded the dough. It rained."}


@pytest.fixture
def labelled(monkeypatch, tmp_path):
    monkeypatch.setattr(systems, "_REGISTERED", {})
    monkeypatch.setattr(systems, "TASKS", {"scenarios": "json"})
    for name in ("tacit", "keywords"):
        systems.register("scenarios", name, about="keywords", load="scenarios.keyword_system:KeywordSystem")
    KeywordSystem().save(tmp_path / "shipped")
    monkeypatch.setattr(systems, "_MODELS", {})
    monkeypatch.setattr(systems, "MODELS", tmp_path)
    systems.register_models(
        "scenarios", default="tacit", shipped={"tacit": "shipped"}, trainer="tacit.scenarios.train:train", command="-"
    )
    path = tmp_path / "texts.jsonl"
    formats.write([Document(text, label, {"scenario": label}) for label, text in TEXTS.items()], path)
    return path


def test_a_result_prints_as_json_and_as_a_frame(labelled):
    told, stages = [], []
    options = ScenarioOptions(test=[labelled], against="keywords:" + str(labelled.parent / "shipped"))
    found = run(options, remarks=told.append, progress=lambda what, done, total: stages.append(what))
    plain = found.to_dict()
    assert list(plain)[:3] == ["system", "features", "n"] and list(plain)[-2:] == ["seen_in_training", "comparison"]
    assert (plain["f1"], plain["comparison"]["documents"]) == (found.figures.f1, 2)
    assert found.to_frame()["label"].tolist() == [each.label for each in found.figures.scenarios]
    assert "does not say what it has learnt from" in told[0]
    assert set(stages) == {"reading", "detecting"}
    assert run(options).to_dict() == plain


def test_what_was_learnt_from_is_left_out_or_kept(labelled):
    with pytest.raises(InputError, match=r"2 of 2 texts stand in .*: take others, or keep them with `keep_seen`"):
        run(ScenarioOptions(test=[labelled], train=[labelled], system="keywords"))
    found = run(ScenarioOptions(test=[labelled], train=[labelled], system="keywords", keep_seen=True))
    assert (found.seen, found.figures.n) == (2, 2)


def test_options_of_training_need_training():
    with pytest.raises(UsageError, match="`none` needs `train`"):
        ScenarioOptions(test=["a"], none=["b"])


def test_what_asking_would_take_is_known_beforehand(labelled):
    asking = Asking("llm:some@http://127.0.0.1:9/v1")
    forecast = plan(ScenarioOptions(test=[labelled], asking=asking, ask=1.0))
    assert forecast.to_dict()["dry_run"]["model"] == forecast.model == "some"
    assert str(forecast).startswith(f"{forecast.calls} calls (0 more are in the answers file)")
    with pytest.raises(UsageError, match="name one with `llm`"):
        plan(ScenarioOptions(test=[labelled]))

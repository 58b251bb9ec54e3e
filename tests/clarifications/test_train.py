import json

import pytest
from clarifications.passages import shed, tea

from tacit import systems
from tacit.clarifications import Filler, write_instructions
from tacit.clarifications.kept import checkpoint_place
from tacit.clarifications.train import EncoderOptions, create, load, train
from tacit.errors import InputError, MissingBackboneError, UsageError


@pytest.fixture(autouse=True)
def registered(monkeypatch, tmp_path):
    monkeypatch.setattr(systems, "_REGISTERED", {})
    monkeypatch.setattr(systems, "TASKS", {"clarifications": "json"})
    for name in ("tacit", "lengths"):
        systems.register("clarifications", name, about="lengths", load="clarifications.lengths_system:Lengths")
    monkeypatch.setattr(systems, "_MODELS", {})
    monkeypatch.setattr(systems, "MODELS", tmp_path)
    systems.register_models(
        "clarifications",
        default="tacit",
        shipped={"tacit": "shipped"},
        trainer="tacit.clarifications.train:train",
        command="tacit clarify train",
    )


def test_a_trained_system_is_loaded_from_its_folder(tmp_path):
    train("lengths", [tea(), shed()]).save(tmp_path / "model")
    assert load(f"lengths:{tmp_path / 'model'}").longest_ == len("the kettle")


def test_the_shipped_model_is_the_default(tmp_path):
    with pytest.raises(MissingBackboneError, match="tacit clarify train"):
        load()
    train("tacit", [tea()]).save(tmp_path / "shipped")
    assert load().longest_ == len("the kettle")


def test_what_cannot_be_loaded(tmp_path):
    with pytest.raises(UsageError, match="'lengths' has no trained model"):
        load("lengths")
    with pytest.raises(InputError, match=r"no config\.json"):
        load(f"lengths:{tmp_path}")
    with pytest.raises(UsageError, match="there are tacit, lengths"):
        load("magic")


def test_training_needs_two_classes():
    with pytest.raises(InputError, match="at least two classes"):
        train("lengths", [tea(fillers=(Filler("it", "NEUTRAL"),))])


def test_an_encoder_can_only_replace_another():
    with pytest.raises(UsageError, match="stands on no encoder"):
        train("lengths", [tea()], options=EncoderOptions(model="some-encoder"))


def test_only_encoders_have_a_choice_of_context_and_shares():
    systems.register("clarifications", "bert", about="", load="tacit.clarifications.systems.bert:BertMarkers")
    chosen = create("bert", EncoderOptions(context="window", shares="train"))
    assert (chosen.context, chosen.shares) == ("window", "train")
    assert (create("bert").context, create("bert").shares) == ("whole", "dev")
    with pytest.raises(UsageError, match="there is no context 'half'; there are whole and window"):
        create("bert", EncoderOptions(context="half"))
    with pytest.raises(UsageError, match="'lengths' has no choice of shares"):
        create("lengths", EncoderOptions(shares="train"))


def test_calibration_is_passed_on():
    assert train("lengths", [tea()], calibrate=[shed(), tea()]).calibrated_ == 2
    systems.register("clarifications", "words", about="", load="tacit.clarifications.systems.naive_bayes:NaiveBayes")
    with pytest.raises(UsageError, match="'words' cannot be calibrated"):
        train("words", [tea()], calibrate=[shed()])


def test_the_command_trains_and_evaluates(tacit, tmp_path):
    write_instructions([tea(), shed()], tmp_path / "own")
    options = ("--system", "lengths", "--train", tmp_path / "own", "--out", tmp_path / "m", "--json")
    done = tacit("clarify", "train", *options)
    assert (done.code, json.loads(done.stdout)) == (0, {"system": "lengths", "output": str(tmp_path / "m")})
    system = f"lengths:{tmp_path / 'm'}"
    arguments = ("clarify", "evaluate", "--system", system, "--test", tmp_path, "--keep-seen")
    done = tacit(*arguments, "--json")
    found = json.loads(done.stdout)
    assert (found["system"], found["n"], found["sentences"], found["accuracy"]) == (system, 5, 2, 0.4)
    assert -1 <= found["spearman"] <= 1
    assert tacit(*arguments, "--bar", "0.5").code == 1
    compared = json.loads(tacit(*arguments, "--against", system, "--json").stdout)["comparison"]
    assert [(each["metric"], each["difference"]) for each in compared["metrics"]] == [("accuracy", 0), ("spearman", 0)]
    assert "p from all ways to swap them" in " ".join(tacit(*arguments, "--against", system).stdout.split())


def test_labels_may_be_named(tacit, tmp_path):
    write_instructions([tea().with_fillers(["cup", "tin"])], tmp_path / "own")
    (tmp_path / "gold.tsv").write_text("tea_1\tPLAUSIBLE\ntea_2\tPLAUSIBLE\n")
    train("lengths", [tea()]).save(tmp_path / "m")
    given = ("clarify", "evaluate", "--system", f"lengths:{tmp_path / 'm'}", "--test", tmp_path / "own_data.tsv")
    done = tacit(*given, "--labels", tmp_path / "gold.tsv")
    assert done.code == 0
    assert "implicit reference" in done.stdout
    missing = tacit(*given)
    assert missing.code == 2
    assert "filler 1 of 'tea' has neither a label nor a score" in missing.stderr


def test_other_labels_are_another_training(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path))
    place = checkpoint_place("judge", 1, [(1, 2)], [0, 1], seed=1)
    assert place.parent.parent == tmp_path
    others = [
        checkpoint_place("judge", 1, [(1, 2)], [0, 2], seed=1),
        checkpoint_place("judge", 2, [(1, 2)], [0, 1], seed=1),
        checkpoint_place("judge", 1, [(1, 3)], [0, 1], seed=1),
        checkpoint_place("judge", 1, [(1, 2)], [0, 1], seed=2),
    ]
    assert len({place, *others}) == 5
    assert checkpoint_place("judge", 1, [(1, 2)], [0, 1], seed=1) == place

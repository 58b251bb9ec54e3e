"""Copies of training texts are left out of what is measured and of what is composed."""

import json

import pytest

from tacit import formats, systems
from tacit.documents import Document
from tacit.scenarios import Narrative
from tacit.scenarios.seen import is_copy, learnt_from, passages
from tacit.seen import Seen

TEA = "The kettle sang on the stove while I looked for two clean cups and the good spoon. I warmed the teapot first."
CAKE = "I kneaded the dough on the big table until my arms hurt and the flour was everywhere. The oven was hot by then."
PARTY = (
    "The guests came in through the garden with flowers and far too much wine. All guests danced until it was light."
)
WEATHER = (
    "It rained in the hills all day and the river rose above the lower bridge. Nobody could cross it before Monday."
)
OTHER_TEA = (
    "My aunt only drinks tea from her own kettle, which sings like a bird. She warms the teapot with care and waits."
)
NEW_CAKE = (
    "We mixed eggs, sugar and butter into a soft dough one cold evening. My sister licked every spoon in the house."
)


@pytest.fixture(autouse=True)
def keywords(monkeypatch, tmp_path):
    monkeypatch.setattr(systems, "_REGISTERED", {})
    monkeypatch.setattr(systems, "TASKS", {"scenarios": "json"})
    for name in ("tacit", "keywords"):
        systems.register("scenarios", name, about="keywords", load="scenarios.keyword_system:KeywordSystem")
    systems.system_named("scenarios", "tacit").create().save(tmp_path / "shipped")
    monkeypatch.setattr(systems, "_MODELS", {})
    monkeypatch.setattr(systems, "MODELS", tmp_path)
    systems.register_models(
        "scenarios",
        default="tacit",
        shipped={"tacit": "shipped"},
        trainer="tacit.scenarios.train:train",
        command="tacit scenarios train",
    )


@pytest.fixture
def files(tmp_path):
    def write(name, **texts):
        labels = {"tea": "making tea", "cake": "baking a cake", "party": "throwing a party"}
        documents = [
            Document(text, key, {"scenario": labels[key.strip("_")]} if key.strip("_") in labels else {})
            for key, text in texts.items()
        ]
        formats.write(documents, tmp_path / name)
        return tmp_path / name

    return write


def narrative(text, *labels):
    sentences = tuple(f"{part}." for part in text.rstrip(".").split(". "))
    return Narrative("x", sentences, tuple((label,) if label else () for label in labels))


def test_a_document_is_a_copy_if_one_of_its_passages_is():
    seen = learnt_from([narrative(TEA, "tea", "tea"), narrative(WEATHER, "", "")])
    assert list(seen.parts) == ["texts", "none"]
    composed = narrative(f"{CAKE} {WEATHER} {PARTY}", "cake", "cake", "", "", "party", "party")
    assert list(passages(composed))[1:] == [CAKE, WEATHER, PARTY]
    assert is_copy(composed, seen)
    assert not is_copy(narrative(f"{CAKE} {PARTY}", "cake", "cake", "party", "party"), seen)
    assert not is_copy(narrative(OTHER_TEA, "tea", "tea"), seen)


def test_evaluate_leaves_out_copies_and_light_edits_and_says_how_many(tacit, files):
    train = files("train.jsonl", tea=TEA, cake=CAKE)
    edited = CAKE.replace("The oven was hot by then", "Then the oven was warm")
    test = files("test.jsonl", tea=OTHER_TEA, cake=NEW_CAKE, cake_=edited, party=PARTY)
    arguments = ("scenarios", "evaluate", "--system", "keywords", "--train", train, "--test", test)
    done = tacit(*arguments, "--json")
    assert done.code == 0, done.stderr
    figures = json.loads(done.stdout)
    assert (figures["n"], figures["seen_in_training"]) == (3, 1)
    assert "1 of 4 texts stand in what keywords has learnt from and are left out" in " ".join(done.stderr.split())
    done = tacit(*arguments, "--json", "--keep-seen")
    figures = json.loads(done.stdout)
    assert (figures["n"], figures["seen_in_training"]) == (4, 1)
    assert "what it gets right there proves little" in " ".join(done.stderr.split())


def test_the_model_folder_says_what_it_has_learnt_from(tacit, files, tmp_path):
    train, weather = files("train.jsonl", tea=TEA, cake=CAKE), files("weather.jsonl", weather=WEATHER)
    model = tmp_path / "model"
    tacit("scenarios", "train", "--system", "keywords", "--train", train, "--none", weather, "--out", model)
    assert Seen.load(model).is_copy(TEA)
    test = files("test.jsonl", tea=TEA, party=PARTY)
    arguments = ("scenarios", "evaluate", "--system", f"keywords:{model}", "--json", "--test")
    assert json.loads(tacit(*arguments, test).stdout)["seen_in_training"] == 1
    none_left = tacit(*arguments, train)
    assert (none_left.code, "2 of 2 texts stand in what" in none_left.stderr) == (2, True)
    assert "so none is left" in none_left.stderr
    (model / "seen.npz").unlink()
    unsure = tacit(*arguments, test)
    assert json.loads(unsure.stdout)["seen_in_training"] is None
    assert "does not say what it has learnt from" in " ".join(unsure.stderr.split())


def test_compose_uses_only_texts_that_training_has_not(tacit, files, tmp_path):
    texts = files("dev.jsonl", tea=TEA, tea_=OTHER_TEA, cake=NEW_CAKE, party=PARTY)
    rain = WEATHER.replace("Monday", "Tuesday")
    nothing = files("nothing.jsonl", storm=rain, calm="It was a calm and cloudless day over the sea.")
    train = files("train.jsonl", tea=TEA, weather=WEATHER)
    out = tmp_path / "composed.jsonl"
    arguments = ("scenarios", "compose", texts, "--segments", 3, "--none", nothing, "--out", out, "--json")
    made = json.loads(tacit(*arguments, "--train", train).stdout)
    assert (made["documents"], made["seen_in_training"], made["none_seen_in_training"]) == (1, 1, 1)
    [document] = formats.open(out)
    assert TEA not in document.text and rain not in document.text and OTHER_TEA in document.text
    made = json.loads(tacit(*arguments, "--train", train, "--documents", 4, "--keep-seen").stdout)
    assert (made["seen_in_training"], made["none_seen_in_training"]) == (1, 1)
    assert any(TEA in document.text for document in formats.open(out))


def test_compose_asks_the_model_that_is_to_be_measured(tacit, files, tmp_path):
    train, model = files("train.jsonl", tea=TEA, cake=CAKE), tmp_path / "model"
    tacit("scenarios", "train", "--system", "keywords", "--train", train, "--out", model)
    texts = files("dev.jsonl", tea=TEA, cake=NEW_CAKE, party=PARTY)
    arguments = ("scenarios", "compose", texts, "--segments", 2, "--out", tmp_path / "out.jsonl", "--json")
    assert json.loads(tacit(*arguments, "--system", f"keywords:{model}").stdout)["seen_in_training"] == 1
    assert json.loads(tacit(*arguments).stdout)["seen_in_training"] is None  # the shipped one here does not say
    unknown = tacit(*arguments, "--system", "magic")
    assert (unknown.code, "there are tacit, keywords" in unknown.stderr) == (2, True)

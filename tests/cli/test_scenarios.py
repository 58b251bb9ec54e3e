import json

import pytest

from tacit import formats, systems
from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.language.english.sentences import spans
from tacit.scenarios import segmenters

STORY = "The kettle sang. I warmed the teapot. It rained all day. Then I kneaded the dough."
TEXTS = {
    "making tea": "The kettle sang. The teapot stood ready.",
    "baking a cake": "I kneaded the dough. The oven was hot.",
    "throwing a party": "The guests came in. All guests danced.",
}


@pytest.fixture(autouse=True)
def keywords(monkeypatch, tmp_path):
    """The registry holds one small system, which is the default too."""
    monkeypatch.chdir(tmp_path)
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
def labelled(tmp_path):
    path = tmp_path / "texts.jsonl"
    documents = [Document(text, label, {"scenario": label}) for label, text in TEXTS.items()]
    formats.write([*documents, Document("The pan was hot.", "pan", {"scenario": "making omelette"})], path)
    return path


@pytest.fixture
def story(tmp_path):
    path = tmp_path / "story.txt"
    path.write_text(STORY)
    return path


def last_json(outcome):
    assert outcome.code == 0, outcome.stderr
    [line] = outcome.stdout.splitlines()
    return json.loads(line)


def test_detect_shows_passages_and_confidence(tacit, story):
    outcome = tacit("scenarios", "detect", story)
    assert outcome.code == 0
    assert "making tea" in outcome.stdout
    assert "90%" in outcome.stdout
    assert "read 1 text" in outcome.stderr


def test_detect_as_json(tacit, story):
    plain = last_json(tacit("scenarios", "detect", story, "--json", "--quiet"))
    assert plain["id"] == "story"
    tea, cake = plain["passages"]
    assert (tea["scenario"], tea["start"], tea["end"], tea["probability"]) == ("making tea", 0, 37, 0.9)
    assert cake["text"] == "Then I kneaded the dough."


@pytest.mark.parametrize("target", ["out.tsv --to webanno", "out.xmi", "out.jsonl", "out/ --to webanno"])
def test_detect_writes_what_annotation_tools_read(tacit, story, tmp_path, target):
    assert tacit("scenarios", "detect", story, "--out", *target.split()).code == 0
    [document] = formats.open(tmp_path / target.split()[0])
    assert [passage.label for passage in document.layer("scenarios")] == ["making tea", "baking a cake"]
    assert len(document.sentences) == 4


def test_detect_writes_a_page(tacit, story, tmp_path):
    assert tacit("scenarios", "detect", story, "--html", tmp_path / "page.html").code == 0
    assert 'title="baking a cake"' in (tmp_path / "page.html").read_text()


def test_detect_says_when_a_text_is_not_english(tacit, tmp_path):
    path = tmp_path / "tee.txt"
    path.write_text("Der Kessel war heiß und ich goss den Tee auf, während draußen die Kinder spielten. " * 3)
    outcome = tacit("scenarios", "detect", path, "--json")
    assert outcome.code == 0
    assert "does not look like English" in outcome.stderr
    plain = json.loads(outcome.stdout)
    assert plain["passages"] == []
    assert "does not look like English" in plain["warning"]


def test_detect_with_an_inventory_needs_a_system_that_can(tacit, story, tmp_path):
    (tmp_path / "own.txt").write_text("feeding chickens\n")
    outcome = tacit("scenarios", "detect", story, "--inventory", tmp_path / "own.txt")
    assert outcome.code == 2
    assert "cannot learn scenarios from an inventory" in outcome.stderr


def test_segment(tacit, story, monkeypatch):
    class Halves(segmenters.Segmenter):
        def starts(self, sentences):
            return [0, len(sentences) // 2]

    monkeypatch.setattr(segmenters, "segmenter", lambda name: Halves())
    plain = last_json(tacit("scenarios", "segment", story, "--json", "-q"))
    assert [(each["sentences"], each["end"]) for each in plain["segments"]] == [(2, 37), (2, 82)]
    assert "It rained" in tacit("scenarios", "segment", story).stdout


def test_segment_names_the_methods_there_are(tacit, story):
    outcome = tacit("scenarios", "segment", story, "--method", "scissors")
    assert outcome.code == 2
    assert "topictiling, texttiling, embedding" in outcome.stderr


def test_compose_then_evaluate(tacit, labelled, story, tmp_path):
    composed = tmp_path / "composed.jsonl"
    options = ("--segments", 3, "--documents", 2, "--none", story, "--out", composed)
    made = last_json(tacit("scenarios", "compose", labelled, *options, "--json", "-q"))
    assert made["documents"] == 2
    figures = last_json(tacit("scenarios", "evaluate", "--test", composed, "--json", "-q"))
    assert figures["system"] == "tacit"
    assert figures["n"] == 2
    for name in ("precision", "recall", "f1", "pk", "windowdiff"):
        assert 0 <= figures[name] <= 1
    assert figures["text_accuracy"] is None


def test_evaluate_with_training_and_a_bar(tacit, labelled):
    arguments = (
        "scenarios",
        "evaluate",
        "--system",
        "keywords",
        "--train",
        labelled,
        "--test",
        labelled,
        "--keep-seen",
    )
    figures = last_json(tacit(*arguments, "--json", "-q"))
    assert figures["precision"] == 1
    assert figures["text_accuracy"] == 0.75
    shown = tacit(*arguments, "--bar", 0.99)
    assert shown.code == 1
    assert "windowdiff" in shown.stdout
    assert "r(recall, pmi)" in shown.stdout
    assert set(figures["confusion_shares"]) == {"top_10", "top_100"}
    assert "share of the 100 most frequent confusions" in shown.stdout


def test_features_need_training_and_a_system_that_takes_them(tacit, labelled):
    arguments = ("scenarios", "evaluate", "--test", labelled, "--features", "lda")
    assert "--features needs --train" in tacit(*arguments).stderr
    outcome = tacit(*arguments, "--train", labelled, "--keep-seen")
    assert outcome.code == 2
    assert "the features of the system 'tacit' cannot be chosen" in outcome.stderr


def test_train_writes_a_model_that_evaluate_takes(tacit, labelled, story, tmp_path):
    arguments = ("--train", labelled, "--none", story, "--system", "keywords", "--out", tmp_path / "model")
    made = last_json(tacit("scenarios", "train", *arguments, "--json", "-q"))
    assert (made["texts"], made["scenarios"]) == (5, 4)
    model = f"keywords:{tmp_path / 'model'}"
    figures = last_json(
        tacit("scenarios", "evaluate", "--system", model, "--test", labelled, "--keep-seen", "--json", "-q")
    )
    assert (figures["n"], figures["seen_in_training"]) == (4, 4)


def annotations(path, *passages):
    sentences = Layer(SENTENCES, [Annotation((span,), source="x") for span in spans(STORY)])
    layer = Layer("scenarios", [Annotation.of(start, end, label, source="x") for start, end, label in passages])
    formats.write([Document(STORY, "story", {}, [sentences, layer])], path)
    return path


def test_agreement_then_merge(tacit, tmp_path):
    anna = annotations(tmp_path / "anna.tsv", (0, 37, "making tea"), (57, 82, "baking a cake"))
    ben = annotations(tmp_path / "ben.tsv", (0, 16, "making tea"))
    report = last_json(tacit("scenarios", "agreement", anna, ben, "--plot", tmp_path / "f.svg", "--json", "-q"))
    assert report["pairs"][0]["raw"] == 0.5
    assert report["classes"]["single"] == 2
    assert (tmp_path / "f.svg").exists()
    shown = tacit("scenarios", "agreement", anna, ben, "--labels", "--documents")
    assert "anna – ben" in shown.stdout
    assert "baking a cake" in shown.stdout

    cases = tmp_path / "cases.tsv"
    merged = last_json(tacit("scenarios", "merge", anna, ben, "--cases", cases, "--json", "-q"))
    assert (merged["agreed"], merged["cases"]) == (1, 1)
    undecided = tacit("scenarios", "merge", anna, ben, "--cases", cases, "--apply", "--out", tmp_path / "gold.jsonl")
    assert undecided.code == 2
    assert "there is no decision for case 1" in undecided.stderr
    cases.write_text(cases.read_text().replace("\t\t“", "\tkeep\t“"))
    applied = tacit("scenarios", "merge", anna, ben, "--cases", cases, "--apply", "--out", tmp_path / "gold.jsonl")
    assert applied.code == 0
    [gold] = formats.open(tmp_path / "gold.jsonl")
    assert [(each.label, each.end) for each in gold.layer("scenarios")] == [("making tea", 37), ("baking a cake", 82)]


def test_merge_needs_somewhere_to_write(tacit, tmp_path):
    anna = annotations(tmp_path / "anna.tsv")
    ben = annotations(tmp_path / "ben.tsv")
    outcome = tacit("scenarios", "merge", anna, ben, "--cases", tmp_path / "c.tsv", "--apply")
    assert outcome.code == 2
    assert "--apply needs --out" in outcome.stderr


def test_statistics(tacit, labelled, tmp_path):
    plain = last_json(tacit("scenarios", "statistics", labelled, "--plot", tmp_path / "f.png", "--json", "-q"))
    assert (plain["documents"], plain["segments"], plain["scenarios_per_text"]["one"]) == (4, 4, 4)
    assert (tmp_path / "f.png").exists()
    assert "throwing a party" in tacit("scenarios", "statistics", labelled).stdout


def test_inventory(tacit, tmp_path):
    assert len(last_json(tacit("scenarios", "inventory", "--json"))) == 200
    assert "washing ones hair" in tacit("scenarios", "inventory").stdout
    own = tmp_path / "own.txt"
    own.write_text("feeding chickens\nFeeding Chickens\n")
    outcome = tacit("scenarios", "inventory", own)
    assert outcome.code == 2
    assert "own.txt: 'Feeding Chickens' names both" in outcome.stderr


@pytest.fixture
def plain_words(monkeypatch):
    """No tagger: every word counts."""
    from tacit.scenarios.annotation import affinity

    words = lambda sentences, **_: [tuple(sentence.lower().rstrip(".").split()) for sentence in sentences]  # noqa: E731
    monkeypatch.setattr(affinity, "content_words", words)


def test_affinity_ranks_documents(tacit, labelled, story, tmp_path, plain_words):
    (tmp_path / "none.txt").write_text("The senate voted. A minister spoke.")
    learning = ("--train", labelled, "--none", tmp_path / "none.txt", "--save", tmp_path / "model")
    arguments = ("scenarios", "affinity", story, tmp_path / "none.txt")
    first = last_json(tacit(*arguments, *learning, "--out", tmp_path / "ranked.tsv", "--json", "-q"))
    assert (first["texts"], first["left_out"]) == (2, 0)
    assert [(each["rank"], each["id"]) for each in first["ranked"]] == [(1, "story"), (2, "none")]
    assert (tmp_path / "ranked.tsv").read_text().startswith("rank\tid\taffinity")
    again = last_json(tacit(*arguments, "--model", tmp_path / "model", "--json", "-q"))
    assert again["ranked"] == first["ranked"]
    shown = tacit(*arguments, "--model", tmp_path / "model", "--at-least", 1)
    assert "ranked 0 of 2 texts" in shown.stderr


def test_affinity_needs_both_kinds_of_texts_or_a_model(tacit, labelled, story, tmp_path):
    for options in ((), ("--train", labelled), ("--none", story), ("--model", tmp_path, "--train", labelled)):
        outcome = tacit("scenarios", "affinity", story, *options)
        assert outcome.code == 2
        assert "give --train (texts about scenarios) and --none" in " ".join(outcome.stderr.split())
    assert "--save needs --train" in tacit("scenarios", "affinity", story, "--model", "m", "--save", "n").stderr


def test_project(tacit, tmp_path):
    made = last_json(tacit("scenarios", "project", "--out", tmp_path / "annotation.zip", "--json", "-q"))
    assert (made["scenarios"], made["layer"]) == (200, "webanno.custom.scenarios")
    (tmp_path / "own.txt").write_text("feeding chickens\n")
    arguments = ("scenarios", "project", "--inventory", tmp_path / "own.txt", "--name", "Hens")
    shown = tacit(*arguments, "--out", tmp_path / "hens.zip")
    assert "import it in INCEpTION" in " ".join(shown.stderr.split())
    assert (tmp_path / "hens.zip").stat().st_size > 1000
    assert tacit(*arguments, "--out", tmp_path / "no" / "hens.zip").code == 2

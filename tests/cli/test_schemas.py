"""`tacit schemas`: what each command prints, writes and refuses."""

import json
import shutil
from pathlib import Path

import pytest
from schemas.made_corpus import KINDS, make_corpus, stories
from schemas.made_schemas import ARREST, WEDDING

from tacit.cloze.systems import tacit as own
from tacit.corpus import AnalysisSettings, Sources, Workers, ingest
from tacit.schemas.storage import read_schemas, write_schemas

EXAMPLE = Path(__file__).parents[2] / "examples" / "town-news.jsonl"
STORY = "Dan Moss robbed a bakery. He fled. An officer arrested him. Mr Moss likes cake."


@pytest.fixture
def schemas(tmp_path):
    path = tmp_path / "schemas.json"
    write_schemas(path, [ARREST, WEDDING], {"germinator": "by hand"})
    return path


@pytest.fixture
def corpus(tmp_path):
    return make_corpus(tmp_path / "corpus", stories(40), KINDS, shard=7)


@pytest.fixture(scope="session")
def town(tmp_path_factory):
    folder = tmp_path_factory.mktemp("town") / "corpus"
    ingest(Sources([str(EXAMPLE)]), folder, settings=AnalysisSettings("sieve"), workers=Workers(1))
    return folder


def test_induce_writes_a_file_and_says_so(tacit, corpus, tmp_path):
    out = tmp_path / "schemas.json"
    shown = tacit("schemas", "induce", corpus, "--out", out, "--schemas", 3, "--size", 2, "--json", "--quiet")
    assert json.loads(shown.stdout) == {
        "output": str(out),
        "germinator": "counter-training",
        "schemas": 3,
        "single_event": 0,
    }
    read = read_schemas(out)
    assert all(len(schema.events) == 2 for schema in read.schemas)
    assert (read.settings["size"], read.settings["preset"], read.settings["minimum"]) == (2, "paper", 5)


def test_induce_with_seed_verbs_and_condition(tacit, corpus, tmp_path):
    out = tmp_path / "schemas.json"
    where = ("--where", "section = 'music'")
    assert tacit("schemas", "induce", corpus, "--out", out, "--seed-verbs", "sing", *where).code == 0
    (schema,) = read_schemas(out).schemas
    assert schema.events[0] == "sing"
    assert set(schema.events) <= {"sing", "dance", "cheer"}


def test_show_fits_80_columns(tacit, schemas):
    shown = tacit("schemas", "show", schemas)
    assert shown.code == 0
    assert max(map(len, shown.stdout.splitlines())) <= 80
    assert ["arrest", "■", "●", "7.25"] in [line.split() for line in shown.stdout.splitlines()]


def test_show_json_keeps_numbers(tacit, schemas):
    shown = tacit("schemas", "show", schemas, "--verbs", "marry", "--json", "-q")
    assert json.loads(shown.stdout)["schemas"] == [{"number": 2, **WEDDING.to_dict()}]


def test_show_draws(tacit, schemas, tmp_path):
    picture, page = tmp_path / "a.svg", tmp_path / "a.html"
    shown = tacit("schemas", "show", schemas, "--svg", picture, "--html", page, "--count", 1)
    assert (shown.code, shown.stdout) == (0, "")
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "1 narrative schemas" in page.read_text(encoding="utf-8")


@pytest.mark.models
def test_the_page_quotes_the_corpus(tacit, town, tmp_path):
    out, page = tmp_path / "schemas.json", tmp_path / "page.html"
    grown = tacit("schemas", "induce", town, "--out", out, "--schemas", 4, "--min-mentions", 3)
    assert grown.code == 0
    assert tacit("schemas", "show", out, "--html", page, "--corpus", town).code == 0
    html = page.read_text(encoding="utf-8")
    assert "<b>sentenced</b>" in html or "<b>married</b>" in html
    assert "<cite>court-" in html or "<cite>wedding-" in html


@pytest.mark.models
def test_the_page_says_when_the_corpus_is_another_one(tacit, town, schemas, tmp_path):
    shown = tacit("schemas", "show", schemas, "--html", tmp_path / "page.html", "--corpus", town)
    assert (shown.code, shown.stderr.count("\n")) == (2, 1)
    assert "made from another corpus" in shown.stderr


@pytest.mark.models
def test_match_tells_who_and_what_is_left_out(tacit, schemas, tmp_path):
    text = tmp_path / "story.txt"
    text.write_text(STORY)
    shown = tacit("schemas", "match", schemas, text, "--coreference", "sieve")
    assert shown.code == 0
    assert max(map(len, shown.stdout.splitlines())) <= 80
    lines = [" ".join(line.split()) for line in shown.stdout.splitlines()]
    assert "tells rob, flee, arrest" in lines
    assert "leaves out charge" in lines
    assert any(line.startswith("● PERSON, man Dan Moss (SUBJ of rob") for line in lines)
    plain = json.loads(tacit("schemas", "match", schemas, text, "--coreference", "sieve", "--json", "-q").stdout)
    assert plain["schemas"][0]["left_out"] == ["charge"]


@pytest.mark.models
def test_match_of_an_unrelated_text(tacit, schemas, tmp_path):
    text = tmp_path / "tea.txt"
    text.write_text("Eva boiled water.")
    assert "tells none of the schemas" in tacit("schemas", "match", schemas, text, "--coreference", "sieve").stdout


@pytest.mark.models
def test_cloze_json(tacit, town):
    shown = tacit("schemas", "cloze", town, "--system", "pmi", "--test-share", 0.4, "--ranking", "--json", "-q")
    plain = json.loads(shown.stdout)
    assert plain["system"] == "pmi"
    assert plain["n"] > 5
    assert 0 <= plain["accuracy"] <= 1
    assert plain["ranking"]["n"] == plain["n"]


@pytest.mark.models
def test_cloze_on_texts_and_below_the_bar(tacit, town):
    shown = tacit("schemas", "cloze", "--train", town, "--test", EXAMPLE, "--system", "frequency", "--bar", 1, "--json")
    assert shown.code == 1
    assert json.loads(shown.stdout)["system"] == "frequency"


@pytest.mark.models
def test_cloze_trains_on_a_folder_of_texts(tacit, town, tmp_path):
    (tmp_path / "texts").mkdir()
    shutil.copy(EXAMPLE, tmp_path / "texts")
    arguments = ("--train", tmp_path / "texts", "--test", town, "--system", "frequency", "--json", "-q")
    shown = tacit("schemas", "cloze", *arguments)
    assert shown.code == 0, shown.stderr
    assert json.loads(shown.stdout)["train_chains"] > 0


@pytest.mark.models
def test_cloze_hands_seed_and_length_of_chains_to_the_system(tacit, town, monkeypatch):
    given = []

    class Watched(own.Combined):
        def __init__(self, **options):
            given.append(options)
            super().__init__(**options)

    monkeypatch.setattr(own, "Combined", Watched)
    options = ("--seed", 7, "--min-events", 2, "--test-share", 0.4)
    assert tacit("schemas", "cloze", town, *options, "--json", "-q").code == 0
    assert given == [{"seed": 7, "minimum_events": 2}]


def test_stability_writes_report_figures_and_numbers(tacit, corpus, tmp_path):
    out = tmp_path / "stability"
    grid = ("--by", "section", "--ablations", 2, "--folds", 3, "--schemas", 4, "--processes", 1)
    shown = tacit("schemas", "stability", corpus, "--out", out, *grid, "--json", "-q")
    assert shown.code == 0, shown.stderr
    plain = json.loads(shown.stdout)
    assert {standing["category"] for standing in plain["findings"]["standings"]} == {"crime", "music"}
    assert plain["findings"]["statements"]
    assert {"report.html", "stability.json", "figure-1.svg", "figure-2.png"} <= {path.name for path in out.iterdir()}
    html = (out / "report.html").read_text(encoding="utf-8")
    assert "<script" not in html
    assert "Categories, the most homogeneous first" in html
    again = tacit("schemas", "stability", corpus, "--out", out, *grid, "--json", "-q")
    assert json.loads(again.stdout) == plain


BAD = {
    "no-schemas": (("show", "{tmp}/none.json"), "there is no such file"),
    "no-file-of-schemas": (("show", "{example}"), "not JSON"),
    "no-such-verb": (("show", "{schemas}", "--verbs", "knit"), "none of its 2 schemas"),
    "corpus-without-page": (("show", "{schemas}", "--corpus", "{corpus}"), "--html"),
    "no-corpus": (("induce", "{tmp}", "--out", "{tmp}/a.json"), "not a corpus"),
    "no-germinator": (("induce", "{corpus}", "--out", "{tmp}/a.json", "--germinator", "seeds"), "'seeds'"),
    "no-preset": (
        ("induce", "{corpus}", "--out", "{tmp}/a.json", "--preset", "mine"),
        "there are paper, program, original",
    ),
    "no-seed-verb": (("induce", "{corpus}", "--out", "{tmp}/a.json", "--seed-verbs", "knit"), "knit"),
    "no-chains": (("induce", "{corpus}", "--out", "{tmp}/a.json", "--min-mentions", "99"), "mentions"),
    "bad-condition": (("induce", "{corpus}", "--out", "{tmp}/a.json", "--where", "sektion = 1"), "sektion"),
    "unwritable": (("induce", "{corpus}", "--out", "{tmp}/no/a.json"), "cannot be written"),
    "no-text": (("match", "{schemas}", "{tmp}/none.txt"), "there is no such file"),
    "cloze-of-nothing": (("cloze",), "give a corpus to split"),
    "cloze-of-too-much": (("cloze", "{corpus}", "--test", "{corpus}"), "give a corpus to split"),
    "cloze-train-only": (("cloze", "--train", "{corpus}"), "give a corpus to split"),
    "cloze-system": (("cloze", "{corpus}", "--system", "magic"), "there is no cloze system 'magic'"),
    "cloze-too-short": (("cloze", "{corpus}", "--min-events", "50"), "chain is long enough"),
    "no-gold": (("salience", "{schemas}", "{example}"), "no gold salience"),
    "no-category": (("stability", "{corpus}", "--out", "{tmp}/s", "--by", "colour"), "section, tags, year"),
    "too-few": (("stability", "{corpus}", "--out", "{tmp}/s", "--by", "year"), "too small"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_sentence(tacit, schemas, corpus, tmp_path, case):
    arguments, expected = BAD[case]
    places = {"tmp": tmp_path, "schemas": schemas, "corpus": corpus, "example": EXAMPLE}
    shown = tacit("schemas", *(argument.format(**places) for argument in arguments))
    assert (shown.code, shown.stdout) == (2, "")
    assert shown.stderr.startswith("tacit: ")
    assert expected in shown.stderr
    assert shown.stderr.count("\n") == 1
    assert not (tmp_path / "a.json").exists()

"""What each command prints when all is well."""

import json
import time

import pytest

STORY = "Ann came in and sat down. She did not see Bob in Paris."


@pytest.fixture
def story(tmp_path):
    path = tmp_path / "ann.txt"
    path.write_text(STORY, encoding="utf-8")
    return path


@pytest.mark.models
def test_read_fits_80_columns_and_tells_who_does_what(tacit, story):
    shown = tacit("read", story)
    assert shown.code == 0
    assert max(map(len, shown.stdout.splitlines())) <= 80
    rows = [line.split() for line in shown.stdout.splitlines()]
    assert ["1", "Ann", "come", "in"] in rows
    assert ["Ann", "sit", "down"] in rows
    assert "read 1 text in" in shown.stderr


@pytest.mark.parametrize("character", ["a", "'", "(", "🍰"])
def test_a_text_that_is_too_long_is_one_sentence_at_once(tacit, tmp_path, character):
    path = tmp_path / "long.txt"
    path.write_text(character * 1_000_000, encoding="utf-8")
    started = time.monotonic()
    shown = tacit("read", path)
    assert (shown.code, shown.stdout) == (2, "")
    assert "has 1,000,000 characters; 30,000 are read at once: split it, or lift the limit" in shown.stderr
    assert time.monotonic() - started < 10


@pytest.mark.models
def test_the_limit_can_be_lifted_and_lowered_and_the_rest_of_a_batch_is_read(tacit, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps({"id": id, "text": text}) + "\n" for id, text in (("a", STORY), ("b", "Hi."))))
    shown = tacit("read", path, "--only", "language", "--limit", "20")
    assert shown.code == 0
    assert "the text 'a' has 55 characters; 20 are read at once" in " ".join(shown.stderr.split())
    assert "read 1 text in" in shown.stderr
    assert "skipped 1" in shown.stderr
    assert "read 2 texts in" in tacit("read", path, "--only", "language", "--limit", "0").stderr


def test_help_of_read_says_what_reads_which_kind_of_text(tacit):
    from tacit import reader
    from tacit.language.english import kinds

    lines = [line.strip() for line in tacit("read", "--help").stdout.splitlines()]
    for kind in (kinds.STORY, kinds.INSTRUCTIONS):
        assert f"{kind:<15} {', '.join(reader.fitting(kind)[1:])}" in lines
    assert reader.fitting(kinds.MIXED) == list(reader.CAPABILITIES)
    assert reader.fitting(kinds.NEWS) == ["language"]
    assert reader.fitting(kinds.OTHER) == ["language", "scenarios", "scripts"]


@pytest.mark.models
def test_read_json_is_one_object_with_the_document(tacit, story):
    shown = tacit("read", story, "--json", "--quiet")
    plain = json.loads(shown.stdout)
    assert shown.stderr == ""
    assert plain["document"]["text"] == STORY
    assert {"sentences", "tokens", "events", "entities"} <= plain["document"]["layers"].keys()
    titles = [section["title"] for section in plain["sections"]]
    assert titles[:3] == ["What kind of text it is", "Who does what", "What it is about"]


@pytest.mark.models
def test_read_writes_a_page_that_runs_nothing(tacit, tmp_path):
    path = tmp_path / "evil.txt"
    path.write_text("Ann said <script>alert(1)</script> to Bob & left.")
    page = tmp_path / "page.html"
    assert tacit("read", path, "--html", page).code == 0
    html = page.read_text(encoding="utf-8")
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "http://" not in html and "https://" not in html


def test_read_only_unknown_capability(tacit, story):
    shown = tacit("read", story, "--only", "telepathy")
    assert shown.code == 2
    assert "there are language" in shown.stderr


def test_convert_there_and_back(tacit, story, tmp_path):
    there = tmp_path / "ann.jsonl.gz"
    back = tmp_path / "back.txt"
    assert tacit("convert", story, there).code == 0
    shown = tacit("convert", there, back, "--json")
    assert json.loads(shown.stdout) == {"documents": 1, "output": str(back), "skipped": []}
    assert back.read_text(encoding="utf-8") == STORY


def test_convert_to_standard_output(tacit, story, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert tacit("convert", story, "a.jsonl").code == 0
    shown = tacit("convert", story, "-")
    assert (shown.code, shown.stdout) == (0, (tmp_path / "a.jsonl").read_text())
    assert "to standard output" in shown.stderr
    assert tacit("convert", story, "-", "--to", "plain").stdout == story.read_text()
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize(("options", "message"), [(["--json"], "no place"), (["--to", "brat"], "several files")])
def test_what_cannot_go_to_standard_output(tacit, story, options, message):
    shown = tacit("convert", story, "-", *options)
    assert (shown.code, shown.stdout) == (2, "")
    assert message in shown.stderr


def test_convert_lists_formats(tacit):
    shown = tacit("convert", "--list")
    assert shown.code == 0
    assert "WebAnno" in shown.stdout


@pytest.mark.models
def test_doctor_finds_the_pretrained_parts(tacit):
    parts = {finding["part"]: finding for finding in json.loads(tacit("doctor", "--json").stdout)}
    assert {"python", "spacy", "torch", "parser", "encoder", "causal", "vectors", "cache"} <= parts.keys()
    assert all(parts[part]["ok"] for part in ("parser", "encoder", "causal", "vectors"))


def test_doctor_shows_and_clears_the_cache(tacit, monkeypatch, tmp_path):
    from tacit.learning.cache import remembered

    monkeypatch.setenv("TACIT_CACHE", str(tmp_path))
    remembered("shouts", ["a"], lambda texts: [b"A"], by="a model")
    shown = json.loads(tacit("doctor", "--cache", "show", "--json").stdout)
    assert shown["shelves"] == [{"kind": "shouts", "maker": "a model", "results": 1, "bytes": 1}]
    assert "a model" in tacit("doctor", "--cache", "show").stdout
    cleared = tacit("doctor", "--cache", "clear", "--json")
    assert cleared.code == 0 and json.loads(cleared.stdout)["freed"] > 0
    assert json.loads(tacit("doctor", "--cache", "show", "--json").stdout)["shelves"] == []


def test_doctor_says_what_would_mend_it(tacit, monkeypatch):
    monkeypatch.setattr("tacit.backbones.catalogue.Pretrained.path", None)
    shown = tacit("doctor", "--strict")
    assert shown.code == 1
    assert "tacit models get" in shown.stdout


def test_systems_is_a_list(tacit):
    assert isinstance(json.loads(tacit("systems", "--json").stdout), list)


def test_systems_of_unknown_task(tacit):
    shown = tacit("systems", "cooking")
    assert shown.code == 2
    assert "there is no task 'cooking'" in shown.stderr


def test_vectors_cut(tacit, tmp_path):
    source = tmp_path / "glove.txt"
    source.write_text("the 0.5 -1\n, 1 1\ncup 2 0\nmug 1 1\n")
    shown = tacit("vectors", "cut", source, "--out", tmp_path / "cut", "--words", "2", "--json", "-q")
    assert json.loads(shown.stdout) == {"output": str(tmp_path / "cut"), "words": 2}

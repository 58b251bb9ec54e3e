"""`tacit corpus`: what its commands show of texts that look like something else."""

import json

import pytest
from schemas.made_corpus import MadeDocument, make_corpus

TRAPS = "[/b] [red]x[/red] :smile:"


@pytest.fixture
def corpus(tmp_path):
    return make_corpus(tmp_path / "corpus", [MadeDocument("a", [], {TRAPS: TRAPS})], {TRAPS: "string"})


def test_cells_and_names_of_columns_are_shown_as_they_are(tacit, corpus):
    shown = tacit("corpus", "query", corpus, "SELECT * EXCLUDE (id, text, source, words) FROM documents")
    assert (shown.code, [line.strip() for line in shown.stdout.splitlines()]) == (0, [TRAPS, TRAPS])


def test_names_of_metadata_are_shown_as_they_are(tacit, corpus):
    shown = tacit("corpus", "info", corpus)
    assert shown.code == 0
    assert f"{TRAPS} (string)" in shown.stdout


def test_json_has_text_for_what_it_has_no_word_for(tacit, corpus):
    sql = "SELECT DATE '2020-02-01' AS day, [DATE '2020-02-01'] AS days, {'on': DATE '2020-02-01'} AS both, [1] AS ones"
    shown = tacit("corpus", "query", corpus, sql, "--json", "-q")
    day = "2020-02-01"
    assert json.loads(shown.stdout) == {"day": day, "days": [day], "both": {"on": day}, "ones": [1]}


@pytest.mark.parametrize(
    "sql", ["", "SELECT regexp_matches(id, '(') FROM documents", "SELECT CAST(id AS INTEGER) FROM documents"]
)
@pytest.mark.parametrize("json", [(), ("--json",)])
def test_a_query_that_fails_is_one_sentence(tacit, corpus, sql, json):
    shown = tacit("corpus", "query", corpus, sql, *json)
    assert (shown.code, shown.stdout, shown.stderr.count("\n")) == (2, "", 1)
    assert "the query" in shown.stderr and "ingest" not in shown.stderr

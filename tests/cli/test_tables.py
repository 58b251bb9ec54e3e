"""`--csv` and `--parquet`: files that pandas and polars read back, with the rows of the table."""

import csv
import datetime

import pandas as pd
import polars as pl
import pytest
from schemas.made_corpus import MadeDocument, make_corpus

from tacit import formats
from tacit.cli.common.output import Output
from tacit.cli.common.tables import TableFiles, event_rows, passage_rows
from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.errors import OutputError
from tacit.language.english.sentences import spans
from tacit.schemas.task import Schema

HOW_TO = "1. Take the lid and the filter out of the pot.\n2. Wash it and put it back.\n"
TEXT = "The kettle sang. I kneaded the dough."


@pytest.fixture
def quiet():
    return Output(quiet=True)


def test_both_files_hold_the_same(tmp_path, quiet):
    rows = [('a, "b"\nc', 1, 0.5, True, ["x", 1], None), ("é🍝", None, 2.0, False, [], None)]
    columns = ("text", "count", "share", "yes", "list", "nothing")
    TableFiles(tmp_path / "t.csv", tmp_path / "t.parquet").write(columns, iter(rows), quiet)
    frame = pd.read_csv(tmp_path / "t.csv")
    assert list(frame.columns) == list(columns)
    assert frame["text"].tolist() == [row[0] for row in rows]
    assert frame["yes"].tolist() == [True, False]
    assert frame["list"].tolist() == ['["x", 1]', "[]"]
    table = pl.read_parquet(tmp_path / "t.parquet")
    assert table.schema == {
        "text": pl.String, "count": pl.Int64, "share": pl.Float64, "yes": pl.Boolean, "list": pl.String,
        "nothing": pl.String,
    }  # fmt: skip
    assert table["count"].to_list() == [1, None]


def test_columns_of_several_types_are_text_in_parquet(tmp_path, quiet):
    day = datetime.date(2020, 2, 1)
    TableFiles(None, tmp_path / "t.parquet").write(["mixed", "day", "big"], [("a", day, 1), (2, day, 10**30)], quiet)
    table = pl.read_parquet(tmp_path / "t.parquet")
    assert table.rows() == [("a", day, "1"), ("2", day, str(10**30))]


def test_without_rows_there_is_a_head(tmp_path, quiet):
    TableFiles(tmp_path / "t.csv", tmp_path / "t.parquet").write(["a", "b"], [], quiet)
    assert (tmp_path / "t.csv").read_text() == "a,b\n"
    assert pl.read_parquet(tmp_path / "t.parquet").columns == ["a", "b"]


def test_files_appear_whole_or_not_at_all(tmp_path, quiet):
    def broken():
        yield ["a"]
        raise OutputError("no")

    with pytest.raises(OutputError):
        TableFiles(tmp_path / "t.csv", None).write(["a"], broken(), quiet)
    with pytest.raises(OutputError, match="cannot be written"):
        TableFiles(tmp_path / "none" / "t.csv", None).write(["a"], [], quiet)
    assert list(tmp_path.iterdir()) == []


def test_passages_have_a_row_each():
    passage = {
        "scenario": "making tea", "start": 0, "end": 3, "probability": 0.5, "text": "Tea",
        "alternatives": [{"scenario": "making coffee", "probability": 0.2}],
    }  # fmt: skip
    columns, rows = passage_rows([{"id": "x", "passages": [passage]}, {"id": "y", "passages": []}], why=False)
    assert [dict(zip(columns, row, strict=True)) for row in rows] == [
        {**passage, "id": "x", "alternatives": "making coffee"}
    ]
    told = {**passage, "words": [{"word": "tea", "weight": 1}], "events": ["boil water", "pour"]}
    columns, [row] = passage_rows([{"id": "x", "passages": [told]}], why=True)
    assert (columns[-2:], row[-2:]) == (["words", "events"], ["tea", "boil water; pour"])


def test_events_of_schemas_name_their_chains():
    plain = {
        "events": ["marry", "divorce"], "scores": [0.0, 0.5],
        "chains": [{"slots": [["marry", "SUBJ"], ["divorce", "OBJ"]], "types": {}}],
    }  # fmt: skip
    columns, rows = event_rows([(3, Schema.from_dict(plain))])
    assert columns == ["schema", "place", "event", "score", "SUBJ", "OBJ", "PREP"]
    assert rows == [[3, 1, "marry", 0.0, 1, None, None], [3, 2, "divorce", 0.5, None, 1, None]]


def test_a_query_writes_all_rows_and_shows_some(tacit, tmp_path):
    corpus = make_corpus(tmp_path / "corpus", [MadeDocument("a", [], {})], {})
    sql = "SELECT range AS n, [range] AS list FROM range(1500)"
    shown = tacit("corpus", "query", corpus, sql, "--limit", "2", "--csv", tmp_path / "q.csv")
    assert shown.code == 0, shown.stderr
    assert len(shown.stdout.splitlines()) == 3
    assert pd.read_csv(tmp_path / "q.csv")["n"].tolist() == list(range(1500))
    shown = tacit("corpus", "query", corpus, sql, "--json", "--parquet", tmp_path / "q.parquet")
    assert len(shown.stdout.splitlines()) == pl.read_parquet(tmp_path / "q.parquet").height == 1500


def annotated(path, *passages):
    layer = Layer("scenarios", [Annotation.of(start, end, label, source="x") for start, end, label in passages])
    sentences = Layer(SENTENCES, [Annotation((span,), source="x") for span in spans(TEXT)])
    formats.write([Document(TEXT, "a", {}, [sentences, layer])], path)
    return path


def test_agreement_and_statistics(tacit, tmp_path):
    one = annotated(tmp_path / "anna.jsonl", (0, 16, "making tea"), (17, 37, "baking a cake"))
    two = annotated(tmp_path / "ben.jsonl", (0, 16, "making tea"))
    shown = tacit("scenarios", "agreement", one, two, "--documents", "--csv", tmp_path / "a.csv")
    assert shown.code == 0, shown.stderr
    frame = pd.read_csv(tmp_path / "a.csv")
    assert frame[["first", "second", "documents", "sentences", "identical", "single"]].values.tolist() == [
        ["anna", "ben", 1, 2, 1, 1],
        ["anna", "ben", 1, 2, 1, 1],
    ]
    assert tacit("scenarios", "statistics", one, "--top", "1", "--parquet", tmp_path / "s.parquet").code == 0
    table = pl.read_parquet(tmp_path / "s.parquet")
    assert set(table["scenario"]) >= {"making tea", "baking a cake"}
    assert table.filter(pl.col("scenario") == "making tea")["segments"].to_list() == [1]


def test_findings(tacit, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(HOW_TO)
    shown = tacit("clarify", "check", page, "--csv", tmp_path / "f.csv", "--json")
    assert shown.code == 0, shown.stderr
    with (tmp_path / "f.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    first = next(row for row in rows if row["code"] == "TAC103")
    assert (first["line"], first["phrase"]) == ("2", "it")
    assert all("; " in row["readings"] for row in rows if row["code"] == "TAC103")

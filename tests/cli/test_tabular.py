"""`--csv` and `--parquet` on every command that prints a table, from what it says as JSON."""

import csv
import inspect
import json
import re

import polars as pl
import pytest
import typer

from tacit.cli.app import app
from tacit.cli.common.output import Output
from tacit.cli.common.tables import annotation_rows, association_rows, phenomenon_rows, word_rows
from tacit.cli.common.tabular import rows_of, tabular

_PRINTS_A_TABLE = re.compile(r"\b_?table\(|\bTable\(|_show\w*\(|terminal\.\w+\(")


def commands(command=None, name=()):
    command = command or typer.main.get_command(app)
    for key, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*name, key))
    if not hasattr(command, "commands"):
        yield " ".join(name), command


COMMANDS = dict(commands())


def options_of(command):
    return {option for each in command.params for option in each.opts}


def prints_a_table(command):
    return bool(_PRINTS_A_TABLE.search(inspect.getsource(inspect.unwrap(command.callback))))


def test_every_command_that_prints_a_table_writes_it():
    without = [name for name, each in COMMANDS.items() if prints_a_table(each) and "--csv" not in options_of(each)]
    assert without == []
    with_both = [name for name, each in COMMANDS.items() if "--csv" in options_of(each)]
    assert len(with_both) > 40
    assert all("--parquet" in options_of(COMMANDS[name]) for name in with_both)


def test_rows_are_found_where_the_command_says():
    result = {"id": "a", "found": {"rows": [{"x": 1, "why": ["b", "c"]}, {"x": 2, "y": [1]}]}}
    assert list(rows_of(result, "found.rows", also="id")) == [
        {"id": "a", "x": 1, "why": "b; c"},
        {"id": "a", "x": 2, "y": [1]},
    ]
    assert list(rows_of({"n": 1}, "rows")) == [{"n": 1}], "without the key, the result is the row"


@pytest.fixture
def command():
    @tabular("rows")
    def made(code: int = 0, json: bool = False, quiet: bool = False) -> None:
        output = Output(as_json=json, quiet=quiet)
        for number in (1, 2):
            output.result({"rows": [{"number": number, "text": 'a, "b"'}]})
        if code:
            raise typer.Exit(code)

    return made


def test_a_command_that_answers_twice_writes_all_of_it(command, tmp_path, capsys):
    command(json=True, quiet=True, csv=tmp_path / "t.csv", parquet=tmp_path / "t.parquet")
    assert list(csv.DictReader((tmp_path / "t.csv").read_text().splitlines())) == [
        {"number": "1", "text": 'a, "b"'},
        {"number": "2", "text": 'a, "b"'},
    ]
    assert pl.read_parquet(tmp_path / "t.parquet")["number"].to_list() == [1, 2]
    assert [json.loads(line)["rows"][0]["number"] for line in capsys.readouterr().out.splitlines()] == [1, 2]


def test_a_result_below_the_bar_is_written_and_still_below_it(command, tmp_path):
    with pytest.raises(typer.Exit) as stop:
        command(code=1, quiet=True, csv=tmp_path / "t.csv")
    assert stop.value.exit_code == 1
    assert (tmp_path / "t.csv").read_text().startswith("number,text\n")


def test_results_are_kept_for_nobody_else(command, tmp_path):
    command(quiet=True, csv=tmp_path / "t.csv")
    with Output.results_kept() as results:
        command(quiet=True)
    assert len(results) == 2
    Output(quiet=True).result({"a": 1})
    assert len(results) == 2


def test_real_commands_write_what_they_print(tacit, tmp_path):
    for line, column, least in (
        (["formats"], "name", 17),
        (["scenarios", "inventory"], "label", 180),
        (["clarify", "codes"], "code", 10),
        (["scripts", "show", "getting a haircut"], "event", 5),
        (["systems", "endings"], "name", 10),
    ):
        done = tacit(*line, "--csv", str(tmp_path / "t.csv"))
        assert done.code == 0, done.stderr
        rows = list(csv.DictReader((tmp_path / "t.csv").read_text().splitlines()))
        assert len(rows) >= least and all(row[column] for row in rows)


def test_a_reading_has_a_row_for_each_annotation():
    passage = {"spans": [[0, 3], [4, 9]], "labels": ["tea"], "features": {"probability": 0.5}, "source": "test"}
    document = {"id": "a", "text": "Ann  drank", "layers": {"scenarios": [passage], "tokens": [passage]}}
    [row] = annotation_rows({"kind": "story", "document": document})
    assert (row["layer"], row["label"], row["start"], row["end"], row["text"]) == ("scenarios", "tea", 0, 9, "Ann dran")
    assert json.loads(row["features"]) == {"probability": 0.5}


def test_results_of_other_shapes_become_rows():
    assert list(word_rows({"tea": ("cup", "pot")})) == [{"scenario": "tea", "words": ["cup", "pot"]}]
    known = {"uses": {"whisk": [{"do": "beat"}]}, "needs": {"tea": ["pot"]}}
    assert list(association_rows(known)) == [
        {"relation": "uses", "word": "whisk", "do": "beat"},
        {"relation": "needs", "word": "tea", "value": "pot"},
    ]
    tables = {
        "table_3": {"metonymy": {"n": 1}, "all": {"n": 2}},
        "table_4": {"metonymy": {"sentences": 3}},
        "table_5": {"phenomena": {"metonymy": {"conflicting": 4}}, "total": {"conflicting": 5}},
    }
    first, second = phenomenon_rows(tables)
    assert (first["several"], first["conflicts"]) == ({"sentences": 3}, {"conflicting": 4})
    assert second["conflicts"] == {"conflicting": 5}

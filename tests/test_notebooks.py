"""The notebooks run from their first cell to their last, in the folder where they stand."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import matplotlib
import pytest

FOLDER = Path(__file__).parents[1] / "docs" / "tutorials"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def code_of(notebook: Path) -> list[str]:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run(cell: str, name: str, names: dict[str, object]) -> object:
    """Run a cell, and return what it shows: the value of its last line."""
    tree = ast.parse(cell)
    shown = ast.Expression(tree.body.pop().value) if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    return None if shown is None else eval(compile(shown, name, "eval"), names)


@pytest.mark.models
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook, monkeypatch, tmp_path):
    monkeypatch.chdir(FOLDER)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    matplotlib.use("Agg")
    names: dict[str, object] = {"__name__": "__main__"}
    for number, cell in enumerate(code_of(notebook)):
        shown = run(cell, f"{notebook.name}, cell {number}", names)
        if hasattr(shown, "_repr_html_"):
            assert shown._repr_html_()
    if notebook.stem == "diary":
        assert names["counts"].loc["going grocery shopping"].tolist() == [1, 1, 1]
    if notebook.stem == "manual":
        assert len(names["mended"]) == 3 and not names["findings"]
    if notebook.stem == "news":
        assert names["summary"].documents == 24 and "report.html" in shown


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == ["diary", "manual", "news"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_says_nothing_of_the_machine_it_ran_on(notebook):
    text = notebook.read_text(encoding="utf-8")
    assert not [place for place in ("home", "work", "tmp") if f"/{place}/" in text]
    assert not [cell for cell in json.loads(text)["cells"] if cell.get("metadata")]

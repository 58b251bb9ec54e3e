from __future__ import annotations

import json
from pathlib import Path

import pytest
from schemas.made_schemas import ARREST, WEDDING
from tampering import tampered
from web.conftest import Serve

from tacit.errors import InputError
from tacit.schemas.evidence import EvidenceQuote
from tacit.schemas.stability.outcome import Cell, Stability, compare_categories
from tacit.schemas.storage import SchemaFile, write_schemas
from tacit.web.browse import SchemaShelf, load_shelf


def stability() -> Stability:
    cells = [
        Cell(category, step, "linear", 10 - step, 4.0, 0.0, (0.5, 0.6 + shift))
        for category, shift in (("a", 0.0), ("b", 0.2))
        for step in range(2)
    ]
    settings = {"by": "c", "ablations": 2, "folds": 2, "germinators": ["linear"]}
    return Stability(settings, {"a": 10, "b": 10}, {}, cells, compare_categories(cells))


@pytest.mark.processes
def test_schemas_are_searched_ordered_and_cut_into_pages(serve: Serve) -> None:
    quotes = {"rob": [EvidenceQuote("court-1", "He robbed it.", 3, 9, True)]}
    shelf = SchemaShelf(
        SchemaFile((ARREST, WEDDING), {"corpus": "/secret/place", "size": 6}), (quotes, {}), stability()
    )
    client = serve(shelf=shelf)
    page = client.get("/api/schemas").json()
    assert (page["total"], page["found"], page["settings"]) == (2, 2, {"size": 6})
    assert page["schemas"][0]["quotes"]["rob"][0]["text"] == "He robbed it."
    assert page["schemas"][0]["drawing"].startswith("<svg")
    assert [s["number"] for s in client.get("/api/schemas", params={"search": "Officer rob"}).json()["schemas"]] == [1]
    assert [s["number"] for s in client.get("/api/schemas", params={"order": "events"}).json()["schemas"]] == [1, 2]
    assert client.get("/api/schemas", params={"offset": 1, "limit": 1}).json()["schemas"][0]["events"][0] == "marry"
    assert client.get("/api/schemas", params={"limit": 0}).status_code == 422
    found = client.get("/api/stability").json()
    assert list(found["by_category"]) == ["a", "b"]
    assert len(found["by_germinator"]["linear"]) == 2
    about = client.get("/api/about").json()
    assert (about["schemas"], about["stability"]) == (True, True)


@pytest.mark.processes
def test_what_is_not_there_is_not_found(serve: Serve) -> None:
    client = serve()
    for path in ("/api/schemas", "/api/stability"):
        assert client.get(path).status_code == 404
        assert "start it with" in client.get(path).json()["detail"]


def test_files_are_loaded(tmp_path: Path) -> None:
    write_schemas(tmp_path / "s.json", [WEDDING], {"size": 6})
    (tmp_path / "stability.json").write_text(json.dumps(stability().to_dict()))
    shelf = load_shelf(tmp_path / "s.json", None, tmp_path)
    assert shelf.schemas is not None
    assert shelf.schemas.schemas == (WEDDING,)
    assert shelf.stability is not None
    assert shelf.stability.by_category().keys() == {"a", "b"}


@pytest.mark.parametrize("content", [None, "[]", "{}", '{"settings": 1}', "nonsense"])
def test_no_stability_there_is_one_sentence(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "stability.json").write_text(content)
    with pytest.raises(InputError):
        load_shelf(stability=tmp_path)


def test_a_stability_experiment_that_was_tampered_with_is_one_sentence_or_can_be_shown(tmp_path: Path) -> None:
    from tacit.schemas.stability.findings import find, statements

    for _, plain in tampered(stability().to_dict()):
        (tmp_path / "stability.json").write_text(json.dumps(plain))
        try:
            found = load_shelf(stability=tmp_path).stability
        except InputError:
            continue
        assert found is not None
        assert list(statements(find(found)))

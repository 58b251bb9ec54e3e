"""The stability experiment: its splits, its results, where it runs, and how it goes on after an interruption."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from conftest import Cluster
from schemas.made_corpus import KINDS, make_corpus, stories

from tacit.corpus import Workers
from tacit.errors import UsageError
from tacit.schemas.presets import GrowthOptions
from tacit.schemas.stability import measure_stability
from tacit.schemas.stability.experiment import splits
from tacit.schemas.stability.outcome import Cell, Stability, compare_categories
from tacit.schemas.stability.results import GridPlace, Results

SMALL = {"by": "section", "ablations": 2, "folds": 3, "workers": Workers(1)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_corpus(tmp_path / "corpus", stories(24), KINDS, shard=5)


def test_each_step_drops_a_share_and_each_fold_is_left_out_once() -> None:
    rows = np.arange(100, 200)
    steps: dict[int, list[set[int]]] = {}
    for ablation, _fold, kept in splits(rows, "crime", 10, 10, seed=1):
        steps.setdefault(ablation, []).append(set(kept.tolist()))
    left = [set.union(*folds) for folds in steps.values()]
    assert [len(documents) for documents in left] == [100, 90, 80, 70, 60, 50, 40, 30, 20, 10]
    assert all(later < earlier for earlier, later in pairwise(left))
    for documents, folds in zip(left, steps.values(), strict=True):
        assert all(len(kept) == len(documents) * 9 // 10 for kept in folds)
        omitted = [documents - kept for kept in folds]
        assert sum(map(len, omitted)) == len(documents) and set.union(*omitted) == documents


def test_splits_differ_by_category_and_seed_and_else_repeat() -> None:
    def kept(category: str, seed: int) -> list[list[int]]:
        return [part.tolist() for _, _, part in splits(np.arange(20), category, 2, 2, seed)]

    assert kept("crime", 1) == kept("crime", 1)
    assert kept("crime", 1) != kept("music", 1) != kept("music", 2)


def test_what_is_measured(folder: Path) -> None:
    found = measure_stability(folder, **SMALL)
    assert found.categories == {"crime": 12, "music": 12}
    assert len(found.cells) == 2 * 2 * 4 and all(len(cell.fuzzy) == 3 for cell in found.cells)
    assert [cell.documents for cell in found.cells if cell.category == "crime"] == [12] * 4 + [6] * 4
    # Every robbery is told alike, so whatever documents are left out, the same schemas grow.
    counter = next(cell for cell in found.cells if cell.germinator == "counter-training")
    assert counter.jrf_mean == 1.0 and counter.jrf_deviation == 0.0 and counter.single_event_share == 0.0
    assert set(found.by_germinator()) == {"linear", "linear-truncated", "counter-training", "random-walker"}
    assert [len(line) for line in found.by_category().values()] == [2, 2]
    assert Stability.from_dict(found.to_dict()) == found


def test_truncated_is_the_beginning_of_linear(folder: Path) -> None:
    found = measure_stability(folder, **SMALL, options=GrowthOptions(number=1, size=1))
    sizes = {cell.germinator: cell.schemas for cell in found.cells if cell.category == "crime"}
    assert sizes == {"linear": 4, "linear-truncated": 1, "counter-training": 1, "random-walker": 1}
    assert all(cell.single_event_share == 1.0 for cell in found.cells)


def test_goes_on_where_it_was_interrupted(folder: Path, tmp_path: Path) -> None:
    def stop(_what: str, done: int, _total: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure_stability(folder, tmp_path / "out", **SMALL, progress=stop)
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "out" / "germinations").rglob("*.json")}
    assert len(kept) == 5
    steps: list[tuple[int, int]] = []
    resumed = measure_stability(folder, tmp_path / "out", **SMALL, progress=lambda _, *step: steps.append(step))
    assert steps[0] == (6, 2 * 2 * 3 * 3 + 2 * 2 * 4) and steps[-1][0] == steps[-1][1]
    assert {file: file.stat().st_mtime_ns for file in kept} == kept
    assert resumed == measure_stability(folder, **SMALL)


def test_a_damaged_result_is_grown_again(folder: Path, tmp_path: Path) -> None:
    before = measure_stability(folder, tmp_path, **SMALL)
    file = next((tmp_path / "germinations").rglob("*.json"))
    whole = file.read_bytes()
    file.write_bytes(whole[:50])
    assert measure_stability(folder, tmp_path, **SMALL) == before
    assert file.read_bytes() == whole


def test_results_of_other_settings_are_not_mixed(folder: Path, tmp_path: Path) -> None:
    measure_stability(folder, tmp_path / "out", **SMALL)
    with pytest.raises(UsageError, match="out: holds results with other options; choose another folder"):
        measure_stability(folder, tmp_path / "out", **SMALL, options=GrowthOptions(beta=0.1))
    other = make_corpus(tmp_path / "other", stories(26), KINDS)
    with pytest.raises(UsageError, match="holds results with other corpus; choose another folder"):
        measure_stability(other, tmp_path / "out", **SMALL)


def test_results_without_their_settings_are_not_used(folder: Path, tmp_path: Path) -> None:
    measure_stability(folder, tmp_path / "out", **SMALL)
    (tmp_path / "out" / "grid.json").unlink()
    with pytest.raises(UsageError, match=r"no grid\.json says what they belong to; choose another folder"):
        measure_stability(folder, tmp_path / "out", **SMALL, options=GrowthOptions(beta=0.1))


@pytest.mark.processes
def test_two_processes_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    for name, processes in (("one", 1), ("two", 2)):
        measure_stability(folder, tmp_path / name, **SMALL | {"workers": Workers(processes)})
    one, two = (
        {file.relative_to(tmp_path / name): file.read_bytes() for file in (tmp_path / name).rglob("*.json")}
        for name in ("one", "two")
    )
    assert one == two


@pytest.mark.processes
def test_a_cluster_that_loses_a_worker_gives_the_same_result(folder: Path, tmp_path: Path, cluster: Cluster) -> None:
    def kill_one(_what: str, done: int, _total: int) -> None:
        if done == 3:
            cluster.workers[0].kill()

    workers = Workers(cluster=cluster.address)
    found = measure_stability(folder, tmp_path / "out", **SMALL | {"workers": workers}, progress=kill_one)
    assert cluster.workers[0].poll() is not None
    assert found == measure_stability(folder, **SMALL)


def cell(category: str, *fuzzy: float) -> Cell:
    return Cell(category, 0, "linear", 10, 3.0, 0.5, fuzzy)


def test_categories_are_compared_by_a_t_test() -> None:
    test, *_ = compare_categories([cell("music", 0.6, 0.7, 0.8), cell("crime", 0.1, 0.2, 0.3)])
    # Means 0.7 and 0.2, both variances 0.01: t = 0.5 / sqrt(0.01 · 2/3).
    assert test.t == pytest.approx(0.5 / (0.01 * 2 / 3) ** 0.5) and test.difference == pytest.approx(0.5)
    assert 0.003 < test.p < 0.004


def test_scores_that_do_not_vary_need_no_t() -> None:
    same, differing = compare_categories([cell("a", 0.5, 0.5), cell("b", 0.5, 0.5), cell("c", 0.4, 0.4)])[:2]
    assert (same.t, same.p, differing.t, differing.p) == (None, 1.0, None, 0.0)


def test_a_single_score_is_no_evidence() -> None:
    (test,) = compare_categories([cell("a", 0.9), cell("b", 0.1)])
    assert (test.t, test.p, test.difference) == (None, 1.0, pytest.approx(0.8))


def test_the_evidence_says_how_often_a_category_is_more_stable() -> None:
    cells = [cell("a", 0.60, 0.61, 0.62), cell("b", 0.1, 0.11, 0.12), cell("c", 0.59, 0.61, 0.62)]
    settings = {"ablations": 1, "germinators": ["linear"]}
    found = Stability(settings, {"a": 10, "b": 10, "c": 10}, {}, cells, compare_categories(cells))
    assert found.evidence("a") == {"more": 1, "less": 0, "neither": 1}
    assert found.evidence("b") == {"more": 0, "less": 2, "neither": 0}
    assert [name for name, _ in found.homogeneity] == ["a", "c", "b"]


def test_one_category_is_measured_and_compared_with_none(folder: Path) -> None:
    found = measure_stability(folder, **SMALL | {"by": ""})
    assert (found.categories, list(found.tests)) == ({"all": 24}, [])


def test_small_categories_are_skipped_unless_asked_for(tmp_path: Path) -> None:
    folder = make_corpus(tmp_path, stories(11), KINDS)
    grid = {"ablations": 2, "folds": 3, "workers": Workers(1), "germinators": ["linear"]}
    found = measure_stability(folder, by="section", **grid)
    assert found.categories == {"crime": 6, "music": 5} and found.skipped == {}
    found = measure_stability(folder, by="section", **grid | {"ablations": 3, "folds": 2})
    assert found.categories == {"crime": 6, "music": 5}
    found = measure_stability(folder, by="tags", **grid | {"folds": 4})
    assert found.categories == {"city": 11}
    assert found.skipped["music"] == "of its 5 documents with chains 3 are left in the end, for 4 folds"
    with pytest.raises(UsageError, match="the category 'music' is too small: of its 5 documents"):
        measure_stability(folder, by="tags", categories=["city", "music"], **grid | {"folds": 4})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"categories": ["sport"]}, "no document with chains has the category 'sport'"),
        ({"folds": 13}, "the category 'crime' is too small"),
        ({"folds": 1}, "stability needs one ablation step, two folds and one germinator at least"),
        ({"ablations": 0}, "stability needs one ablation step"),
        ({"germinators": []}, "stability needs one ablation step"),
        ({"germinators": ["magic"]}, "there is no germinator 'magic'"),
        ({"options": GrowthOptions(seed_verbs=("rob",))}, "rob; .*, in category 'music' at ablation 0 without fold 0"),
    ],
)
def test_bad_input_is_one_sentence(folder: Path, options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        measure_stability(folder, **SMALL | options)


def test_one_document_is_too_few(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="the category 'all' is too small: of its 1 documents with chains 1 are left"):
        measure_stability(make_corpus(tmp_path, stories(1), KINDS), workers=Workers(1))


@pytest.mark.parametrize("schemas", [None, 1, "rob", [["rob", None]], ["rob"], {"rob": 1}])
def test_a_germination_that_was_tampered_with_is_done_again(tmp_path: Path, schemas: object) -> None:
    place = GridPlace("a", 0, 0, "linear")
    results = Results(tmp_path / "out", {"folds": 2})
    results.write_schemas(place, [["rob"]])
    [file] = (tmp_path / "out" / "germinations").rglob("*.json")
    assert results.schemas(place) == [["rob"]]
    file.write_text(json.dumps({"schemas": schemas}))
    assert results.schemas(place) is None

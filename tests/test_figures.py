"""The figures of the README and of the pages are those of the registry, which is what `tacit systems` prints."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tacit.systems import System, systems

ROOT = Path(__file__).parents[1]
DATA = "docs/reference/data.md"
NUMBER = re.compile(r"\d+\.\d+")


def known() -> dict[tuple[str, str], System]:
    return {(system.task, system.name): system for system in systems()}


def rows_below(page: str, header: str) -> list[list[str]]:
    """The cells of the rows of the table with this header; a cell that is empty at the start repeats the one above."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    [start] = [number for number, line in enumerate(lines) if line.startswith(header)]
    found: list[list[str]] = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        found.append([cells[0] or found[-1][0], *cells[1:]])
    return found


def numbers(cell: str) -> list[str]:
    """The numbers of a cell, without what stands in brackets."""
    return NUMBER.findall(re.sub(r"\(.*?\)", "", cell))


def agree(printed: str, figure: float, *, percent: bool) -> bool:
    decimals = len(printed.partition(".")[2])
    return abs(float(printed) - figure * (100 if percent else 1)) <= 0.5 * 10**-decimals + 1e-9


def check(where: str, printed: list[str], figures: dict[str, float], metrics: list[str], *, percent: bool) -> None:
    assert len(printed) >= len(metrics), f"{where}: {printed} for {metrics}"
    for number, metric in zip(printed, metrics):
        assert agree(number, figures[metric], percent=percent), f"{where}: {number}, but {metric} is {figures[metric]}"


ORACLE, GREEDY = ["oracle_match", "oracle_top5"], ["greedy_match", "greedy_top5"]
PAGES = {
    "endings": ("docs/lab/endings.md", "| system | published | accuracy | accuracy_hard |", True),
    "scenarios": ("docs/lab/scenarios.md", "| system | F1 | precision / recall | Pk | WindowDiff |", False),
    "scripts": ("docs/lab/scripts.md", "| system | recall@5 | recall@1 |", False),
    "cloze": ("docs/lab/schemas.md", "| | five-way accuracy", False),
    "schemas": ("docs/lab/schemas.md", "| germinator | all documents |", False),
    "coreference": ("docs/explanation/language.md", "| system | data | CoNLL |", True),
    "clarifications": ("docs/lab/clarifications.md", "| system | accuracy | Spearman |", False),
}
COLUMNS = {
    "endings": {2: ["accuracy"], 3: ["accuracy_hard"]},
    "scenarios": {1: ["f1"], 2: ["precision", "recall"], 3: ["pk"], 4: ["windowdiff"]},
    "scripts": {1: ["recall_at_5"], 2: ["recall_at_1"]},
    "cloze": {1: ["accuracy"]},
    "schemas": {1: ["jrf"]},
    "coreference": {2: ["conll_f1"]},
    "clarifications": {1: ["accuracy"], 2: ["spearman"]},
}
ELSEWHERE = {
    "scenarios": {"tacit"},  # has a table of its own, on other texts
    "schemas": {"linear-truncated"},  # the same as linear
    "clarifications": {"tacit"},  # measured with --folds, as the row says
}


@pytest.mark.parametrize("task", PAGES)
def test_tables_of_the_pages_are_the_registry(task):
    page, header, percent = PAGES[task]
    registered = {name: system for (of, name), system in known().items() if of == task}
    met = set()
    for first, *cells in rows_below(page, header):
        name = re.fullmatch(r"`?([\w-]+)`?( \(.*\)|: .*)?", first)
        if name is None or name[1] not in registered or name[1] in met:  # a variant, or the same on other data
            continue
        met.add(name[1])
        for place, metrics in COLUMNS[task].items():
            if printed := numbers(cells[place - 1]):
                check(f"{page}, {first}", printed, registered[name[1]].measured, metrics, percent=percent)
    measured = {name for name, system in registered.items() if system.measured}
    assert met == measured - ELSEWHERE.get(task, set())


def test_published_figures_of_endings_are_the_registry():
    for name, published, *_ in rows_below(*PAGES["endings"][:2]):
        assert known()["endings", name].published == pytest.approx(
            {"accuracy": float(published) / 100} if published else {}
        )


def test_the_table_of_steps_is_the_registry():
    met = set()
    header = "| system | | oracle match / top-5 | greedy match / top-5 | surprisal |"
    for first, what, oracle, greedy, surprisal in rows_below("docs/lab/steps.md", header):
        name, kind = re.match(r"`([\w-]+)`", first)[1], what.split()[0].strip(",")
        if what not in ("published", "measured", "measured *", "measured, seed 1 (shipped)"):
            continue
        met.add((name, kind))
        figures = getattr(known()["steps", name], kind)
        check(f"{name}, {kind}", numbers(oracle), figures, ORACLE, percent=True)
        check(f"{name}, {kind}", numbers(greedy), figures, GREEDY, percent=True)
        if "surprisal" in figures:
            check(f"{name}, {kind}", numbers(surprisal), figures, ["surprisal"], percent=False)
    registered = [(name, system) for (task, name), system in known().items() if task == "steps"]
    expected = {
        (name, kind) for name, system in registered for kind in ("published", "measured") if getattr(system, kind)
    }
    assert met == expected


def test_the_rows_of_the_open_vocabulary_are_the_registry():
    met = set()
    header = "| system | | oracle match / top-5 | greedy match / top-5 | surprisal |"
    for first, what, oracle, greedy, surprisal in rows_below("docs/lab/steps.md", header):
        if what == "open":
            name = re.match(r"`([\w-]+)`", first)[1]
            met.add(name)
            figures = known()["steps", name].also_measured["--answers open"]
            check(name, numbers(oracle), figures, ORACLE, percent=True)
            check(name, numbers(greedy), figures, GREEDY, percent=True)
            check(name, numbers(surprisal), figures, ["surprisal"], percent=False)
    assert met == {name for (_, name), system in known().items() if "--answers open" in system.also_measured}


def test_the_open_figures_of_the_table_of_all_figures_are_the_registry():
    rows = rows_below("docs/lab/figures.md", "| task | system | measured on |")
    [cell] = [measured for _, first, _, _, measured in rows if first.startswith("`transducer`")]
    figures = known()["steps", "transducer"].also_measured["--answers open"]
    check("transducer, open", numbers(cell.partition("open")[2]), figures, ORACLE, percent=True)


ALL_FIGURES = {
    ("coreference", "ranker"): (["conll_f1"], True),
    ("coreference", "sieve"): (["conll_f1"], True),
    ("scenarios", "tacit"): (["f1"], False),
    ("scenarios", "joint"): (["f1", "pk"], False),
    ("scenarios", "tt_tfidf"): (["f1"], False),  # the second is Pk without None
    ("endings", "tacit"): (["accuracy"], True),
    ("endings", "msap"): (["accuracy"], True),
    ("steps", "tacit"): (ORACLE, True),
    ("steps", "gpt-finetuned"): (ORACLE, True),
    ("steps", "transducer"): (ORACLE, True),
    ("clarifications", "tacit"): (["accuracy"], True),  # Spearman after it is no percentage
    ("clarifications", "bert_markers"): (["accuracy"], True),
    ("clarifications", "naive_bayes"): (["accuracy"], True),
    ("scripts", "tacit"): (["recall_at_5"], False),
    ("schemas", "tacit"): (["accuracy"], False),
    ("schemas", "pmi"): (["accuracy"], False),
}


def met_in(page: str) -> set[tuple[str, str]]:
    """The systems of the table of all figures on a page, each of which is compared with the registry."""
    met = set()
    for task, first, _, published, measured in rows_below(page, "| task | system | measured on |"):
        name = re.match(r"`([\w-]+)`", first)
        if name is None or name[1] == "elaborate":  # not in the registry
            continue
        met.add((task, name[1]))
        metrics, percent = ALL_FIGURES[task, name[1]]
        system = known()["cloze" if task == "schemas" else task, name[1]]
        check(f"{page}, {task} {name[1]}", numbers(measured), system.measured, metrics, percent=percent)
        if system.published and numbers(published):
            check(f"{page}, {task} {name[1]}", numbers(published), system.published, metrics, percent=percent)
    return met


def test_the_table_of_all_figures_is_the_registry():
    assert met_in("docs/lab/figures.md") == set(ALL_FIGURES)


def test_the_three_rows_of_the_readme_are_the_registry():
    assert met_in("README.md") == {(task, "tacit") for task in ("scenarios", "endings", "clarifications")}


def test_what_the_readme_compares_with_is_the_registry():
    rows = {task: on for task, _, on, *_ in rows_below("README.md", "| task | system | measured on |")}
    msap = known()["endings", "msap"].measured["accuracy"]
    assert agree(NUMBER.findall(rows["endings"])[0], msap, percent=True)
    best = max(system.published.get("accuracy", 0) for (task, _), system in known().items() if task == "clarifications")
    assert agree(NUMBER.findall(rows["clarifications"])[-1], best, percent=True)


def test_who_is_better_is_not_kept_back():
    """Later systems that beat ours on the same data stand beside it."""
    rows = {task: on for task, _, on, *_ in rows_below("README.md", "| task | system | measured on |")}
    assert "SemEval 2022 has 68.9 %" in rows["clarifications"]
    assert "96 %" in rows["endings"]


def test_every_command_of_the_registry_stands_in_the_page_about_data():
    lines = {line.strip() for line in (ROOT / DATA).read_text(encoding="utf-8").splitlines()}
    for (task, name), system in known().items():
        assert not system.measured or system.command in lines, f"{task} {name}: {system.command}"


def test_the_writers_of_a_figure_are_those_that_its_command_measures():
    system = known()["scenarios", "tacit"]
    measured = set(re.findall(r"\bw\d\d\b", system.command))
    assert measured == set(re.findall(r"\bw\d\d\b", system.data)) != set()
    page = (ROOT / DATA).read_text(encoding="utf-8")
    [row] = [line for line in page.splitlines() if line.startswith("| scenarios, `tacit` |")]
    assert set(re.findall(r"\bw\d\d\b", row)) == measured


def test_folds_are_told_of_where_a_command_has_them():
    endings = [system for (task, _), system in known().items() if task == "endings" and system.protocol]
    assert {system.name: "five-fold" in system.protocol for system in endings} == {
        system.name: "--folds 5" in system.command for system in endings
    }


MADE = {"none_train.tsv", *(f"composed-{seed}.jsonl" for seed in (1, 2, 3))}


def test_the_files_of_every_command_are_named_in_the_page_about_data():
    """As `set/file`, so that a command can be typed where the sets lie; or a command of the page makes them."""
    page = (ROOT / DATA).read_text(encoding="utf-8")
    tables, _, rest = page.partition("## Files that a command makes")
    for system in known().values():
        for file in re.findall(
            r"--(?:test|train|none|paraphrases) '?([^' ]+)", system.command if system.measured else ""
        ):
            assert (f"`{file}" in tables) or (file in MADE and file in rest), f"{system.name}: {file}"


def test_each_measured_figure_says_on_what_and_how():
    for (task, name), system in known().items():
        if system.measured:
            assert system.data and system.protocol and system.command, f"{task} {name}"
            assert set(system.to_dict()) >= {"published", "measured", "data", "protocol", "seen_in_training", "command"}
            counted = system.seen_in_training is not None
            assert counted or task in UNCOUNTED or (task, name) in UNCOUNTED, f"{task} {name}"


UNCOUNTED = {"schemas", ("clarifications", "tacit")}
"""No text is tested; and those of a test part that was held back."""


def test_the_command_prints_it_all(tacit):
    rows = json.loads(tacit("systems", "endings", "--json").stdout)
    assert {"task", "name", "published", "measured", "data", "protocol", "seen_in_training", "command"} <= set(rows[0])
    assert all("1,871 stories" in row["data"] and row["seen_in_training"] == 0 for row in rows if not row["asks"])

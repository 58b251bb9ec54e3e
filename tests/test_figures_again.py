"""`benchmarks/figures.py` runs the commands of the registry and sees what has changed."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from benchmarks import figures
from tacit.systems import System

LOUD = System("songs", "loud", "", "", measured={"f1": 0.5, "pk": 0.2}, command="tacit sing --test data/hymns.txt")
QUIET = System("songs", "quiet", "", "", command="tacit sing --system quiet:tacit/models/quiet --all")
HUMMING = System("songs", "humming", "", "", measured={"f1": 0.3}, command="tacit sing --all")
ASKING = System("songs", "llm", "", "", command="tacit sing --system llm:MODEL@URL", asks=True)


@pytest.fixture
def songs(monkeypatch):
    """What each command prints, and the commands that were run."""
    run = []
    printed = {"--test": {"system": "loud", "f1": 0.503, "pk": 0.25}, "--all": {"systems": [{"system": "humming"}]}}

    def pretend(words, *, cwd, stdout, check):
        run.append(words[3:])
        found = next((result for word, result in printed.items() if word in words), None)
        return SimpleNamespace(returncode=0 if found else 2, stdout=json.dumps(found).encode())

    monkeypatch.setattr(figures, "systems", lambda task=None: [LOUD, QUIET, HUMMING, ASKING])
    monkeypatch.setattr(figures.subprocess, "run", pretend)
    return SimpleNamespace(run=run, printed=printed)


def test_a_figure_that_moved_is_seen_and_one_that_did_not_is_not(songs, tmp_path, capsys):
    assert figures.main([str(tmp_path), str(tmp_path / "out"), "--only", "loud"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.endswith("differs") for line in lines[:2]] == [False, True]
    assert lines[-1] == "0 of 1 rows are as they were"
    assert figures.main([str(tmp_path), str(tmp_path / "out"), "--only", "loud", "--within", "0.06"]) == 0
    assert len(songs.run) == 1  # the second time it is there


def test_what_lies_in_this_tree_is_found_from_the_folder_of_the_sets(songs, tmp_path):
    assert figures.arguments_of(LOUD.command) == ["sing", "--test", str(figures.ROOT / "data/hymns.txt")]
    assert figures.arguments_of(QUIET.command)[2] == f"quiet:{figures.ROOT}/tacit/models/quiet"


def test_of_a_comparison_each_system_has_its_own_entry(songs, tmp_path):
    songs.printed["--all"] = {"systems": [{"system": "humming", "f1": 0.3}, {"system": "loud", "f1": 0.9}]}
    assert figures.main([str(tmp_path), str(tmp_path / "out"), "--only", "humming"]) == 0


def test_a_figure_that_does_not_come_out_differs(songs, tmp_path, capsys):
    assert figures.main([str(tmp_path), str(tmp_path / "out"), "--only", "humming"]) == 1
    assert "differs" in capsys.readouterr().out


def test_rows_that_were_never_measured(songs, tmp_path, capsys):
    songs.printed["--all"] = {"system": "quiet", "f1": 0.7}
    assert figures.main([str(tmp_path), str(tmp_path / "out"), "--missing"]) == 0
    assert "0.7000" in capsys.readouterr().out
    assert figures.main(["x", "y", "--missing", "--list"]) == 0
    assert capsys.readouterr().out == QUIET.command + "\n"


def test_a_command_that_fails_leaves_nothing_behind(songs, tmp_path):
    songs.printed.clear()
    assert figures.main([str(tmp_path), str(tmp_path / "out"), "--only", "loud"]) == 1
    assert list((tmp_path / "out").iterdir()) == []

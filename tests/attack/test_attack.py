"""A few seconds of `make hostile`, and that it would notice."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.attack import disks, files, kills, markup, mutation, paper_samples, papers, seeds, talk, victim, wire
from benchmarks.attack.tally import Attempt, Tally, flaw
from tacit import formats
from tacit.errors import InputError
from tacit.formats.registry import FORMATS

REPOSITORY = Path(__file__).parents[2]


def attempt(place: Path, seconds: float, seed: int = 3) -> Attempt:
    return Attempt(seconds, place, random.Random(seed))


@pytest.mark.processes
@pytest.mark.parametrize("attack", [files.attack, papers.attack, wire.attack, disks.attack])
def test_a_short_attack_does_no_harm(attack, tmp_path):
    tally = attack(attempt(tmp_path, 2.5))
    assert tally.findings == []
    assert tally.harms == 0
    assert tally.tried > 0 or tally.remark


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.name)
def test_every_format_has_a_seed_that_it_reads(entry, tmp_path):
    made = seeds.seeds()[entry.name]
    for name, content in made.items():
        (tmp_path / name).write_bytes(content)
    assert list(formats.open(tmp_path / next(iter(made)), format=entry.name))


@pytest.mark.parametrize("kind", sorted(papers.OPENERS))
def test_every_other_file_has_a_sample_that_is_read(kind, tmp_path, monkeypatch):
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path))
    made = paper_samples.samples()[kind]
    (tmp_path / "case").mkdir()
    for name, content in made.items():
        (tmp_path / "case" / name).write_bytes(content)
    first = tmp_path / "case" / next(iter(made))
    if kind == "bundle":  # nobody can make one of the pinned content here
        with pytest.raises(InputError, match="nothing of it is used"):
            papers.open_one(kind, str(first))
    else:
        papers.open_one(kind, str(first))


@pytest.mark.processes
def test_editors_and_agents_talk(tmp_path):
    editor, agent = talk._editor(tmp_path / "editor"), talk._agent(tmp_path / "agent")
    try:
        assert agent.ask("tools/list", {})["result"]["tools"]
        assert "result" in editor.ask("shutdown", None)
    finally:
        agent.stop()
        editor.stop()


@pytest.mark.processes
def test_the_attacker_sees_what_a_victim_suffers(monkeypatch):
    monkeypatch.setattr(victim, "HANG", 30.0)
    with victim.Victim("attack.wounds", "suffer") as hurt:
        assert hurt.outcome("nothing") == ("", "")
        assert hurt.outcome("refuse") == ("", "this is no text")
        assert hurt.outcome("fail")[0] == "crashed"
        assert hurt.outcome("die") == ("crashed", "the process ended with 9")
        assert hurt.outcome("babble")[0] == "leaked"
        assert hurt.outcome("lose") == ("lost", "the old file")
        monkeypatch.setattr(victim, "HANG", 0.2)
        assert hurt.outcome("sleep")[0] == "hung"


@pytest.mark.parametrize(
    ("answer", "has_token", "harm"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n", True, ""),
        (b"HTTP/1.1 200 OK\r\n\r\n", False, "leaked"),
        (b"HTTP/1.1 401 Unauthorized\r\n\r\n", False, ""),
        (b"HTTP/1.1 500 Internal Server Error\r\n\r\n", True, "crashed"),
        (b"HTTP/1.1 401 Unauthorized\r\n\r\nthe token is secret", False, "leaked"),
        (b"HTTP/1.1 422 Unprocessable\r\n\r\nTraceback", True, "leaked"),
        (b"", True, ""),
    ],
)
def test_answers_are_judged(answer, has_token, harm):
    assert wire._judged(answer, wire.Request(b"", has_token), "secret")[0] == harm


def test_messages_are_judged():
    assert not flaw("a.csv, line 1: the column 'text' is missing")
    assert flaw(" ")
    assert flaw("x" * 2000)
    assert flaw("Traceback (most recent call last)")


@pytest.mark.parametrize("name", sorted(markup.PAGES))
def test_markup_in_texts_is_shown_and_does_nothing(name):
    for seed in range(8):
        assert markup.show(name, seed) == ""


@pytest.mark.parametrize("payload", markup.PAYLOADS)
def test_markup_that_is_not_escaped_is_seen(payload):
    assert markup.found_in(f"<p title='{payload}'>x</p>") or markup.found_in(f'<p title="{payload}">{payload}</p>')


def test_a_sample_swells():
    made = mutation.swollen(b"<a><b>x</b></a>", 5000, random.Random(2))
    assert 5000 <= len(made) < 6000


def test_mutations_are_many_and_the_same_for_the_same_seed():
    samples = [content for made in seeds.seeds().values() for content in made.values()]

    def some(seed):
        chance = random.Random(seed)
        return [mutation.mutated(samples[0], samples, chance) for _ in range(50)]

    assert some(1) == some(1)
    assert len(set(some(1))) > 40


def test_what_a_kill_lost_is_seen(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a").write_text("whole")
    before = kills.digests(tmp_path / "out")
    (tmp_path / "out" / ".a.xxxxxxxx.part").write_text("half")
    assert kills._difference(before, kills.digests(tmp_path / "out")) == ""
    (tmp_path / "out" / "a").write_text("half")
    assert kills._difference(before, kills.digests(tmp_path / "out")) == "out/a"


def test_tallies_add_up():
    tally = Tally("x")
    tally.count("", "")
    tally.count("crashed", "why")
    tally.add("leaked", "what")
    assert (tally.tried, tally.crashed, tally.leaked, tally.harms) == (2, 1, 1, 2)


@pytest.mark.processes
def test_the_command_prints_what_it_counted():
    command = [sys.executable, "-m", "benchmarks.attack", "--minutes", "0.005", "--only", "disk", "--json"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, timeout=120)
    assert done.returncode == 0
    [tally] = json.loads(done.stdout)["attacks"]
    assert {"tried", "crashed", "hung", "lost", "leaked"} <= set(tally)

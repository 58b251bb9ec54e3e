"""What can be said of the image without building it: its files are there, its commands exist, nobody is root."""

from __future__ import annotations

import fnmatch
import json
import re
from pathlib import Path

import pytest
import typer
import yaml

from tacit.cli.app import app

ROOT = Path(__file__).parents[1]


@pytest.fixture
def steps() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile with what follows them."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines if line.strip()]


def test_what_is_copied_is_in_the_repository_and_not_ignored(steps):
    let_in = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for name, said in steps:
        if name == "COPY" and not said.startswith("--from"):
            for source in said.split()[:-1]:
                assert (ROOT / source).exists()
                assert any(fnmatch.fnmatch(source, pattern) for pattern in let_in), f"{source} is not sent"


def test_it_runs_a_command_that_exists_as_nobody_special(steps):
    last = dict(steps)
    assert last["USER"] == "1000"
    assert json.loads(last["ENTRYPOINT"]) == ["tacit"]
    name, *options = json.loads(last["CMD"])
    typer.main.get_command(app).commands[name].make_context(name, options)


def test_the_parts_are_in_the_image_and_nothing_is_fetched_later(steps):
    runs = [said for name, said in steps if name == "RUN"]
    assert any("tacit models get" in said for said in runs)
    assert ("ENV", "TACIT_OFFLINE=1") in steps


def test_the_page_is_for_this_machine_and_wants_a_token(steps):
    [service] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"].values()
    port = dict(steps)["EXPOSE"]
    assert service["ports"] == [f"127.0.0.1:{port}:{port}"]
    assert service["environment"]["TACIT_TOKEN"].startswith("${TACIT_TOKEN:?")
    assert service["read_only"] and service["cap_drop"] == ["ALL"]

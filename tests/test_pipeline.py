"""What docs/guides/pipeline.md promises: the action's script, the hooks, and the recipe for pre-commit."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from pre_commit.clientlib import load_config, load_manifest

ROOT = Path(__file__).parents[1]
TEXT = "# Clean a pump\n\n1. Take off the valve and the lid.\n2. Rinse before reassembling.\n"


@pytest.fixture(scope="module")
def action() -> dict[str, Any]:
    loaded = yaml.safe_load((ROOT / "action.yml").read_text())
    assert isinstance(loaded, dict)
    return loaded


def script(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    path.chmod(0o755)


def asked(action: dict[str, Any], folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the action's check with inputs, and a tacit that prints its arguments."""
    script(folder / "tacit" / "bin" / "tacit", '#!/bin/sh\nprintf "%s\\n" "$@"\n')
    step = action["runs"]["steps"][-1]
    given = {name: inputs.get(name.replace("-", "_"), each["default"]) for name, each in action["inputs"].items()}
    variables = {}
    for name, value in step["env"].items():
        source = re.fullmatch(r"\$\{\{ inputs\.([a-z-]+) \}\}", value)
        assert source
        variables[name] = given[source[1]]
    environment = {**os.environ, **variables, "RUNNER_TEMP": str(folder)}
    command = ["bash", "--noprofile", "--norc", "-c", step["run"]]
    return subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)


def test_the_action_asks_as_its_inputs_say(action: dict[str, Any], tmp_path: Path) -> None:
    usual = asked(action, tmp_path).stdout.splitlines()
    assert usual == ["clarify", "check", "--format", "github", "--strict", "--", "docs"]
    inputs = {
        "paths": "a b.md\n\n--help\n*\n",
        "profile": "manual",
        "select": "TAC1, TAC502",
        "ignore": "TAC103 *",
        "min_confidence": "0.5",
        "baseline": "known.json",
        "diff": "HEAD^1",
        "config": "$(touch ran)",
        "format": "text",
        "strict": "false",
    }
    (tmp_path / "x.md").write_text("")
    given = asked(action, tmp_path, **inputs).stdout.splitlines()
    assert given == [
        *("clarify", "check", "--format", "text", "--profile", "manual", "--min-confidence", "0.5"),
        *("--baseline", "known.json", "--diff", "HEAD^1", "--config", "$(touch ran)"),
        *("--select", "TAC1", "--select", "TAC502", "--ignore", "TAC103", "--ignore", "*"),
        *("--", "a b.md", "--help", "*"),
    ]
    assert not (tmp_path / "ran").exists()


def test_the_action_writes_to_a_file(action: dict[str, Any], tmp_path: Path) -> None:
    assert asked(action, tmp_path, format="sarif", output="found.sarif").stdout == ""
    assert "sarif" in (tmp_path / "found.sarif").read_text()


def test_the_action_is_one(action: dict[str, Any]) -> None:
    assert action["runs"]["using"] == "composite"
    for step in action["runs"]["steps"]:
        assert ("uses" in step) != ("run" in step)
        assert "run" not in step or ("shell" in step and "${{" not in step["run"])  # inputs are never part of a script
    pinned = (ROOT / "tacit" / "backbones" / "pretrained.txt").read_text()
    assert re.search("^en-core-web", pinned, re.MULTILINE)


def test_the_hooks_are_hooks() -> None:
    hooks = load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))
    assert {hook["id"] for hook in hooks} == {"tacit-clarify", "tacit-clarify-fast", "tacit-clarify-changed"}


@pytest.mark.models
@pytest.mark.processes
def test_the_recipe_for_pre_commit(tmp_path: Path) -> None:
    [recipe] = re.findall(r"```yaml\n(repos:.*?)```", (ROOT / "docs" / "guides" / "pipeline.md").read_text(), re.DOTALL)
    project, config = tmp_path / "project", tmp_path / "project" / ".pre-commit-config.yaml"
    script(tmp_path / "bin" / "tacit", f'#!/bin/sh\nexec "{sys.executable}" -m tacit "$@"\n')
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PRE_COMMIT_HOME": str(tmp_path / "cache"),
    }

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)

    def commit() -> None:
        assert run("git", "add", ".").returncode == 0
        names = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        assert run("git", *names, "commit", "-m", "x").returncode == 0

    project.mkdir()
    run("git", "init")
    config.write_text(recipe)
    assert load_config(str(config))
    (project / "old.md").write_text(TEXT)
    commit()
    hooks = (sys.executable, "-m", "pre_commit", "run")
    assert run(*hooks, "--all-files").returncode == 0
    (project / "new.md").write_text(TEXT)
    run("git", "add", ".")
    outcome = run(*hooks)
    assert outcome.returncode == 1
    assert "new.md:4:4 TAC101 'Rinse' what?" in outcome.stdout
    assert "old.md" not in outcome.stdout

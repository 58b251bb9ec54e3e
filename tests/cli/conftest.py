"""Run the command line in this process and see what a person would see."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tacit.cli import main


@dataclass(frozen=True)
class Outcome:
    code: int
    stdout: str
    stderr: str


@pytest.fixture
def tacit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """`tacit("read", path)` returns exit code, stdout and stderr."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: object) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["tacit", *map(str, arguments)])
        with pytest.raises(SystemExit) as stop:
            main()
        captured = capsys.readouterr()
        code = stop.value.code
        return Outcome(code if isinstance(code, int) else 0, captured.out, captured.err)

    return run

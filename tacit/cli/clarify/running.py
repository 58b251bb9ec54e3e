"""Run the linter over files, with the settings of each and what the command line says on top."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tacit.cli.common.output import Output

if TYPE_CHECKING:
    from tacit.linter.check import Checker
    from tacit.linter.config import Configuration
    from tacit.linter.findings import Finding
    from tacit.linter.wanted import Wanted
    from tacit.llm import Model


@dataclass
class CheckedFiles:
    """What was found, in which files, and why others could not be read."""

    findings: list[Finding] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)


def check_files(
    output: Output,
    files: Sequence[str],
    wanted: Wanted,
    given: Configuration | None,
    format: str | None,
    model: Model | None = None,
    ask: float = 0.0,
) -> CheckedFiles:
    """Check each file with a configuration, or with the one nearest to it; a language model may have the last word."""
    from tacit.errors import InputError
    from tacit.linter import config as configuration

    checked = CheckedFiles()
    checkers: dict[str, Checker] = {}
    with output.progress() as bar:
        task = bar.add_task("checking", total=len(files), rate="")
        for path in files:
            found = given or configuration.find(path)
            if not found.excludes(path):
                settings = wanted.on_top_of(found.settings_for(path))
                checker = checkers.setdefault(settings.judge, checker_of(output, settings.judge, model, ask))
                try:
                    checked.findings += checker.check_file(path, settings, format=format)
                    checked.files.append(path)
                except InputError as error:
                    checked.skipped.append(str(error))
            bar.advance(task)
    return checked


def spare_torch() -> None:
    """Keep spaCy from loading torch, half of the start: the default parser does not use it, and a judge loads it."""
    if "torch" not in sys.modules:
        sys.modules["torch"] = None  # type: ignore[assignment]  # what Python knows as "cannot be imported"
        try:
            importlib.import_module("thinc.compat")
        finally:
            del sys.modules["torch"]


def checker_of(output: Output, judge: str, model: Model | None = None, ask: float = 0.0) -> Checker:
    """A checker with a judge by name; one that is not installed is a remark."""
    from tacit.linter.asking import with_model

    checker = _checker(output, judge)
    return checker if model is None else with_model(checker, model, ask)


def _checker(output: Output, judge: str) -> Checker:
    from tacit.linter.check import Checker
    from tacit.linter.judging import NO_JUDGE, LazyJudge

    if judge == NO_JUDGE:
        return Checker()
    lazy = LazyJudge(judge, on_missing=lambda why: output.remark(f"readings are not judged: {why}"))
    return Checker(lazy, lazy.generate)

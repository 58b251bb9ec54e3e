"""For the docs site: the reference of all commands, made from their help when the site is built."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer
from mkdocs.structure.files import File, Files

from tacit.cli.app import app

PAGE = "reference/commands.md"


def on_files(files: Files, *, config: Any) -> Files:
    """Add the page to those of the site."""
    files.append(File.generated(config, PAGE, content="\n".join(page())))
    return files


def page() -> Iterator[str]:
    """The lines of the page: a heading for each command, its help, its arguments and options."""
    yield "# Commands"
    yield "\nMade from `tacit COMMAND --help`. Every command has `--json`, `--quiet` and `--verbose`."
    for name, command in every_command(typer.main.get_command(app), "tacit"):
        yield f"\n## {name}\n"
        yield "```text"
        yield from _plain(command.help or "").splitlines()
        yield "```\n"
        rows = list(_rows(command))
        if rows:
            yield "| | |\n|---|---|"
            yield from rows


def every_command(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    """All commands that are not groups, with their names."""
    inner = getattr(command, "commands", {})
    for sub in sorted(inner):
        yield from every_command(inner[sub], f"{name} {sub}")
    if not inner:
        yield name, command


def _rows(command: Any) -> Iterator[str]:
    for each in command.params:
        said = _plain(getattr(each, "help", None) or "").replace("|", "\\|").replace("\n", " ")
        names = ", ".join(each.opts) if each.param_type_name == "option" else (each.metavar or each.name.upper())
        if names not in ("--json", "--quiet, -q", "--verbose, -v"):
            yield f"| `{names}` | {said} |"


def _plain(text: str) -> str:
    return text.replace("[bold]", "").replace("[/bold]", "").replace("\\[", "[").replace("\b", "").strip()

"""Every `tacit` command line of the pages can be typed as it is printed, and those of the quickstart run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from tacit import reader
from tacit.cli.app import app

ROOT = Path(__file__).parents[1]
START = ("README.md", "docs/tutorials/quickstart.md")
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))
_FENCED = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"(?:^ {4,}\S.*\n)+", re.MULTILINE)
_LINE = re.compile(r"^\s*(?:\$ )?(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?(tacit .*)$")
_INLINE = re.compile(r"`(tacit [^`]+)`")
_ENDS = {"|", ">", ">>", "<", "&&", ";", "||", "2>"}
COMMAND = typer.main.get_command(app)


def typed(text: str) -> Iterator[str]:
    """The command lines in the blocks of a page."""
    blocks = [found[3] for found in _FENCED.finditer(text) if found[2] in ("", "sh", "bash", "console", "text")]
    blocks += _INDENTED.findall(_FENCED.sub("", text))
    for block in blocks:
        for line in block.replace("\\\n", " ").splitlines():
            if found := _LINE.match(line):
                yield found[1]


def words_of(line: str) -> list[str]:
    """The arguments of a command line, up to where the shell takes over."""
    words = shlex.split(line, comments=True)[1:]
    ends = [place for place, word in enumerate(words) if word in _ENDS]
    return words[: ends[0]] if ends else words


def subcommands(command: Any) -> dict[str, Any]:
    """Those of a group; a command has none."""
    return getattr(command, "commands", {})


def command_in(words: list[str]) -> tuple[Any, list[str]]:
    """The command that words name, and the rest of them."""
    command = COMMAND
    while words and words[0] in subcommands(command):
        command, words = subcommands(command)[words[0]], words[1:]
    return command, words


LINES = [(page, line) for page in PAGES for line in dict.fromkeys(typed((ROOT / page).read_text(encoding="utf-8")))]


@pytest.mark.parametrize(("page", "line"), LINES, ids=[f"{page}: {line[:60]}" for page, line in LINES])
def test_a_line_is_a_command(page, line):
    command, words = command_in(words_of(line))
    assert not subcommands(command) or words in ([], ["--help"]), f"no command {' '.join(words[:2])!r}"
    if "--help" in words or subcommands(command):
        return
    try:
        command.make_context("tacit", words)
    except Exception as error:  # typer brings a click of its own, or not
        pytest.fail(f"{page}: {line}: {getattr(error, 'message', error)}")


@pytest.mark.parametrize("page", PAGES)
def test_commands_in_a_sentence_have_the_options_that_are_named(page):
    for line in _INLINE.findall((ROOT / page).read_text(encoding="utf-8")):
        command, words = command_in(words_of(" ".join(line.split())))
        assert words[:1] != words[:0] or command is not COMMAND, f"{page}: {line}"
        if subcommands(command):
            assert not words or words[0][:1] in "-…" or words[0].isupper(), f"{page}: {line}: no such command"
        known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
        options = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        assert options <= known | {"--help"}, f"{page}: {line}"


def test_there_are_enough():
    assert len(LINES) > 100
    assert {page for page, _ in LINES} >= set(START)


@pytest.mark.models
def test_the_quickstart_runs(tacit, monkeypatch, tmp_path):
    monkeypatch.delitem(reader.CAPABILITIES, "endings")  # the language model would take most of the time
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    lines = {line for page, line in LINES if page in START and not line.startswith("tacit serve")}
    assert len(lines) >= 5
    for line in sorted(lines):
        done = tacit(*words_of(line))
        assert done.code == 0 and (done.stdout or done.stderr), line
    assert (tmp_path / "market-day.html").is_file()

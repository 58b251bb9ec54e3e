"""The command as a whole: help, version, start-up, interruption."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer
from rich.markup import _parse

from tacit.cli.app import app


def every_command(command, name="tacit"):
    yield name, command
    for sub, inner in getattr(command, "commands", {}).items():
        yield from every_command(inner, f"{name} {sub}")


def test_no_help_is_eaten_by_markup():
    """Brackets are markup in help texts: those that are meant as they stand must be escaped."""
    for name, command in every_command(typer.main.get_command(app)):
        texts = [command.help, *(getattr(option, "help", None) for option in command.params)]
        for text in filter(None, texts):
            tags = {tag.markup for _, _, tag in _parse(text) if tag}
            assert tags <= {"[bold]", "[/bold]"}, (name, tags)


def test_the_name_of_the_settings_table_is_shown(tacit):
    assert "[tool.tacit.clarify]" in tacit("clarify", "check", "--help").stdout


def test_help_names_the_commands(tacit):
    shown = tacit("--help")
    assert shown.code == 0
    for command in ("read", "convert", "doctor", "formats", "systems"):
        assert command in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_version(tacit):
    from tacit import __version__

    assert tacit("--version").stdout == f"tacit {__version__}\n"


def test_unknown_command_is_bad_usage(tacit):
    assert tacit("raed", "x.txt").code == 2


def test_start_up_imports_nothing_heavy():
    program = (
        "import sys; sys.argv = ['tacit', '--help']\n"
        "from tacit.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'torch', 'spacy', 'pandas', 'transformers', 'pyarrow', 'duckdb', 'numpy'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_internal_error_has_no_traceback_unless_asked(tacit, monkeypatch, tmp_path):
    def explode(*_args, **_options):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("tacit.formats.open", explode)
    shown = tacit("convert", "a.txt", tmp_path / "b.jsonl")
    assert shown.code == 70
    assert shown.stderr == "tacit: an error inside tacit: ZeroDivisionError: oh; -v shows where\n"
    assert "Traceback" in tacit("convert", "a.txt", tmp_path / "b.jsonl", "-v").stderr


def test_verbose_is_about_tacit_alone(tacit, tmp_path):
    (tmp_path / "a.md").write_text("# Tea\n\nBoil *water*.\n")
    shown = tacit("convert", tmp_path / "a.md", tmp_path / "b.jsonl", "-v")
    assert shown.code == 0
    assert "markdown_it" not in shown.stderr


def test_interrupt_at_any_time_is_one_line(tacit, monkeypatch):
    def interrupt():
        raise KeyboardInterrupt

    monkeypatch.setattr("tacit.cli.app.run", interrupt)
    shown = tacit("--version")
    assert (shown.code, shown.stdout, shown.stderr) == (130, "", "tacit: interrupted\n")


@pytest.mark.processes
def test_interrupt_leaves_nothing_half_written(tmp_path):
    source = tmp_path / "many.jsonl"
    source.write_text("".join(f'{{"id": "{n}", "text": "Line {n} of a long file."}}\n' for n in range(1_500_000)))
    target = tmp_path / "out.jsonl"
    running = subprocess.Popen(
        [Path(sys.executable).with_name("tacit"), "convert", source, target],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests in the background ignore it
    )
    while not list(tmp_path.glob(".out.jsonl.*.part")) and running.poll() is None:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, stderr = running.communicate(timeout=120)
    assert (stderr, running.returncode) == ("tacit: interrupted\n", 130)
    assert [path.name for path in tmp_path.iterdir()] == ["many.jsonl"]

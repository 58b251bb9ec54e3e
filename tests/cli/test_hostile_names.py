"""Names and texts from strangers: none ends a command in an error of its own, and none steers the terminal."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from tacit.capability import Facts, Passages, Section, Table
from tacit.cli.common.output import Output
from tacit.documents import Annotation, Document, Layer, Span
from tacit.linter.findings import Finding, Place
from tacit.reader import Reading
from tacit.report import terminal
from tacit.report.findings import text as findings_text

FULL = Path("/dev/full")
only_where_a_device_is_always_full = pytest.mark.skipif(not FULL.exists(), reason="only Linux has /dev/full")
NASTY = "An\x1b]0;me\x07n\x9b2J"


@pytest.mark.parametrize("name", ["a" * 300 + ".txt", "a" * 300])
def test_an_input_with_too_long_a_name(tacit, tmp_path, name):
    shown = tacit("convert", tmp_path / name, tmp_path / "out.jsonl")
    assert shown.code == 2
    assert shown.stderr == f"tacit: {tmp_path / name}: cannot be read (File name too long)\n"


def test_an_output_with_too_long_a_name(tacit, tmp_path):
    (tmp_path / "a.txt").write_text("Ann came in.")
    target = tmp_path / ("b" * 300 + ".jsonl")
    shown = tacit("convert", tmp_path / "a.txt", target)
    assert (shown.code, shown.stderr) == (2, f"tacit: {target}: cannot be written (File name too long)\n")


@only_where_a_device_is_always_full
@pytest.mark.parametrize("options", [["--json", "-q"], ["--list"]])
def test_a_full_output(tacit, tmp_path, monkeypatch, options):
    (tmp_path / "a.txt").write_text("Ann came in.")
    with FULL.open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        shown = tacit("convert", tmp_path / "a.txt", tmp_path / "b.jsonl", *options)
    assert shown.code == 2
    assert shown.stderr == "tacit: the output cannot be written (No space left on device)\n"


@pytest.mark.processes
@only_where_a_device_is_always_full
def test_a_full_output_is_not_complained_of_again_when_python_ends(tmp_path):
    (tmp_path / "a.txt").write_text("Ann came in.")
    command = [sys.executable, "-m", "tacit", "convert", tmp_path / "a.txt", tmp_path / "b.jsonl", "--json", "-q"]
    with FULL.open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "tacit: the output cannot be written (No space left on device)\n"


def test_an_output_that_is_closed(tacit, tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text("Ann came in.")
    monkeypatch.setattr(sys, "stdout", None)
    assert tacit("convert", tmp_path / "a.txt", tmp_path / "b.jsonl").code == 0


@pytest.mark.parametrize("ending", ["conllu", "jsonl"])
def test_a_name_that_is_no_unicode(tacit, tmp_path, ending):
    source = tmp_path / os.fsdecode(b"caf\xe9.txt")
    source.write_text("Ann came in.")
    target = tmp_path / os.fsdecode(b"caf\xe9." + ending.encode())
    shown = tacit("convert", source, target, "--json")
    assert shown.code == 0
    assert json.loads(shown.stdout)["output"] == str(target)
    assert "caf\ufffd" in shown.stderr
    assert tacit("convert", target, tmp_path / "again.jsonl").code == 0
    assert json.loads((tmp_path / "again.jsonl").read_bytes())["id"] == "caf\ufffd"


def test_a_character_that_the_output_has_no_bytes_for(tacit, tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text("Ann came in.")
    narrow = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", narrow)
    assert tacit("convert", tmp_path / "a.txt", tmp_path / "é.jsonl", "--json").code == 0
    assert b"\\xe9.jsonl" in narrow.buffer.getvalue()


def test_an_error_cannot_steer_the_terminal(tacit, tmp_path):
    shown = tacit("read", tmp_path / NASTY)
    assert shown.code == 2
    assert "An\ufffd]0;me\ufffdn\ufffd2J: there is no such file" in shown.stderr


def test_what_a_command_prints_cannot_steer_the_terminal(capsys):
    output = Output()
    output.remark(NASTY)
    output.result({}, NASTY)
    output.stdout.print(NASTY, style="bold", markup=False)
    captured = capsys.readouterr()
    assert captured.err == "An\ufffd]0;men\ufffd2J\n"
    assert captured.out == "An\ufffd]0;men\ufffd2J\n" * 2


def test_colours_of_tacit_itself_still_reach_the_terminal(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    Output().stdout.print(NASTY, style="bold", markup=False)
    assert capsys.readouterr().out == "\x1b[1mAn\ufffd]0;men\ufffd2J\x1b[0m\n"


def test_a_reading_cannot_steer_the_terminal():
    blocks = (Facts(((NASTY, NASTY),)), Table((NASTY,), ((NASTY,),), NASTY), Passages("people", title=NASTY))
    layer = Layer("people", [Annotation.of(0, 3, NASTY, source="me")])
    document = Document(f"{NASTY}\r\n\tsat\u00a0down 👩\u200d🍳.", id=NASTY, layers=[layer])
    console = Console(width=80, file=io.StringIO(), color_system=None)
    console.print(terminal.reading(Reading(document, (Section(NASTY, blocks),))))
    shown = console.file.getvalue()
    assert not {"\x1b", "\x9b", "\x07", "\r"} & set(shown)
    assert "sat\u00a0down 👩\u200d🍳." in shown


def test_a_finding_cannot_steer_the_terminal():
    finding = Finding(f"{NASTY}.md", Place(1, 1, 1, 5, Span(0, 4)), "TAC202", "This", "This ______ helps.", 0.5)
    [line] = findings_text.lines([finding])
    assert line.startswith("An\ufffd]0;me\ufffdn\ufffd2J.md:1:1 TAC202 ")

"""Messages fit a screen, whatever they quote."""

import ast
import csv
import re
from pathlib import Path

import pytest

import tacit as package
from tacit import formats
from tacit.cli.common.output import with_options
from tacit.errors import LONGEST, QUOTED, InputError, TacitError, UsageError, shortened

LONG = "long " * 200_000


def test_a_quotation_is_cut_and_what_stands_around_it_stays():
    message = str(UsageError(f"there is no system {LONG!r}: take one of 'tea', 'milk'"))
    assert message.startswith("there is no system 'long long")
    assert message.endswith("…': take one of 'tea', 'milk'")
    assert len(message) < QUOTED + 60


@pytest.mark.parametrize("part", ["x", "'", "'\"", "\n", "it's ", "' a"])
@pytest.mark.parametrize("place", ["{}", "a {!r} b", "'{}'", "{}: {}", "\"{}' is odd"])
def test_no_message_is_long(part, place):
    text = part * 300_000
    assert len(shortened(place.format(text, text))) <= LONGEST
    assert len(str(InputError(place.format(text, text), path="a.txt", line=3))) <= LONGEST


def test_short_ones_stay_as_they_are():
    for message in ("", "the file 'a' has no 'b'", "x" * LONGEST):
        assert str(TacitError(message)) == message


def test_a_cell_of_a_megabyte_does_not_fill_a_terminal(tmp_path):
    path = tmp_path / "a.csv"
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([["id", "x" * 60_000], ["1", "2"]])
    with pytest.raises(TacitError) as error:
        list(formats.open(path, format="table"))
    assert len(str(error.value)) <= LONGEST + len(str(path))


def raised():
    """Each text of the library that stands in a `raise`, with its place."""
    root = Path(package.__file__).parent
    for path in sorted(root.rglob("*.py")):
        if "cli" in path.relative_to(root).parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise):
                words = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
                yield f"{path}:{node.lineno}", "".join(word for word in words if isinstance(word, str))


def test_the_library_names_no_option_of_the_command_line():
    commands = re.compile(r"tacit .*|prints with .*")  # these may be named with their options
    named = [place for place, words in raised() if re.search(r"--[a-z]", commands.sub("", words))]
    assert not named, "name the parameter, as in Python, between backticks"


def test_the_command_line_says_how_its_options_are_called(tacit, tmp_path):
    assert with_options("give `train`, or a lower `min_mentions`") == "give --train, or a lower --min-mentions"
    assert with_options("name its `format`") == "name it with --from"
    assert with_options("name the `format` to write (a, b)") == "name the format with --to (a, b)"
    assert "give a corpus to split, or both --train and --test" in tacit("schemas", "cloze").stderr

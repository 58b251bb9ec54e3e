"""Messages fit a screen, whatever they quote."""

import csv

import pytest

from tacit import formats
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

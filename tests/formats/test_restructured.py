from __future__ import annotations

import pytest
from formats.damage import survive_damage

from tacit.errors import InputError
from tacit.formats import FormatOptions, Source, recognise, restructured
from tacit.layout import prose

PAGE = """Make tea
========

Boil ``water`` and see `the manual <http://a.example>`_.

#. Rinse the pot
   well.

   * With hot water.
   * Twice.

#. Pour.

.. code-block:: sh

   rinse --all
"""


def read(text):
    [document] = restructured.read(Source("tea.rst", text.encode()), FormatOptions())
    assert document.text == text
    return document


def test_headings_paragraphs_and_prose():
    document = read(PAGE)
    assert [(a.label, document.text_of(a)) for a in document.layer("headings")] == [("h1", "Make tea")]
    assert prose(document).split() == [
        "Make",
        "tea",
        "Boil",
        "and",
        "see",
        "the",
        "manual",
        ".",
        "Rinse",
        "the",
        "pot",
        "well.",
        "With",
        "hot",
        "water.",
        "Twice.",
        "Pour.",
    ]


def test_items_in_items():
    document = read(PAGE)
    steps = document.layer("steps")
    assert [(a.label, a.features["level"], " ".join(document.text_of(a).split())) for a in steps] == [
        ("step", 1, "Rinse the pot well."),
        ("item", 2, "With hot water."),
        ("item", 2, "Twice."),
        ("step", 1, "Pour."),
    ]
    assert [[link.target for link in a.links] for a in steps] == [[], [steps[0].id], [steps[0].id], []]


def test_it_is_told_by_its_ending():
    assert recognise(Source("a.RST", b'{"text": 1}')).name == "restructured"


def test_a_file_without_text_is_an_error():
    with pytest.raises(InputError, match="no text"):
        list(restructured.read(Source("a.rst", b" \n"), FormatOptions()))


def test_damaged_files_are_read_or_refused():
    survive_damage(restructured, "tea.rst", PAGE)


@pytest.mark.parametrize(
    "piece",
    [
        "*",
        "``",
        "`",
        "|a",
        ":a:",
        "=  =\n",
        "* a\n",
        "a\n=\n",
        "..",
        ".. a::\n",
        " ",
        "\n",
        "<",
        "[#",
        "(1) ",
        "=== ===\na\n",
    ],
)
def test_hostile_files_return(piece):
    """With steps that grow as the square of the file this would take minutes."""
    document = read("a" + piece * (40_000 // len(piece)))
    assert len(prose(document)) == len(document.text)


def test_items_beyond_a_depth_are_not_told_apart():
    document = read("".join(f"{' ' * depth}* a\n\n" for depth in range(300)))
    assert max(step.features["level"] for step in document.layer("steps")) <= 101

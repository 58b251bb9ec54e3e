"""Running text from files: lists of steps, tables with steps, and whatever else tacit reads."""

from __future__ import annotations

import json

import pytest

from tacit.errors import InputError
from tacit.steps.instruction_texts import read_texts

TEA = json.dumps({"title": "Tea", "steps": ["Boil water.", "Wait."]})
SOUP = json.dumps({"title": "Soup", "steps": ["Stir."]})


def test_blank_lines_between_lists_of_steps_are_skipped(tmp_path):
    path = tmp_path / "how.jsonl"
    path.write_text(f"\n{TEA}\n  \n{SOUP}\n\n")
    assert read_texts([path]) == ["Tea. Boil water. Wait.", "Soup. Stir."]


@pytest.mark.parametrize("bad", ['{"title": "Rice"}', '{"title": "Rice", "steps": "Stir."}', "[1]", "{broken"])
def test_a_later_row_without_steps_is_named_by_its_line(tmp_path, bad):
    path = tmp_path / "how.jsonl"
    path.write_text(f"{TEA}\n\n{bad}\n{SOUP}\n")
    with pytest.raises(InputError, match=r"how\.jsonl, line 3: there is no list of 'steps'"):
        read_texts([path])


def test_a_file_whose_first_row_has_no_steps_is_read_as_documents(tmp_path):
    path = tmp_path / "texts.jsonl"
    path.write_text('{"id": "a", "text": "Stir the soup."}\n{"id": "b", "text": "Serve."}\n')
    assert read_texts([path]) == ["Stir the soup.", "Serve."]

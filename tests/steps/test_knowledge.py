from __future__ import annotations

import json
from collections import Counter
from math import log2

import pytest

from tacit.errors import InputError, OutputError
from tacit.steps.knowledge import StepKnowledge, phrases
from tacit.steps.task import Pair

WORDS = {"whisk", "swirl", "cutting", "board", "hold", "pot", "heat", "high", "stove"}


def test_tuples_come_from_aligned_runs():
    pair = Pair(("beat", "the", "eggs"), ("swirl", "with", "a", "whisk", "on", "the", "cutting", "board", "."))
    known = StepKnowledge.learn([pair, pair], [(0, 0, 2, 2, 2, 2, 2, 2, 2), (1, 1, 1, 1, 1, 1, 2, 2, 2)], WORDS)
    assert known.counts == {("beat", "swirl"): 1, ("eggs", "whisk"): 1, ("eggs", "cutting board"): 2}


def test_pmi_in_both_directions():
    counts = Counter({("eggs", "whisk"): 6, ("eggs", "pot"): 2, ("soup", "pot"): 6, ("soup", "large pot"): 2})
    known = StepKnowledge(counts)
    [whisk, pot] = known.concrete_for("eggs")
    assert (whisk.concrete, whisk.count, whisk.pmi) == ("whisk", 6, round(log2(6 * 16 / (8 * 6)), 3))
    assert pot.pmi == round(log2(2 * 16 / (8 * 8)), 3)
    [soup, eggs] = known.abstract_for("pot")
    assert (soup.abstract, soup.count, soup.pmi) == ("soup", 8, round(log2(8 * 16 / (8 * 10)), 3))
    assert eggs.count == 2
    assert known.abstract_for("large pot", min_count=3) == []
    assert known.concrete_for("snow") == []


def test_a_word_is_not_found_inside_another():
    known = StepKnowledge(Counter({("eggs", "teapot"): 3}))
    assert known.abstract_for("pot") == []


def test_phrases_may_have_one_small_word_between():
    assert list(phrases(("stove", "on", "high", "heat", "hold"), WORDS)) == [("stove", "on", "high", "heat"), ("hold",)]
    assert list(phrases(("hold", "it", "a", "whisk"), WORDS)) == [("hold",), ("whisk",)]
    assert list(phrases(("hold", ",", "whisk"), WORDS)) == [("hold",), ("whisk",)]
    assert list(phrases(("stir", "it"), WORDS)) == []


def test_the_table_is_saved_and_loaded(tmp_path):
    known = StepKnowledge(Counter({("eggs", "whisk"): 6, ("eggs", "pot"): 1}))
    known.save(tmp_path)
    assert StepKnowledge.load(tmp_path).counts == known.counts
    assert known.frequent(abstract=False, count=1) == ["whisk"]


@pytest.mark.parametrize("content", ["", "[]", '{"version": 2, "tuples": []}', '{"version": 1, "tuples": [[1]]}'])
def test_a_broken_table_is_refused(tmp_path, content):
    (tmp_path / "knowledge.json").write_text(content)
    with pytest.raises(InputError, match=r"knowledge\.json"):
        StepKnowledge.load(tmp_path)


def test_a_missing_table_is_named(tmp_path):
    with pytest.raises(InputError, match="there is no table of knowledge"):
        StepKnowledge.load(tmp_path / "nowhere")


def test_the_table_is_plain_json(tmp_path):
    StepKnowledge(Counter({("eggs", "whisk"): 6})).save(tmp_path)
    assert json.loads((tmp_path / "knowledge.json").read_text())["tuples"] == [["eggs", "whisk", 6]]


def test_the_folder_of_a_table_is_made_or_the_error_says_why_not(tmp_path):
    known = StepKnowledge(Counter({("eggs", "whisk"): 6}))
    known.save(tmp_path / "new" / "folder")
    assert StepKnowledge.load(tmp_path / "new" / "folder").counts == known.counts
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OutputError, match="cannot be written"):
        known.save(tmp_path / "file")

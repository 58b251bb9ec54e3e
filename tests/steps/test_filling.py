"""Blanks are filled from left to right, each with the right history."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest
from steps.made_steps import templates

from tacit.steps.features.filling import Draft, fill, normalised
from tacit.steps.task import Template

TEMPLATE = Template(
    ("drain", "it"), ("take", "a", "wire", "sieve", "and", "tip"), (True, True, False, False, True, False)
)
CANDIDATES = ("sieve", "tip", "wire", "drain", "pot", "pan")


class Recorder:
    """Guesses the first candidate always, and remembers what it was shown."""

    def __init__(self):
        self.seen = []

    def scores(self, drafts):
        self.seen += [(draft.template.abstract, draft.place, draft.left) for draft in drafts]
        return normalised(np.tile(np.arange(len(CANDIDATES), 0, -1, dtype=np.float32), (len(drafts), 1)))


def test_oracle_shows_gold_words_to_the_left():
    recorder = Recorder()
    [filling] = fill([TEMPLATE], CANDIDATES, lambda: recorder, oracle=True)
    assert [left for *_, left in recorder.seen] == [
        ("take", "a"),
        ("take", "a", "wire"),
        ("take", "a", "wire", "sieve", "and"),
    ]
    assert [guess.words[0] for guess in filling] == ["sieve"] * 3


def test_greedy_shows_its_own_guesses():
    recorder = Recorder()
    fill([TEMPLATE], CANDIDATES, lambda: recorder, oracle=False)
    assert recorder.seen[-1][2] == ("take", "a", "sieve", "sieve", "and")


def test_no_blank_hides_a_word_of_the_instruction():
    [filling] = fill([TEMPLATE], CANDIDATES, Recorder, oracle=True)
    for guess in filling:
        assert guess.words[-1] == "drain"
        assert sum(exp(guess.gold) for guess in filling) < 3


def test_gold_word_that_is_no_candidate():
    template = Template(("drain", "it"), ("a", "colander"), (True, False))
    [[guess]] = fill([template], CANDIDATES, Recorder, oracle=True)
    assert guess.gold == -20


def test_fillings_keep_the_order_of_templates():
    many = [TEMPLATE, *templates() * 4]
    told = []
    fillings = fill(many, CANDIDATES, Recorder, oracle=True, progress=lambda *step: told.append(step))
    assert [len(filling) for filling in fillings] == [len(template.blanked) for template in many]
    assert told[-1] == ("filling after known words", len(many), len(many))


def test_a_draft_without_blanks_is_not_open():
    draft = Draft(Template(("a",), ("b", "c"), (True, True)))
    assert not draft.is_open
    assert draft.left == ("b", "c")


def test_scores_become_probabilities():
    rows = normalised(np.array([[1.0, 2.0, 3.0], [-900.0, -900.0, -900.0]], dtype=np.float32))
    assert np.exp(rows).sum(1) == pytest.approx([1, 1], abs=1e-5)


def test_words_that_an_instruction_repeats_are_left_out_once():
    repeated = Template(("drain", "it") * 6, TEMPLATE.concrete, TEMPLATE.given)
    assert fill([repeated], CANDIDATES, Recorder, oracle=True) == fill([TEMPLATE], CANDIDATES, Recorder, oracle=True)

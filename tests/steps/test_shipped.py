"""The networks that come with tacit."""

from __future__ import annotations

import pytest

from tacit.steps.data import tokens
from tacit.steps.knowledge import StepKnowledge
from tacit.steps.systems.transducer import Transducer
from tacit.steps.task import Pair, Template
from tacit.steps.train import load, model_folder


@pytest.mark.models
def test_it_aligns_fills_and_goes_on():
    system = load("transducer")
    assert isinstance(system, Transducer)
    pair = Pair(tokens("fry the onions"), tokens("heat oil in a frying pan and put the onions in"))
    [places] = system.align([pair])
    assert list(places) == sorted(places)
    assert len(places) == len(pair.concrete)
    board = tokens("chop the carrots on a cutting board with a sharp knife")
    template = Template(tokens("chop carrots"), board, tuple(word not in ("board", "knife") for word in board))
    after_cutting, after_sharp = system.fill([template])[0]
    assert after_cutting.words[0] == "board"
    assert "knife" in after_sharp.words
    assert system.sample(("boil", "water"), seed=1, max_words=12) == system.sample(
        ("boil", "water"), max_words=12, seed=1
    )


@pytest.mark.models
@pytest.mark.parametrize("name", ["lm", "seq2seq", "attention"])
def test_the_other_networks_fill_too(name):
    system = load(name)
    board = tokens("chop the carrots on a cutting board with a sharp knife")
    template = Template(tokens("chop carrots"), board, tuple(word not in ("board", "knife") for word in board))
    after_cutting, after_sharp = system.fill([template])[0]
    assert after_cutting.words[0] == "board"
    assert "knife" in after_sharp.words


@pytest.mark.models
def test_attention_sees_the_instruction_and_the_language_model_does_not():
    drained, chopped = ((verb, "the", "pasta") for verb in ("drain", "chop"))
    attention, alone = load("attention"), load("lm")
    assert (
        attention.next_words(drained, ("use", "a"))["strainer"]
        > attention.next_words(chopped, ("use", "a"))["strainer"]
    )
    assert alone.next_words(drained, ("use", "a")) == alone.next_words(chopped, ("use", "a"))


def test_its_table_can_be_searched():
    known = StepKnowledge.load(model_folder("transducer"))
    found = known.abstract_for("strainer")
    assert [each.pmi for each in found] == sorted((each.pmi for each in found), reverse=True)
    assert "drain" in {each.abstract for each in found}
    assert "cutting board" in {each.concrete for each in known.concrete_for("chop")}

"""Concrete steps for terse instructions: never endless, never empty, with what they assume."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from annotated import annotated
from backbones.tiny import tiny_causal
from hypothesis import given, settings
from hypothesis import strategies as st
from steps.made_steps import templates

from tacit import howto
from tacit.backbones import causal
from tacit.documents import Document
from tacit.errors import InputError, MissingBackboneError, UsageError
from tacit.howto import Answer
from tacit.language.events import find_events
from tacit.language.parse import Parse
from tacit.steps import assumptions, capability, drawing
from tacit.steps.drawing import Elaborator, _Draft
from tacit.steps.elaborate import instructions_of
from tacit.steps.features.causal_words import CausalWords
from tacit.steps.features.generation import DrawnText, StepGenerator, repeating
from tacit.steps.knowledge import StepKnowledge
from tacit.steps.sources import CausalSource, NetworkSource
from tacit.steps.systems.gpt import Gpt
from tacit.steps.systems.neural import NEVER_NEXT
from tacit.steps.systems.seq2seq import Attention


@pytest.fixture
def gpt(monkeypatch):
    made = tiny_causal()
    monkeypatch.setattr(causal, "load", lambda: made)
    return Gpt(before="", between="\n").fit(templates())


@pytest.fixture
def generator(gpt):
    return StepGenerator(CausalSource(gpt.words_, list(gpt.counts_)))


@pytest.fixture
def elaborator(gpt, monkeypatch):
    def no_assumptions(_abstract, concretes):
        return [assumptions.Assumptions((), ()) for _ in concretes]

    monkeypatch.setattr(drawing, "assumptions", no_assumptions)
    return Elaborator(gpt)


@pytest.fixture(scope="module")
def network():
    return Attention(epochs=1).fit(templates(), seed=1)


@given(tokens=st.lists(st.integers(0, 3), max_size=30))
def test_repeating_tokens_are_those_that_close_a_known_run(tokens):
    runs = {tuple(tokens[at : at + 4]) for at in range(len(tokens) - 3)}
    assert repeating(tokens) == {token for token in range(4) if (*tokens[-3:], token) in runs}


@given(seed=st.integers(0, 10_000), temperature=st.floats(0, 2))
@settings(deadline=None, max_examples=8)
def test_no_text_is_endless_or_repeats_itself(seed, temperature):
    generator = StepGenerator(CausalSource(CausalWords(tiny_causal()), ["take", "a", "pot", "and", "boil"]))
    [lines] = generator.sample([("mix",)], count=3, temperature=temperature, top_p=0.9, tokens=25, seed=seed)
    for line in lines:
        assert 1 <= len(line.tokens) <= 25
        runs = [tuple(line.tokens[at : at + 4]) for at in range(len(line.tokens) - 3)]
        assert len(runs) == len(set(runs))


def test_same_seed_same_texts(generator):
    options = {"count": 2, "temperature": 0.8, "top_p": 0.9, "tokens": 12}
    first, same, other = (generator.sample([("mix", "eggs")], seed=seed, **options) for seed in (1, 1, 2))
    assert first == same
    assert first != other


def test_instructions_that_are_read_together_get_the_same_texts_as_alone(generator):
    asked = [("mix", "eggs"), ("take", "a", "pot", "and", "boil", "the", "eggs"), ("stir",)]
    options = {"count": 2, "temperature": 0.8, "top_p": 0.9, "tokens": 15, "seed": 3}
    together = generator.sample(asked, **options)
    alone = [generator.sample([each], **options)[0] for each in asked]
    assert [[line.tokens for line in lines] for lines in together] == [
        [line.tokens for line in lines] for lines in alone
    ]
    scores = [line.log_probability for lines in together for line in lines]
    assert scores == pytest.approx([line.log_probability for lines in alone for line in lines], abs=1e-3)


def test_a_beam_is_at_least_as_likely_as_the_greedy_text(generator):
    [greedy] = generator.beam(("mix", "eggs"), count=1, width=1, tokens=3)
    wide = generator.beam(("mix", "eggs"), count=4, width=8, tokens=3)
    assert max(line.log_probability for line in wide) >= greedy.log_probability - 1e-5
    assert len({tuple(line.tokens) for line in wide}) == 4
    assert [line.score for line in wide] == sorted((line.score for line in wide), reverse=True)


def test_a_network_draws_words_of_its_own_alone_and_together(network):
    generator = StepGenerator(NetworkSource(network))
    asked = [("mix", "eggs"), ("take", "a", "pot"), ("qwxz",)]
    options = {"count": 4, "temperature": 1.5, "top_p": 1.0, "tokens": 12, "seed": 3}
    together = generator.sample(asked, **options)
    barred = {network.vocabulary_.numbers[word] for word in NEVER_NEXT}
    assert not barred & {token for lines in together for line in lines for token in line.tokens}
    alone = [generator.sample([each], **options)[0] for each in asked]
    assert [[line.tokens for line in each] for each in together] == [[line.tokens for line in each] for each in alone]
    [best] = generator.beam(("mix", "eggs"), count=1, width=3, tokens=6)
    assert generator.text(best)


def test_the_network_says_what_it_says_in_a_cloze_test(network):
    reading = NetworkSource(network).reading([("mix", "eggs")], 1)
    reading.read([network.vocabulary_.numbers["the"]])
    shares = dict(zip([network.vocabulary_.words[token] for token in reading.tokens], reading.scores()[0].tolist()))
    assert shares == pytest.approx(dict(network.next_words(("mix", "eggs"), ("the",))), abs=1e-5)


def test_who_draws_depends_on_the_words(gpt, elaborator, network, monkeypatch):
    both = Elaborator(gpt, None, network)
    known = [word for template in templates() for word in template.abstract][:3]
    assert both._knows(tuple(known)) and not elaborator._knows(tuple(known))
    assert not both._knows((*known, "qwxz", "zwirble"))
    monkeypatch.setattr(both._causal, "sample", None)
    assert both.elaborate(" ".join(known), count=2)


@pytest.mark.parametrize(
    ("steps", "stutters"),
    [
        (("Pour the water from the water.",), True),
        (("Cut the leek into rings.", "Cut the leek."), True),
        (("Cut the leek into rings.", "Put the rings into a bowl."), False),
        (("Stir.",), False),
    ],
)
def test_drafts_that_say_the_same_thing_twice(steps, stutters):
    assert _Draft(steps, -1.0).stutters is stutters


def test_score_is_the_mean_over_tokens():
    assert DrawnText([1, 2], -3.0).score == -1.5
    assert DrawnText([1], -1.0).extended(9, -0.5, ended=True) == DrawnText([1], -1.5, True)


def test_words_that_are_hinted_at_are_drawn_and_scores_are_without_hints(gpt, generator):
    abstract = [("mix", "the", "eggs")]
    options = {"count": 3, "temperature": 1.0, "top_p": 0.9, "tokens": 6, "seed": 2}
    [plain] = generator.sample(abstract, **options)
    [hinted] = generator.sample(abstract, **options, hints=[{"soup": 40.0}])
    first = gpt.words_.word("soup")[0]
    assert all(first in line.tokens for line in hinted)
    assert generator.sample(abstract, **options, hints=[{}]) == [plain]
    assert all(line.log_probability < 0 for line in hinted)


def test_hints_come_from_alignments(gpt, elaborator):
    knowledge = StepKnowledge(Counter({("eggs", "whisk"): 9, ("eggs", "bowl"): 1, ("onions", "cutting board"): 9}))
    found = Elaborator(gpt, knowledge)._hints(("beat", "eggs"))
    assert set(found) == {"whisk"} and found["whisk"] > 0
    assert elaborator._hints(("beat", "eggs")) == {}


def test_alternatives_are_different(elaborator):
    found = elaborator.elaborate("Drain the pasta!", count=5, temperature=2.0, seed=4)
    assert 1 <= len(found) <= 5
    assert len({each.text for each in found}) == len(found)
    assert all(0 < each.score <= 1 and each.steps and each.steps[0][0].isupper() for each in found)


def test_beam_search_of_an_instruction(elaborator):
    assert elaborator.elaborate("mix the eggs", count=2, beams=3, tokens=8)


@pytest.mark.parametrize("text", ["", "   ", "?!"])
def test_empty_instruction(elaborator, text):
    with pytest.raises(InputError, match="empty"):
        elaborator.elaborate(text)


def test_instruction_of_two_thousand_words(elaborator):
    with pytest.raises(InputError, match="2,000 words"):
        elaborator.elaborate("stir " * 2000)


def test_unknown_words(elaborator):
    assert elaborator.elaborate("Zwirble the qwxz with 🍝 and Ünïcödé", count=1)


def test_too_many_alternatives(elaborator):
    with pytest.raises(UsageError, match="between 1 and 20"):
        elaborator.elaborate("stir", count=21)


def test_missing_model(monkeypatch, tmp_path):
    monkeypatch.setattr(drawing, "SHIPPED", tmp_path)
    drawing.load.cache_clear()
    with pytest.raises(MissingBackboneError, match="tacit steps train"):
        drawing.load()


def test_how_to_text_step_by_step():
    text = "Tea\n\n1) Boil water. Warm the pot.\n  - Add leaves\n*** \n2. Wait"
    assert list(instructions_of(text)) == ["Tea", "Boil water.", "Warm the pot.", "Add leaves", "Wait"]


def test_decimals_are_no_list_numbers():
    text = "1.5 cups of milk\n12.Stir\n3)2 eggs\n4. 5 spoons of sugar"
    assert list(instructions_of(text)) == ["1.5 cups of milk", "Stir", "2 eggs", "5 spoons of sugar"]


def row(word, lemma, pos, tag, head, dep):
    return (word, lemma, pos, tag, head, dep)


COMMAND = Parse.from_rows(
    "Use a wire whisk .",
    [
        row("Use", "use", "VERB", "VB", 0, "ROOT"),
        row("a", "a", "DET", "DT", 3, "det"),
        row("wire", "wire", "NOUN", "NN", 3, "compound"),
        row("whisk", "whisk", "NOUN", "NN", 0, "dobj"),
        row(".", ".", "PUNCT", ".", 0, "punct"),
    ],
)


def test_tools_keep_their_compounds_and_leave_out_what_was_said():
    assert assumptions._tools(COMMAND, set()) == ("wire whisk",)
    assert assumptions._tools(COMMAND, {"whisk"}) == ()


@pytest.mark.parametrize(("noun", "expected"), [("skewer", True), ("carrot", False), ("minutes", False), ("qq", False)])
def test_what_is_a_tool(noun, expected):
    assert assumptions.is_tool(noun) is expected


def test_a_command_is_terse_and_has_no_subject():
    assert list(capability.terse_instructions(COMMAND, find_events(COMMAND))) == [(0, len("Use a wire whisk ."))]
    statement = Parse.from_rows(
        "Ann sat down", [row("Ann", "Ann", "PROPN", "NNP", 1, "nsubj"), row("sat", "sit", "VERB", "VBD", 1, "ROOT")]
    )
    assert not list(capability.terse_instructions(statement, find_events(statement)))


@pytest.fixture
def steps(monkeypatch):
    """What the capability makes of a command, given what the collection answers."""

    def read(**answer):
        class Fixed:
            def within(self, text, instructions):
                return self

            def answer(self, instruction):
                return Answer(instruction, **answer)

        monkeypatch.setattr(howto, "load", Fixed)
        document = annotated(capability.Steps(), Document(COMMAND.text), COMMAND)
        assert Document.from_json(document.to_json()) == document
        [block] = capability.Steps().section(document).blocks
        return block

    return read


KNOWN = {"steps": ("Take a whisk.",), "tools": ("whisk",), "materials": ("cream",), "caution": ("Hold it.",)}


def test_reading_shows_what_instructions_assume(steps):
    found = steps(**KNOWN, confidence=0.9)
    assert found.rows == (("Use a wire whisk .", "whisk, cream", "Take a whisk.", "Hold it."),)


@pytest.mark.parametrize(
    "answer", [{"why": "I do not know."}, KNOWN | {"confidence": 0.45}, KNOWN | {"confidence": 0.9, "adapted": "fork"}]
)
def test_it_is_silent_of_what_is_not_known_for_sure(steps, answer):
    assert steps(**answer).pairs == (("instruction that is known", "no"),)


def test_command_wants_an_instruction_or_a_file(tacit, tmp_path):
    assert tacit("steps", "elaborate").code == 2
    outcome = tacit("steps", "elaborate", "stir", "--file", tmp_path / "steps.txt")
    assert outcome.code == 2
    assert "give one instruction" in outcome.stderr


def test_file_without_instructions(tacit, tmp_path):
    (tmp_path / "steps.txt").write_text("...\n")
    outcome = tacit("steps", "elaborate", "--file", tmp_path / "steps.txt")
    assert outcome.code == 2
    assert "no instruction" in outcome.stderr


def test_file_step_by_step(tacit, tmp_path, monkeypatch, elaborator):
    monkeypatch.setattr(drawing, "load", lambda _folder: elaborator)
    (tmp_path / "steps.txt").write_text("1. Drain the pasta.\n2. " + "stir " * 2000 + "\n3. Mix the eggs.\n")
    outcome = tacit("steps", "elaborate", "--file", tmp_path / "steps.txt", "--json", "--count", 1, "--from", "network")
    plain = json.loads(outcome.stdout)
    assert [each["instruction"] for each in plain["steps"]] == ["Drain the pasta.", "Mix the eggs."]
    assert plain["skipped"] == 1
    assert set(plain["steps"][0]["alternatives"][0]) == {"text", "steps", "score", "tools", "actions"}

from __future__ import annotations

from math import log

import pytest

from tacit.errors import InputError
from tacit.steps.evaluate import Filled, alignment_length, contributions, evaluate, evaluate_filled, hits
from tacit.steps.task import END, Guess, StepSystem, Template

FIRST = Template(("drain",), ("use", "wire", "sieve"), (True, False, False))
SECOND = Template(("mix",), ("get", "spoon", "now"), (True, False, True))


def guess(*words, gold=-1.0):
    return Guess(words, gold)


def test_every_blanked_word_is_a_trial():
    fillings = [(guess("wire"), guess("pan", "sieve")), (guess("spoon"),)]
    figures = hits([FIRST, SECOND], fillings)
    assert figures.match == pytest.approx(2 / 3)
    assert figures.top5 == 1
    assert figures.match_per_blank == pytest.approx(3 / 4)
    assert figures.whole_blank_match == pytest.approx(1 / 2)


def test_only_five_guesses_count():
    fillings = [(guess("a", "b", "c", "d", "e", "spoon"),)]
    assert hits([SECOND], fillings).top5 == 0


class Parrot(StepSystem):
    """Guesses the word to the left of each blank."""

    name = "parrot"

    def fit(self, templates, **options):
        return self

    def next_words(self, abstract, prefix):
        return {"stir": log(0.75), END: log(0.25)}

    def fill(self, templates, *, oracle=True, progress=None):
        filled = []
        for number, template in enumerate(templates):
            words, guesses = list(template.concrete), []
            for place in template.blanked:
                guesses.append(Guess((words[place - 1],), -2.0))
                words[place] = template.concrete[place] if oracle else words[place - 1]
            filled.append(tuple(guesses))
            if progress:
                progress("filling", number + 1, len(templates))
        return filled

    def save(self, folder):
        raise NotImplementedError

    @classmethod
    def load(cls, folder):
        return cls()

    def align(self, pairs, *, progress=None):
        return [(0,) * len(pair.concrete) for pair in pairs]


ECHO = Template(("say",), ("ho", "hey", "hey"), (True, False, False))


def test_conditions_differ_in_their_history():
    seen = []
    figures = evaluate(Parrot(), [ECHO], progress=lambda *step: seen.append(step))
    assert (figures.n, figures.blanks, figures.words) == (1, 1, 2)
    assert figures.oracle_match == 0.5
    assert figures.greedy_match == 0
    assert figures.surprisal == 2
    assert figures.alignment_length == 3
    assert seen == [("filling", 1, 1), ("filling", 1, 1)]


def test_templates_without_blanks_do_not_count():
    whole = Template(("say",), ("ho",), (True,))
    assert evaluate(Parrot(), [whole, ECHO]).n == 1
    with pytest.raises(InputError, match="there is no blank to fill"):
        evaluate(Parrot(), [whole])


def test_the_length_of_alignments_is_that_of_their_runs():
    assert alignment_length([[0, 0, 1, 3], [2]]) == pytest.approx(5 / 4)


def test_a_sample_ends():
    words, score = Parrot().sample(("mix",), seed=1, max_words=5)
    assert len(words) <= 5
    assert set(words) <= {"stir"}
    ended = len(words) < 5
    assert score == pytest.approx(len(words) * log(0.75) + ended * log(0.25))
    assert Parrot().sample(("mix",), seed=1, max_words=5) == (words, score)
    assert Parrot().sample(("mix",), temperature=0.01, max_words=7)[0] == ("stir",) * 7


def test_no_answer_stands_in_the_instruction():
    system = Parrot()
    system.restrict(["mix", "spoon", "spoon"])
    assert system.answers_for(SECOND) == ("spoon",)


def test_surprisal_is_that_after_the_gold_words():
    oracle = [(guess("wire", gold=-0.5), guess("sieve", gold=-1.0)), (guess("spoon", gold=-3.0),)]
    greedy = [(guess("wire", gold=-7.0), guess("sieve", gold=-8.0)), (guess("spoon", gold=-9.0),)]
    assert evaluate_filled(Parrot(), Filled([FIRST, SECOND], oracle, greedy)).surprisal == pytest.approx(1.5)


def test_what_each_instruction_adds_comes_to_the_figures_of_all():
    again = Template(("drain",), ("get", "pan"), (True, False))
    oracle = [(guess("wire", gold=-0.5), guess("pan", "sieve")), (guess("spoon"),), (guess("pot", "pan", gold=-3.0),)]
    filled = Filled([FIRST, SECOND, again], oracle, [(guess("a"), guess("b")), (guess("spoon"),), (guess("pan"),)])
    figures = evaluate_filled(Parrot(), filled)
    measured = contributions(filled)
    assert set(measured) == {"oracle_match", "oracle_top5", "greedy_match", "greedy_top5", "surprisal"}
    for name, each in measured.items():
        assert each.of_all() == pytest.approx(getattr(figures, name)), name
        assert len(each.documents) == 2  # both about draining are one

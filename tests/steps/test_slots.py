"""Appendix A.4 by brute force: alignments of all prefixes are enumerated."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import log

import numpy as np
import pytest
import torch
from steps.made_steps import templates

from tacit.backbones import vectors
from tacit.errors import UsageError
from tacit.steps.networks.transducer import ParameterisedTransducer
from tacit.steps.slots import SlotDecoding
from tacit.steps.systems.lm import Lm
from tacit.steps.systems.transducer import PRIOR, Transducer, TransducerParam, TransducerParamPrior
from tacit.steps.task import Template

KINDS = (Transducer, TransducerParam)


@pytest.fixture(autouse=True)
def small_vectors(monkeypatch):
    made = vectors.WordVectors(["take", "the"], np.ones((2, 8), dtype=np.float32))
    monkeypatch.setattr(vectors, "load", lambda: made)


def learnt(kind, **options):
    system = kind(epochs=2, batch=4, rate=0.02, **options).fit(templates(), seed=3)
    if isinstance(system.network_, ParameterisedTransducer):  # shifts that depend on the place, some likelier than not
        torch.manual_seed(5)
        torch.nn.init.normal_(system.network_.shift.weight, std=3.0)
    return system


def best_end(system, abstract, prefix):
    """The last place of the best alignment of a prefix, by trying all."""
    network = system.network_
    if not prefix:
        return 0
    state = system.begin([abstract])
    words, shifts, emits = [], [], []
    with torch.inference_mode():
        for number in system.vocabulary_.encode(prefix):
            transitions = network._transitions_now(state)
            words.append(network._word_at_places(state, torch.tensor([number]))[0])
            shifts.append(transitions.shift[0, 0])
            emits.append(transitions.emit[0, 0])
            state = network.advance(state, torch.tensor([number]))

    def score(path):
        total, before = 0.0, 0
        for step, place in enumerate(path):
            total += sum(shifts[step][at].item() for at in range(before, place))
            total += emits[step][place].item() + words[step][place].item()
            before = place
        return total

    return max(combinations_with_replacement(range(len(abstract)), len(prefix)), key=score)[-1]


def expected_places(system, template):
    """The place of each blanked word, gold words to its left."""
    network, found, before = system.network_, [], 0
    for place in template.blanked:
        if place == 0 or template.given[place - 1]:
            before = best_end(system, template.abstract, template.concrete[:place])
        if isinstance(network, ParameterisedTransducer):
            state = system.begin([template.abstract])
            with torch.inference_mode():
                for number in system.vocabulary_.encode(template.concrete[:place]):
                    state = network.advance(state, torch.tensor([number]))
                shift = network._transitions_now(state).shift[0, 0]
            while before < len(template.abstract) - 1 and shift[before] > log(0.5):
                before += 1
        found.append(before)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_each_slot_comes_from_the_place_that_the_appendix_says(kind, monkeypatch):
    system = learnt(kind)
    system.slots = SlotDecoding()
    some = [
        templates()[0],
        Template(("cut", "the", "bread"), ("saw", "a", "sieve", "whisk"), (False, True) * 1 + (False,) * 2),
    ]
    seen = []
    words_at = type(system.network_).words_at

    def spying(network, state, places):
        seen.append(places.tolist())
        return words_at(network, state, places)

    monkeypatch.setattr(type(system.network_), "words_at", spying)
    for template in some:
        seen.clear()
        system.fill([template], oracle=True)
        assert [place for [place] in seen] == expected_places(system, template)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_said_does_not_depend_on_what_is_read_beside_it(kind):
    system = learnt(kind)
    system.slots = SlotDecoding(temperature=2.0, seed=4)
    together = system.fill(templates(), oracle=False)
    for template, filling in zip(templates(), together, strict=True):
        [alone] = system.fill([template], oracle=False)
        assert [guess.words[0] for guess in alone] == [guess.words[0] for guess in filling]
    assert together == system.fill(templates(), oracle=False)


def test_the_likeliest_of_several_samples_counts():
    system = learnt(Transducer)
    template = templates()[3]

    def score(samples):
        """How likely the sequence is that comes out of so many samples."""
        system.slots = SlotDecoding(samples=samples, temperature=3.0, seed=2)
        [filling] = system.fill([template], oracle=False)
        words = list(template.concrete)
        for place, guess in zip(template.blanked, filling, strict=True):
            words[place] = guess.words[0]
        return sum_of(system, template.abstract, tuple(words))

    scores = [score(samples) for samples in (1, 5, 25)]
    assert scores == sorted(scores)
    assert scores[2] > scores[0]


def sum_of(system, abstract, words):
    """The log-probability of a whole sequence over all alignments, from the loss of training."""
    from tacit.steps.networks.batches import batch_of
    from tacit.steps.networks.transducer import MARGINAL
    from tacit.steps.task import Pair

    batch = batch_of([Pair(abstract, words)], system.vocabulary_, max_abstract=50, max_concrete=50)
    return -system.network_.loss(batch, stage=MARGINAL).item()


def test_without_temperature_the_best_word_is_drawn():
    system = learnt(Transducer)
    system.slots = SlotDecoding(samples=1, temperature=0.0)
    for filling in system.fill(templates(), oracle=False):
        for guess in filling:
            assert len(set(guess.words)) == len(guess.words) == 5
    blank = Template(("mix", "the", "eggs", "."), ("take", "a", "whisk"), (True, True, False))
    [[drawn]], [[known]] = system.fill([blank], oracle=False), system.fill([blank], oracle=True)
    assert drawn.words == known.words


def test_the_prior_is_an_option_and_its_own_system():
    assert learnt(TransducerParam).network_.prior == 0
    assert learnt(TransducerParam, prior=2.0).network_.prior == 2
    assert learnt(TransducerParamPrior).network_.prior == PRIOR
    with pytest.raises(UsageError, match="does not take all of the options prior"):
        from tacit.steps.train import create

        create("lm", prior=1.0)


def test_trainings_with_another_prior_are_told_apart():
    from tacit.steps.networks.learning import Training

    def signed(prior):
        system = learnt(TransducerParam, prior=prior)
        return Training(system.network_, system.vocabulary_, system._schedule(), seed=1)._fingerprint(templates(), [])

    assert signed(0.0) != signed(1.0)


@pytest.mark.parametrize("kind", [Lm, Transducer])
def test_an_open_vocabulary_has_every_known_word_and_costs_more(kind):
    system = learnt(kind)
    stated = Template(("saw", "bread"), ("take", "a", "saw"), (True, True, False))
    [[before]] = system.fill([stated])
    system.open_up()
    assert {"take", "the", "saw"} <= set(system.answers_for(stated))
    assert system.allowed(stated).isfinite().sum() == len(system.vocabulary_) - 3  # padding, start and end sign
    [[after]] = system.fill([stated])
    assert after.gold != before.gold
    gold = templates()[0]
    [opened] = system.fill([gold])
    system.restrict(["sieve", "whisk", "tip", "saw"])
    [restricted] = system.fill([gold])
    assert not system.is_open
    assert all(one.gold < other.gold for one, other in zip(opened, restricted, strict=True))

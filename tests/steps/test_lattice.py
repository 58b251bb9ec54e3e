"""The dynamic programs against enumeration of all alignments, and their gradients against finite differences."""

from __future__ import annotations

import math
from itertools import combinations_with_replacement

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.steps.networks import lattice
from tacit.steps.networks.lattice import IMPOSSIBLE, Transitions


def random_case(seed, rows, steps, places):
    draw = torch.Generator().manual_seed(seed)
    words = -torch.rand(rows, steps, places, generator=draw, dtype=torch.float64) * 4
    logits = torch.randn(rows, steps, places, generator=draw, dtype=torch.float64)
    transitions = Transitions(torch.nn.functional.logsigmoid(logits), torch.nn.functional.logsigmoid(-logits))
    lengths = torch.randint(1, steps + 1, (rows,), generator=draw)
    return words, transitions, lengths


def joint(path, words, transitions):
    """log p(y, a | x) of one row by equations 2 and 4, word by word."""
    total, here = 0.0, 0
    for word, place in enumerate(path):
        total += sum(float(transitions.shift[word, passed]) for passed in range(here, place))
        total += float(transitions.emit[word, place]) + float(words[word, place])
        here = place
    return total


def enumerated(words, transitions, lengths):
    """All monotone paths of each row with their log-probability."""
    for row, length in enumerate(lengths.tolist()):
        one = Transitions(transitions.shift[row], transitions.emit[row])
        places = words.shape[2]
        yield {path: joint(path, words[row], one) for path in combinations_with_replacement(range(places), length)}


shapes = {"rows": st.integers(1, 3), "steps": st.integers(1, 4), "places": st.integers(1, 4)}


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), **shapes)
def test_marginal_is_the_sum_over_all_alignments(seed, rows, steps, places):
    words, transitions, lengths = random_case(seed, rows, steps, places)
    expected = [math.log(sum(map(math.exp, paths.values()))) for paths in enumerated(words, transitions, lengths)]
    assert lattice.marginal(words, transitions, lengths).tolist() == pytest.approx(expected)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), **shapes)
def test_viterbi_finds_the_best_alignment(seed, rows, steps, places):
    words, transitions, lengths = random_case(seed, rows, steps, places)
    best = lattice.viterbi(words, transitions, lengths)
    for row, paths in enumerate(enumerated(words, transitions, lengths)):
        path, score = max(paths.items(), key=lambda scored: scored[1])
        assert best.places[row, : lengths[row]].tolist() == list(path)
        assert float(best.scores[row]) == pytest.approx(score)
        assert not best.places[row, lengths[row] :].any()


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10_000), **shapes)
def test_the_probability_along_the_best_path_is_its_score(seed, rows, steps, places):
    words, transitions, lengths = random_case(seed, rows, steps, places)
    best = lattice.viterbi(words, transitions, lengths)
    at_path = words.gather(2, best.places[:, :, None])[:, :, 0]
    scores = lattice.along(best.places, at_path, transitions, lengths)
    assert scores.tolist() == pytest.approx(best.scores.tolist())


def test_gradients_of_the_marginal():
    words, _, lengths = random_case(7, 2, 4, 3)
    logits = torch.randn(2, 4, 3, dtype=torch.float64, requires_grad=True)

    def loss(words, logits):
        moves = Transitions(torch.nn.functional.logsigmoid(logits), torch.nn.functional.logsigmoid(-logits))
        return lattice.marginal(words, moves, lengths)

    assert torch.autograd.gradcheck(loss, (words.requires_grad_(), logits))


def test_gradients_with_places_that_cannot_be():
    words, transitions, _ = random_case(8, 2, 3, 3)
    barred = torch.zeros(2, 3, 3, dtype=torch.bool)
    barred[0, :, 2] = barred[1, 2, :2] = True

    def loss(words):
        return lattice.marginal(words.masked_fill(barred, IMPOSSIBLE), transitions, torch.tensor([3, 3]))

    assert torch.autograd.gradcheck(loss, (words.requires_grad_(),))


def test_the_gradient_is_the_posterior_of_each_place():
    words, transitions, _ = random_case(9, 1, 3, 3)
    words.requires_grad_()
    lattice.marginal(words, transitions, torch.tensor([3])).sum().backward()
    [paths] = enumerated(words.detach(), transitions, torch.tensor([3]))
    total = sum(map(math.exp, paths.values()))
    at_first = sum(math.exp(score) for path, score in paths.items() if path[1] == 0) / total
    assert float(words.grad[0, 1, 0]) == pytest.approx(at_first)
    assert words.grad.sum(-1)[0].tolist() == pytest.approx([1, 1, 1])


def test_arriving_word_by_word_gives_the_marginal():
    words, transitions, _ = random_case(10, 2, 4, 3)
    alpha = lattice.start(2, 3, words)
    for word in range(4):
        alpha = lattice.arrive(alpha, transitions.at(word)) + words[:, word]
    expected = lattice.marginal(words, transitions, torch.tensor([4, 4]))
    assert alpha.logsumexp(-1).tolist() == pytest.approx(expected.tolist())
